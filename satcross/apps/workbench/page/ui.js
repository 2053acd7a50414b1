// Pieces that the panels are made of.

import { COMMAND } from "./commands.js";
import { shownKey } from "./keyboard.js";
import { html, useState } from "./vendor/preact-htm.js";

/** A button for a command: its text, with its key in the tip. */
export function Do({ app, action, children, className, showKey, disabled, pressed }) {
  const command = COMMAND[action];
  const key = command.keys ? shownKey(command.keys.split(" ")[0]) : "";
  const label = children ?? command.short ?? command.text;
  return html`<button type="button" data-action=${action} class=${className} disabled=${disabled} aria-pressed=${pressed}
    title=${key ? `${command.text} (${key})` : command.text} onClick=${(event) => command.run(app, event)}>
    ${label}${showKey && key ? html` <kbd>${key}</kbd>` : null}</button>`;
}

/** A part of the page that is loaded once it is wanted: `found` is null until `load` is done. */
export function later(load) {
  let asked = null;
  const part = { found: null, load: () => (asked ??= load().then((found) => (part.found = found))) };
  return part;
}

/** A field whose text counts when it is left; what is shown again meanwhile does not change it. */
export function Typed({ value, set, lines, ...rest }) {
  const [text, setText] = useState(null);
  const done = (event) => {
    setText(null);
    set(event.target.value);
  };
  const shown = { ...rest, value: text ?? value ?? "", onInput: (event) => setText(event.target.value), onChange: done, onBlur: () => setText(null) };
  return lines ? html`<textarea ...${shown} rows=${lines} />` : html`<input ...${shown} />`;
}

/** The lines of a text that are not empty. */
export const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** What a drawer begins with, where parts of the page are drawers. */
export function DrawerHead({ app, title }) {
  return html`<p class="drawer-head"><b>${title}</b><button type="button" class="close" aria-label="Close" title="Close (Esc)" onClick=${() => app.closeDrawer()}>×</button></p>`;
}

/** A menu of commands. */
export function Menu({ app, title, actions, className = "" }) {
  return html`<details class="menu ${className}"><summary>${title}</summary><div>
    ${actions.map((action) => html`<${Do} key=${action} app=${app} action=${action} showKey=${true} />`)}
  </div></details>`;
}

/** The letters of a cell of a small grid: several are as wide as one. */
export function ThumbText({ x, y, letter, className }) {
  const n = [...letter].length;
  return html`<text x=${x + 0.5} y=${y + (n > 1 ? 0.65 : 0.8)} class=${className} style=${n > 1 ? `font-size: ${1.3 / n}px` : null}>${letter}</text>`;
}

/** A small grid from its rows as files of grids have them, and the positions of theme cells. */
export function RowsThumb({ rows, theme = [] }) {
  // A cell, several letters in brackets, then its bars on the right and below.
  const grid = rows.map((row) => [...row.replaceAll(" ", "").matchAll(/(\[[^\]]*\]|[^|-])(\|?)(-?)/gu)]);
  const cols = grid[0].length;
  const cells = grid.flatMap((row, y) => row.map(([, char, right, below], x) => html`
    ${"#~".includes(char) || theme.includes(y * cols + x) ? html`<rect x=${x} y=${y} width="1" height="1" class=${{ "#": "b", "~": "v" }[char] ?? "d"} />` : null}
    ${/\p{L}/u.test(char) ? html`<${ThumbText} x=${x} y=${y} letter=${char.replace(/[[\]]/g, "")} className="own" />` : null}
    ${right || below ? html`<path d="M${x + 1} ${y}${right && "v1"}M${x} ${y + 1}${below && "h1"}" class="edge" />` : null}`));
  return html`<svg class="thumb" viewBox="0 0 ${cols} ${rows.length}" aria-hidden="true"><rect width=${cols} height=${rows.length} class="p" />${cells}</svg>`;
}

/** A small grid with letters, in which some cells are marked. */
export function Thumb({ doc, cells, isMarked }) {
  const parts = doc.cells.map((cell, at) => {
    const x = at % doc.cols;
    const y = Math.floor(at / doc.cols);
    if (cell.kind === "block") return html`<rect x=${x} y=${y} width="1" height="1" class="b" />`;
    if (cell.kind === "void") return html`<rect x=${x} y=${y} width="1" height="1" class="v" />`;
    const letter = cells[at] ?? cell.letter;
    return html`${isMarked(at) ? html`<rect x=${x} y=${y} width="1" height="1" class="d" />` : null}
      ${letter ? html`<${ThumbText} x=${x} y=${y} letter=${letter} className=${cells[at] ? "" : "own"} />` : null}`;
  });
  return html`<svg class="thumb" viewBox="0 0 ${doc.cols} ${doc.rows}" aria-hidden="true">
    <rect width=${doc.cols} height=${doc.rows} class="p" />${parts}<path d=${edgesOf(doc)} class="edge" /></svg>`;
}

const edgesOf = ({ cols, bars_right, bars_below }) =>
  [...bars_right.map((at) => `M${(at % cols) + 1} ${Math.floor(at / cols)}v1`), ...bars_below.map((at) => `M${at % cols} ${Math.floor(at / cols) + 1}h1`)].join("");

/** Numbers as people write them, and "–" for none. */
export const shownNumber = (value, digits = 0) =>
  value === null || value === undefined ? "–" : Number(value).toLocaleString("en", { maximumFractionDigits: digits });

/** When a file was changed, for people. */
export function ago(time) {
  if (!time) return "";
  const date = typeof time === "number" ? new Date(time * 1000) : new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
