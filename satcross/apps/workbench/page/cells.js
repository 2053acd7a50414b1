// How each cell of the workbench's grid looks, and what screen readers say of it.

import { UNLISTED, forcedOf, isBare, unlistedOf } from "./answers.js";
import { directionsAt, otherDirection } from "./board.js";
import { counted } from "./dom.js";
import { boardClasses } from "./grid.js";
import { boardOf, entryName, entryTitle, selectedCells } from "./state.js";
import { isBlank } from "./twotexts.js";

const HEAT = [[2, "h1"], [4, "h2"], [7, "h3"]]; // how few letters are left, and the class of it

/** The colours that cells are shaded in, with their names; the first two differ in print without colours. */
export const SHADES = { "#d3d3d3": "grey", "#999999": "dark grey", "#ffe27a": "yellow", "#a9d3f5": "blue", "#b5e0a2": "green", "#f7b8b8": "red" };
const shadeText = (shade) => `shaded ${SHADES[shade] ?? shade}`;

const SIDES = [["o-above", -1, 0], ["o-right", 0, 1], ["o-below", 1, 0], ["o-left", 0, -1]]; // of an outline

/** The letters of a candidate for which it is shown why no fill has it; then no fill is shown. */
const typedOf = ({ view, answers }) => (!view.hover && view.panel === "stuck" && answers.why?.typed) || null;

/** The letters to show in pale: of what is pointed at, of a fill that is offered, or a witness. */
export function ghostsOf({ view, answers }) {
  if (view.hover) return view.hover;
  if (typedOf({ view, answers })) return null;
  if (view.proposal) return view.proposal.isPart ? view.proposal.cells : { ...answers.verdict?.witness, ...view.proposal.cells };
  return view.ghosts ? answers.verdict?.witness ?? null : null;
}

const placeTexts = new WeakMap(); // what `placesOf` gives, by board and direction

/** For each cell, where it is in its entries, for screen readers. */
function placesOf(board, dir) {
  const known = placeTexts.get(board) ?? {};
  placeTexts.set(board, known);
  known[dir] ??= Array.from({ length: board.size }, (_, at) => {
    const entries = [dir, otherDirection(dir)].map((each) => board.entryAt(at, each)).filter(Boolean);
    const places = entries.map((entry) => `${entryTitle(entry)}, letter ${entry.cells.indexOf(at) + 1} of ${entry.cells.length}`);
    return [...places, ...board.paths.filter((path) => path.dir !== dir && path.cells.includes(at)).map(({ name }) => `on the path ${name}`)];
  });
  return known[dir];
}

/** For each cell, or each of some, what `GridView.paint` takes. */
export function looksOf(state, cells = state.doc.cells.keys()) {
  const { view, answers } = state;
  const doc = view.changed ?? state.doc; // what a correction would make of it
  const board = boardOf(doc);
  const { cursor } = view;
  const places = placesOf(board, cursor.dir);
  const typed = typedOf(state);
  const ghosts = typed ?? ghostsOf(state);
  const forced = typed ? {} : forcedOf(answers);
  const inEntry = new Set(board.entryAt(cursor.at, cursor.dir)?.cells);
  const crossing = new Set(board.entryAt(cursor.at, directionsAt(board, cursor).find((dir) => dir !== cursor.dir))?.cells);
  const selected = new Set(selectedCells(doc, view.selection));
  // What is not a pattern yet has no fill, which nobody who begins wants to see in red.
  const isQuiet = (isBare(doc) || answers.consistency?.lacking?.length) && view.panel !== "stuck";
  const why = new Set(!isQuiet && (view.panel === "stuck" || answers.verdict?.verdict === "impossible") ? answers.why?.cells : []);
  const marked = new Set(view.marked);
  const dead = isQuiet ? new Set() : deadCells(board, answers);
  const unlisted = unlistedCells(doc, answers);
  const outline = (cells, at) => SIDES.filter(([, dr, dc]) => !cells.has(board.beside(at, dr, dc))).map(([side]) => side);
  const lookOf = (cell, at) => {
    const classes = boardClasses(board, at);
    const says = [];
    if (selected.has(at)) classes.push("sel");
    if (at === cursor.at) classes.push("cur");
    else if (inEntry.has(at)) classes.push("in");
    else if (crossing.has(at)) classes.push("x");
    if (marked.has(at)) classes.push("marked");
    if (!board.isOpen(at)) {
      return { text: "", number: "", className: classes.join(" "), name: [classes[0], cell.shade && shadeText(cell.shade), board.placeName(at)].filter(Boolean).join(", "), shade: cell.shade ?? "" };
    }
    let text = cell.letter ?? "";
    const isRebus = at === cursor.at && view.rebus !== null;
    if (isRebus) {
      classes.push("rebus");
      text = view.rebus;
    } else if (text && !isBlank(text)) {
      says.push(text);
      const other = (view.hover ?? typed ?? view.proposal?.cells)?.[at];
      if (other && other !== text) {
        classes.push("ghost", "fresh");
        says.push(`would become ${other}`);
        text = other;
      }
    } else {
      const sure = forced[at];
      const pale = ghosts?.[at];
      says.push(text ? "two texts, empty" : "empty");
      if (sure && (!pale || pale === sure)) {
        classes.push("forced");
        text = sure;
        says.push(`must be ${sure}`);
      } else if (pale) {
        classes.push("ghost");
        text = pale;
        says.push(`could be ${pale}`);
      }
      if (view.proposal && !view.hover && pale && pale !== answers.verdict?.witness?.[at]) classes.push("fresh");
      const left = answers.letters?.[at] ? [...answers.letters[at].possible, ...answers.letters[at].unknown] : answers.consistency?.letters?.[at];
      if (left !== undefined && left !== null && !sure) {
        const heat = HEAT.find(([n]) => left.length <= n);
        if (heat && left.length > 0 && !isQuiet) classes.push(heat[1]);
        says.push(`${counted(left.length, "letter")} left`);
      }
      if (answers.letters?.[at]?.unknown.length) classes.push("unknown");
    }
    for (const [flag, word] of [["pinned", "pinned"], ["theme", "theme"], ["given", "given"], ["circle", "circled"]]) {
      if (!cell[flag]) continue;
      classes.push(flag);
      says.push(word);
    }
    if (cell.shade) says.push(shadeText(cell.shade));
    if (unlisted.has(at)) {
      classes.push("unlisted");
      says.push(...unlisted.get(at));
    }
    if (why.has(at)) {
      classes.push("why", ...outline(why, at));
      says.push("part of the reason");
    }
    if (dead.has(at)) {
      classes.push("dead", ...(why.has(at) ? [] : outline(dead, at)));
      says.push("no word fits");
    }
    says.push(...places[at]);
    if (view.path?.includes(at)) says.push(`cell ${view.path.indexOf(at) + 1} of the path that is drawn`);
    says.push(board.placeName(at));
    return { text, number: board.numbers[at] || "", className: classes.join(" "), name: says.join(", "), shade: cell.shade ?? "" };
  };
  const looks = [];
  for (const at of cells) looks[at] = lookOf(doc.cells[at], at);
  return looks;
}

/** The cells that a key changes at once: those that were edited, and the entries at the old and new cursor. */
export function touchedCells({ doc, view }, before) {
  const board = boardOf(doc);
  const near = [view.cursor.at, before.view.cursor.at].flatMap((at) => [at, ...board.dirs.flatMap((dir) => board.entryAt(at, dir)?.cells ?? [])]);
  return new Set([...near, ...doc.cells.flatMap((cell, at) => (cell === before.doc.cells[at] ? [] : [at]))]);
}

function deadCells(board, answers) {
  const names = new Set(answers.consistency?.dead);
  return new Set(board.all.filter((entry) => names.has(entryName(entry))).flatMap(({ cells }) => cells));
}

/** By cell of full entries that are not among the words, what screen readers say of it. */
function unlistedCells(doc, answers) {
  const found = new Map();
  for (const [name, { word, why, cells }] of Object.entries(unlistedOf(doc, answers))) {
    for (const at of cells) found.set(at, [...(found.get(at) ?? []), `${word} at ${name} is ${UNLISTED[why]}`]);
  }
  return found;
}
