// Paths through the grid: drawn, shown as lines, named, deleted. Each is a rule `slot NAME: CELLS`.

import { counted } from "./dom.js";
import { ARROWS, arrowStep } from "./keyboard.js";
import { lineOf } from "./pen.js";
import { boardOf } from "./state.js";
import { html } from "./vendor/preact-htm.js";

export const NAMED = ["edge", "spiral", "diagonal", "antidiagonal"]; // which the server knows
const COLOURS = 5;

const rulesOf = ({ doc }) => doc.rules.rules ?? [];
const isOf = (path) => (rule) => rule.startsWith(`slot ${path.name}:`);
export const nameOf = (at, cols) => `r${Math.floor(at / cols) + 1}c${(at % cols) + 1}`;

/** Whether a path is a line of the rules, and not made by a rule of another kind. */
export const isDrawn = (state, path) => rulesOf(state).some(isOf(path));

/** Adds a path. Args: text: its cells as in rules; cells: their positions, where they are known. */
export function addPath(app, text, cells) {
  const paths = app.state.doc.paths ?? [];
  const taken = new Set(paths.map(({ name }) => name));
  const first = NAMED.includes(text) ? text : "path";
  let n = 1;
  while (taken.has(`${first}${n}`)) n++;
  const name = `${first}${n}`;
  app.edit({ edit: "rules", rules: [...rulesOf(app.state), `slot ${name}: ${text}`], label: `path ${name}`, ...(cells && { paths: [...paths, { name, cells }] }) });
  if (cells) app.dispatch("cursor", { at: cells[0], dir: `path ${name}` });
}

export function renamePath(app, path, name) {
  if (!name || name === path.name) return;
  const rename = (rule) => (isOf(path)(rule) ? `slot ${name}${rule.slice(`slot ${path.name}`.length)}` : rule);
  app.edit({ edit: "rules", rules: rulesOf(app.state).map(rename), label: `${path.name} is ${name}` });
}

export function deletePath(app, path) {
  app.edit({ edit: "rules", rules: rulesOf(app.state).filter((rule) => !isOf(path)(rule)), label: `no path ${path.name}` });
}

// ---- drawing one: `view.path` has its cells

/** Begins, or gives up what was begun. */
export const drawPath = (app) => app.dispatch("path", app.state.view.path ? null : []);

/** Goes on to a cell. A drag that goes back takes the last cell back, and leaves none out. */
export function extendPath(app, at, isDrag) {
  const { path } = app.state.view;
  if (at === path.at(-1)) return;
  if (isDrag && at === path.at(-2)) return app.dispatch("path", path.slice(0, -1));
  const cells = (isDrag && path.length ? between(path.at(-1), at, app.board.cols) : [at]).filter((each) => app.board.isOpen(each));
  if (cells.length) return app.dispatch("path", [...path, ...cells]);
  return isDrag || app.notify("A path goes through open cells.");
}

/** The cells after one cell up to another, where they are in a straight line; else the last. */
function between(from, to, cols) {
  const [down, right] = [Math.floor(to / cols) - Math.floor(from / cols), (to % cols) - (from % cols)];
  return down && right && Math.abs(down) !== Math.abs(right) ? [to] : lineOf(from, to, cols).slice(1);
}

/** Makes a path of what was drawn. */
export function endPath(app) {
  const { path } = app.state.view;
  if (path.length < 2) return app.notify("A path has two cells or more.");
  app.dispatch("path", null);
  return addPath(app, path.map((at) => nameOf(at, app.board.cols)).join(" "), path);
}

/** Handles a key while a path is drawn; whether it has no further effect. */
export function pathKey(app, event) {
  const { path, cursor } = app.state.view;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key in ARROWS) {
    const at = app.board.beside(cursor.at, ...arrowStep(event));
    if (at >= 0) app.dispatch("cursor", { ...cursor, at });
  } else if (event.key === " ") extendPath(app, cursor.at, false);
  else if (event.key === "Enter") endPath(app);
  else if (event.key === "Escape") drawPath(app);
  else if (event.key === "Backspace") app.dispatch("path", path.slice(0, -1));
  else return event.key.length === 1;
  return true;
}

/** In the place of the clue while a path is drawn. */
export function Drawing({ app, path }) {
  return html`<p><b>${counted(path.length, "cell")} of a path</b> <small>drag, or <kbd>␣</kbd> adds, <kbd>⌫</kbd> takes back</small></p>
    <p class="row"><button type="button" class="main" disabled=${path.length < 2} onClick=${() => endPath(app)}>Done <kbd>⏎</kbd></button>
      <button type="button" onClick=${() => drawPath(app)}>Give up <kbd>Esc</kbd></button></p>`;
}

/** Every path as a line with its name, in a picture that lies over the grid. */
export function Lines({ state }) {
  const { doc, view } = state;
  const board = boardOf(doc);
  const shown = [...board.paths, ...(view.path?.length ? [{ dir: "", name: "", cells: view.path }] : [])];
  const begun = {}; // how many names a cell has
  return html`<svg viewBox="0 0 ${board.cols} ${board.rows}" preserveAspectRatio="none">${shown.map((path, index) => {
    const spots = path.cells.filter((at) => at < board.size).map((at) => [(at % board.cols) + 0.5, Math.floor(at / board.cols) + 0.5]);
    const line = spots.map((spot) => spot.join()).join(" ");
    const nth = (begun[path.cells[0]] = (begun[path.cells[0]] ?? 0) + 1);
    return html`<g key=${path.name} class="path c${index % COLOURS} ${path.dir === view.cursor.dir || !path.dir ? "on" : ""}">
      <polyline class="wide" points=${line} /><polyline class="core" points=${line} />
      <circle cx=${spots[0][0]} cy=${spots[0][1]} r=".13" /><text x=${spots[0][0] - 0.44} y=${spots[0][1] + 0.66 - 0.22 * nth}>${path.name}</text></g>`;
  })}</svg>`;
}
