// What edits do to a document, so that the page shows them before the server has answered.
// The server's answer is the truth; edits that are not here wait for it.

import { emptied } from "./twotexts.js";

const kindOf = (cell) => cell.kind ?? "open";
const flag = (field) => (cell, { on }) => (kindOf(cell) === "open" ? { ...cell, [field]: on } : cell);

// What an edit makes of each of its cells.
const OF_CELLS = {
  letters: (cell, { cells }, at) => (kindOf(cell) === "open" ? { ...cell, letter: cells[at] } : cell),
  kind: (cell, { kind }) => (kindOf(cell) === kind ? cell : { kind, circle: cell.circle, shade: cell.shade }),
  circle: flag("circle"),
  given: flag("given"),
  pin: flag("pinned"),
  theme: flag("theme"),
  shade: (cell, { shade }) => ({ ...cell, shade }),
  clear: (cell, { what }) => (what === "all" || !(cell.pinned || cell.theme) ? { ...cell, letter: emptied(cell.letter ?? "") } : cell),
};

/** Lists of cells, and where the document's symmetry puts them, if an edit is to be mirrored. */
const mirrored = (doc, { symmetric }, cells) => [cells, ...(symmetric ? doc.mirrors.map((places) => cells.map((at) => places[at])) : [])];

function withCells(doc, edit) {
  const given = Array.isArray(edit.cells) ? edit.cells : Object.keys(edit.cells ?? doc.cells).map(Number);
  const cells = mirrored(doc, edit, given).flat();
  return merged(doc, { cells: Object.fromEntries(cells.map((at) => [at, OF_CELLS[edit.edit](doc.cells[at], edit, at)])) });
}

function withBars(doc, edit) {
  const bars = { right: new Set(doc.bars_right), below: new Set(doc.bars_below) };
  for (const [side, step] of [["right", 1], ["below", doc.cols]]) {
    for (const at of edit[side] ?? []) {
      for (const pair of mirrored(doc, edit, [at, at + step])) {
        const [first, second] = pair.sort((a, b) => a - b);
        const isRow = second - first === 1 && second % doc.cols > 0;
        bars[isRow ? "right" : "below"][edit.on ? "add" : "delete"](first);
      }
    }
  }
  return { ...doc, bars_right: [...bars.right], bars_below: [...bars.below] };
}

/** The fields that an edit sets, without those that all edits have. */
const fieldsOf = ({ type, edit, join, label, ...fields }) => fields;
const withFields = (doc, edit) => ({ ...doc, ...fieldsOf(edit) });

const APPLIED = {
  ...Object.fromEntries(Object.keys(OF_CELLS).map((name) => [name, withCells])),
  bars: withBars,
  about: withFields,
  symmetry: withFields,
  min_score: withFields,
  lists: withFields,
  override: (doc, { words }) => merged(doc, { overrides: words }),
  clue: (doc, edit) => {
    const { key, ...said } = fieldsOf(edit);
    return merged(doc, { clues: { [key]: { text: "", ...doc.clues[key], ...("text" in said && { markup: "" }), ...said } } });
  },
  rules: (doc, edit) => {
    const { paths = doc.paths, ...rules } = fieldsOf(edit);
    return { ...doc, paths, rules: { ...doc.rules, ...rules } };
  },
};

/** Whether the page knows what an edit does: it says how things shall be, so that sending it twice does no harm. */
export const isKnown = (edit) => edit.edit in APPLIED;

/** The document after an edit of the page, as far as the page knows. */
export const applied = (doc, edit) => (isKnown(edit) ? APPLIED[edit.edit](doc, edit) : doc);

/** A value without what is at its default, in one order. */
function plain(value) {
  if (Array.isArray(value)) return value.every((each) => typeof each === "number") ? [...value].sort((a, b) => a - b) : value.map(plain);
  if (!value || typeof value !== "object") return value;
  const isSet = (item) => item !== "" && item !== false && item !== null && item !== undefined && !(Array.isArray(item) && !item.length);
  return Object.entries(value).map(([key, item]) => [key, plain(item)]).filter(([, item]) => isSet(item)).sort(([a], [b]) => (a < b ? -1 : 1));
}

const isSame = (a, b) => a === b || JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/** Whether an edit is known to leave a document as it is. */
export function changesNothing(doc, edit) {
  const after = applied(doc, edit);
  return isKnown(edit) && Object.keys(after).every((name) => isSame(after[name], doc[name]));
}

/** The document after `changes` of the server. */
export function merged(doc, changes) {
  const next = { ...doc, ...changes };
  if (changes.cells && !Array.isArray(changes.cells)) {
    next.cells = [...doc.cells];
    for (const [at, cell] of Object.entries(changes.cells)) next.cells[at] = cell;
  }
  for (const name of ["clues", "kept", "overrides"]) {
    if (!changes[name]) continue;
    next[name] = { ...doc[name], ...changes[name] };
    for (const [key, value] of Object.entries(changes[name])) if (value === null) delete next[name][key];
  }
  return next;
}
