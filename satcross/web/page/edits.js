// What edits do to a document, so that the page shows them before the server has answered.
// The server's answer is the truth; edits that are not here wait for it.

import { emptied } from "./twotexts.js";

const MOVES = {
  half: (r, c, lastR, lastC) => [lastR - r, lastC - c],
  quarter: (r, c, lastR) => [c, lastR - r],
  threeQuarters: (r, c, lastR, lastC) => [lastC - c, r],
  leftRight: (r, c, lastR, lastC) => [r, lastC - c],
  topBottom: (r, c, lastR) => [lastR - r, c],
  diagonal: (r, c) => [c, r],
  antidiagonal: (r, c, lastR, lastC) => [lastC - c, lastR - r],
};

const MOVES_OF = {
  none: [],
  rotation: ["half"],
  rotation90: ["quarter", "half", "threeQuarters"],
  "left-right": ["leftRight"],
  "top-bottom": ["topBottom"],
  both: ["leftRight", "topBottom", "half"],
  diagonal: ["diagonal"],
  antidiagonal: ["antidiagonal"],
  diagonals: ["diagonal", "antidiagonal", "half"],
  full: Object.keys(MOVES),
};

/** Where a document's symmetry puts a cell: a function for each of its moves. */
function imagesOf(doc) {
  const [lastR, lastC] = [doc.rows - 1, doc.cols - 1];
  return MOVES_OF[doc.symmetry].map((name) => (at) => {
    const [r, c] = MOVES[name](Math.floor(at / doc.cols), at % doc.cols, lastR, lastC);
    return r * doc.cols + c;
  });
}

/** The cells that a document's symmetry makes of some, these first. */
export function mirrored(doc, cells) {
  return [...new Set([...cells, ...cells.flatMap((at) => imagesOf(doc).map((image) => image(at)))])];
}

/** Where bars go under the symmetry: {right, below}. */
function mirroredBars(doc, cells, side) {
  const found = { right: [], below: [], [side]: [...cells] };
  const step = side === "right" ? 1 : doc.cols;
  for (const image of imagesOf(doc)) {
    for (const at of cells) {
      const [first, second] = [image(at), image(at + step)].sort((a, b) => a - b);
      const isRow = second - first === 1 && Math.floor(first / doc.cols) === Math.floor(second / doc.cols);
      found[isRow ? "right" : "below"].push(first);
    }
  }
  return found;
}

const kindOf = (cell) => cell.kind ?? "open";

/** A document whose cells at some positions are changed by a function. */
function withCells(doc, positions, change) {
  const cells = [...doc.cells];
  for (const at of positions) cells[at] = change(cells[at], at);
  return { ...doc, cells };
}

const FLAGS = { circle: "circle", given: "given", pin: "pinned", theme: "theme" };

const APPLIED = {
  letters: (doc, edit) =>
    withCells(doc, Object.keys(edit.cells).map(Number), (cell, at) =>
      kindOf(cell) === "open" ? { ...cell, letter: edit.cells[at] } : cell),
  kind: (doc, edit) =>
    withCells(doc, edit.symmetric ? mirrored(doc, edit.cells) : edit.cells, (cell) =>
      kindOf(cell) === edit.kind ? cell : { kind: edit.kind, circle: cell.circle, shade: cell.shade }),
  bars: (doc, edit) => {
    const bars = { right: new Set(doc.bars_right), below: new Set(doc.bars_below) };
    for (const side of ["right", "below"]) {
      const cells = edit[side] ?? [];
      const found = edit.symmetric ? mirroredBars(doc, cells, side) : { right: [], below: [], [side]: cells };
      for (const each of ["right", "below"]) {
        for (const at of found[each]) bars[each][edit.on ? "add" : "delete"](at);
      }
    }
    return { ...doc, bars_right: [...bars.right], bars_below: [...bars.below] };
  },
  shade: (doc, edit) => withCells(doc, edit.cells, (cell) => ({ ...cell, shade: edit.shade })),
  clear: (doc, edit) => {
    const all = edit.cells ?? doc.cells.keys();
    return withCells(doc, all, (cell) =>
      edit.what === "all" || !(cell.pinned || cell.theme) ? { ...cell, letter: emptied(cell.letter ?? "") } : cell);
  },
  about: (doc, edit) => {
    const { type, edit: _, join, label, ...texts } = edit;
    return { ...doc, ...texts };
  },
  clue: (doc, edit) => {
    const old = doc.clues[edit.key] ?? { text: "" };
    const clue = { ...old, ...("text" in edit && { text: edit.text, markup: edit.markup ?? "" }), ...("drafts" in edit && { drafts: edit.drafts }) };
    for (const name of ["annotation", "enumeration", "continued", "favourites"]) if (name in edit) clue[name] = edit[name];
    return { ...doc, clues: { ...doc.clues, [edit.key]: clue } };
  },
  symmetry: (doc, edit) => ({ ...doc, symmetry: edit.symmetry }),
  min_score: (doc, edit) => ({ ...doc, min_score: edit.min_score }),
  lists: (doc, edit) => ({ ...doc, lists: edit.lists }),
  override: (doc, edit) => {
    const overrides = { ...doc.overrides };
    for (const [word, score] of Object.entries(edit.words)) {
      if (score === null) delete overrides[word];
      else overrides[word] = score;
    }
    return { ...doc, overrides };
  },
  rules: (doc, edit) => {
    const { type, edit: _, join, label, paths = doc.paths, ...rules } = edit;
    return { ...doc, paths, rules: { ...doc.rules, ...rules } };
  },
};
for (const [edit, field] of Object.entries(FLAGS)) {
  APPLIED[edit] = (doc, { cells, on }) => withCells(doc, cells, (cell) => (kindOf(cell) === "open" ? { ...cell, [field]: on } : cell));
}

/** Whether the page knows what an edit does to a document. */
export const isKnown = (edit) => edit.edit in APPLIED && !(edit.edit === "clear" && edit.what === "grid");

/** The document after an edit of the page, as far as the page knows. */
export function applied(doc, edit) {
  return isKnown(edit) ? APPLIED[edit.edit](doc, edit) : doc;
}

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
  if (!isKnown(edit)) return false;
  const after = applied(doc, edit);
  return Object.keys(after).every((key) =>
    key === "cells" ? after.cells.every((cell, at) => isSame(cell, doc.cells[at])) : isSame(after[key], doc[key]));
}

/** The document after `changes` of the server. */
export function merged(doc, changes) {
  const next = { ...doc, ...changes };
  if (changes.cells && !Array.isArray(changes.cells)) {
    next.cells = [...doc.cells];
    for (const [at, cell] of Object.entries(changes.cells)) next.cells[at] = cell;
  }
  for (const name of ["clues", "overrides"]) {
    if (!changes[name]) continue;
    next[name] = { ...doc[name], ...changes[name] };
    for (const [key, value] of Object.entries(changes[name])) if (value === null) delete next[name][key];
  }
  return next;
}
