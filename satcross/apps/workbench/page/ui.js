// Pieces that the panels are made of.

import { COMMAND } from "./commands.js";
import { request } from "./connection.js";
import { shownKey } from "./keyboard.js";
import { html, useEffect, useState } from "./vendor/preact-htm.js";

/** A button for a command: its text, with its key in the tip. */
export function Do({ app, action, children, className, showKey, disabled, pressed }) {
  const command = COMMAND[action];
  const key = command.keys ? shownKey(command.keys.split(" ")[0]) : "";
  const label = children ?? command.short ?? command.text;
  return html`<button type="button" data-action=${action} class=${className} disabled=${disabled} aria-pressed=${pressed}
    title=${key ? `${command.text} (${key})` : command.text} onClick=${(event) => command.run(app, event)}>
    ${label}${showKey && key ? html` <kbd>${key}</kbd>` : null}</button>`;
}

/** A part of the page, by its file and name, that is loaded once it is wanted: `found` is null until `load` is done. */
export function later(file, name) {
  let asked = null;
  const part = { found: null, load: () => (asked ??= import(file).then((all) => (part.found = all[name]))) };
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

/** A list that the server has at a path, undefined before it has come, and what asks for it again; each time that `when` changes it is asked for. */
export function useAsked(app, path, name, when) {
  const [found, setFound] = useState();
  const renew = () => app.attempt(request(path)).then((data) => data && setFound(data[name]));
  useEffect(() => {
    renew();
  }, [when]);
  return [found, renew];
}

/** What was put into the trash last, and its way back. Args: forget: is called once it is back; renew: in any case. */
export function InTrash({ app, gone, forget, renew }) {
  const restore = async () => {
    if (await app.attempt(request("/api/files/restore", { method: "POST", json: { trash: gone.trash } }))) forget();
    renew();
  };
  return gone ? html`<p class="row trashed" role="status">${gone.name} is in the trash. <button type="button" onClick=${restore}>Put it back</button></p>` : null;
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

/** A small grid with letters, in which some cells are marked; letters of `cells` are not the document's own. */
export function Thumb({ doc, cells, isMarked }) {
  const parts = doc.cells.map(({ kind, letter: own }, at) => {
    const [x, y] = [at % doc.cols, Math.floor(at / doc.cols)];
    const ground = { block: "b", void: "v" }[kind] ?? (isMarked(at) ? "d" : "");
    const letter = cells[at] ?? own;
    const n = [...(letter ?? "")].length; // several are as wide as one
    return html`${ground ? html`<rect x=${x} y=${y} width="1" height="1" class=${ground} />` : null}
      ${letter ? html`<text x=${x + 0.5} y=${y + (n > 1 ? 0.65 : 0.8)} class=${cells[at] ? "" : "own"} style=${n > 1 ? `font-size: ${1.3 / n}px` : null}>${letter}</text>` : null}`;
  });
  return html`<svg class="thumb" viewBox="0 0 ${doc.cols} ${doc.rows}" aria-hidden="true">
    <rect width=${doc.cols} height=${doc.rows} class="p" />${parts}<path d=${edgesOf(doc)} class="edge" /></svg>`;
}

/** A small grid from its rows as files of grids have them, and the positions of theme cells; an empty place without rows. */
export function RowsThumb({ rows, theme = [] }) {
  if (!rows?.length) return html`<span class="thumb" />`;
  // A cell, several letters in brackets, then its bars on the right and below.
  const grid = rows.flatMap((row) => [...row.replaceAll(" ", "").matchAll(/(\[[^\]]*\]|[^|-])(\|?)(-?)/gu)]);
  const cells = grid.map(([, char]) => ({ kind: { "#": "block", "~": "void" }[char], letter: /\p{L}/u.test(char) ? char.replace(/[[\]]/g, "") : "" }));
  const barred = (part) => grid.flatMap((cell, at) => (cell[part] ? [at] : []));
  const doc = { rows: rows.length, cols: cells.length / rows.length, cells, bars_right: barred(2), bars_below: barred(3) };
  return html`<${Thumb} doc=${doc} cells=${{}} isMarked=${(at) => theme.includes(at)} />`;
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
