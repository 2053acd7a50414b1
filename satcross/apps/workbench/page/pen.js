// Blocks, voids and bars drawn by dragging. `view.pen` is what is drawn; "" while nothing is.
// A drag is one step of undo; whether it sets or clears is what its first cell needs.

import { ARROWS, arrowStep } from "./keyboard.js";
import { html } from "./vendor/preact-htm.js";

const PENS = [["block", "■", "Blocks"], ["void", "▢", "Voids"], ["bar", "▕", "Bars"]];
const NEAR = 0.3; // of a cell's side: how near to an edge, and how far from its ends, a drag sets its bar

let n = 0;
let stroke = null; // the drag: `pen`, whether it is `on`, `join`, the edges it has `seen`, where it was `last`

export const hasBars = (doc) => doc.bars_right.length + doc.bars_below.length > 0;

/** What a pen is by default: bars where there are some. */
const usual = (state) => (hasBars(state.doc) ? "bar" : "block");

/** Begins with the usual pen, or ends. */
export const takePen = (app) => app.dispatch("pen", app.state.view.pen ? "" : usual(app.state));

/**
 * The edge of a cell that is nearest to a place: the bar's `side` and cell `at`, and whether it
 * `isSure`, as a corner is on two edges; null at the edge of the grid and beside blocks.
 */
function edgeNear(board, at, box, { clientX, clientY }) {
  const [x, y] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  const isReversed = "rtl" in document.body.dataset;
  const sides = [[x, 0, isReversed ? 1 : -1, y], [1 - x, 0, isReversed ? -1 : 1, y], [y, -1, 0, x], [1 - y, 1, 0, x]];
  const [far, dr, dc, along] = sides.sort(([a], [b]) => a - b)[0];
  const other = board.beside(at, dr, dc);
  if (other < 0 || !board.isOpen(at) || !board.isOpen(other)) return null;
  return { side: dc ? "right" : "below", at: Math.min(at, other), isSure: far < NEAR && along > NEAR && along < 1 - NEAR };
}

/** Begins a drag. Args: pen: "" for the usual one. */
export function beginStroke(app, at, event, pen) {
  stroke = { pen: pen || usual(app.state), on: null, join: `drag ${(n += 1)}`, seen: new Set(), last: at };
  goOn(app, at, event);
}

export const isDrawing = () => stroke !== null;

export const endStroke = () => {
  stroke = null;
};

/** What a drag does at a place. Args: event: over the cell at this position. */
export function goOn(app, at, event) {
  if (stroke.pen === "bar") {
    const box = event.target.closest("[role=gridcell]").getBoundingClientRect();
    const edge = edgeNear(app.board, at, box, event);
    if (edge && (stroke.on === null || edge.isSure)) setBar(app, edge);
    return;
  }
  const kindOf = (each) => app.state.doc.cells[each].kind ?? "open";
  if (stroke.on === null) stroke.on = kindOf(at) !== stroke.pen;
  const wanted = stroke.on ? stroke.pen : "open";
  const todo = lineOf(stroke.last, at, app.board.cols).filter((each) => kindOf(each) !== wanted && (stroke.on || kindOf(each) === stroke.pen));
  stroke.last = at;
  if (todo.length) app.edit({ edit: "kind", cells: todo, kind: wanted, symmetric: true, join: stroke.join });
}

/** The cells from one to another, both included: a quick drag is not seen over each. */
export function lineOf(from, to, cols) {
  const [down, right] = [Math.floor(to / cols) - Math.floor(from / cols), (to % cols) - (from % cols)];
  const steps = Math.max(Math.abs(down), Math.abs(right), 1);
  return Array.from({ length: steps + 1 }, (_, i) => from + Math.round((i * down) / steps) * cols + Math.round((i * right) / steps));
}

function setBar(app, { side, at }) {
  const { doc } = app.state;
  const key = `${side} ${at}`;
  if (stroke.seen.has(key)) return;
  stroke.seen.add(key);
  const isThere = (side === "right" ? doc.bars_right : doc.bars_below).includes(at);
  if (stroke.on === null) stroke.on = !isThere;
  if (isThere !== stroke.on) app.edit({ edit: "bars", [side]: [at], on: stroke.on, symmetric: true, join: stroke.join });
}

/** Handles a key while a pen is taken; whether it has no further effect. */
export function penKey(app, event) {
  const { pen, cursor } = app.state.view;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key in ARROWS && !event.shiftKey) {
    const at = app.board.beside(cursor.at, ...arrowStep(event));
    if (at >= 0) app.dispatch("cursor", { ...cursor, at });
  } else if (event.key === " " && pen !== "bar") {
    const kind = (app.state.doc.cells[cursor.at].kind ?? "open") === pen ? "open" : pen;
    app.edit({ edit: "kind", cells: [cursor.at], kind, symmetric: true });
  } else if (event.key === "Escape" || event.key === "Enter") takePen(app);
  else return event.key.length === 1 && !"|_.~".includes(event.key);
  return true;
}

/** In the place of the clue while a pen is taken. */
export function Pens({ app, pen }) {
  return html`<p class="row" role="group" aria-label="Draw">${PENS.map(([name, icon, text]) => html`<button type="button" key=${name} aria-pressed=${name === pen} onClick=${() => app.dispatch("pen", name)}><span aria-hidden="true">${icon}</span> ${text}</button>`)}
      <button type="button" class="main" onClick=${() => takePen(app)}>Done <kbd>Esc</kbd></button></p>
    <p><small>${pen === "bar" ? html`drag over edges; <kbd>|</kbd> and <kbd>_</kbd> set those of the cell` : html`drag over cells; <kbd>␣</kbd> sets the one at the cursor`}</small></p>`;
}
