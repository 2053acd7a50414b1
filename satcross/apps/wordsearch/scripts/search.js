// The page to solve a word search: mark words by dragging, by two presses, or with the keyboard.

import { Board, openBeside } from "./board.js";
import { byId, keep, recall, report, tendMenus } from "./dom.js";
import { GridView, boardClasses } from "./grid.js";
import { arrowStep, keyMap, keyName, showKeys } from "./keyboard.js";
import { resultActions } from "./results.js";
import { opened } from "./sealed.js";
import { commonActions, say, tendButtons, tendClear, timerStart } from "./solving.js";
import { Store } from "./store.js";
import { translated, usePhrases } from "./texts.js";
import { Timer } from "./timer.js";

const INKS = ["#1f4e9e", "#b5472b", "#2e7d32", "#6a3d9a", "#8a6d00", "#00798c", "#a02060", "#4d4d4d"];
const LARGEST_CELL = 42; // px

const puzzle = JSON.parse(byId("puzzle").textContent);
usePhrases(puzzle.phrases);
const board = new Board(puzzle);
const places = opened(puzzle.solution);
const storageName = `satcross.search.${puzzle.key}`;
const kept = recall(storageName);
const covered = new Set(places.flat());
const items = [...document.querySelectorAll(".words li")];

const nListed = items.filter((item) => item.dataset.bonus === undefined).length; // the first ones

const KEYS = [
  { keys: "ArrowLeft ArrowRight ArrowUp ArrowDown", action: "arrow", text: "Move" },
  { keys: "Enter Space", action: "mark", text: "First letter of a word; then its last letter" },
  { keys: "Escape", action: "drop", text: "Begin again with another letter" },
  { keys: "Ctrl+Z", action: "undo", text: "Undo" },
  { keys: "Ctrl+Shift+Z Ctrl+Y", action: "redo", text: "Redo" },
  { keys: "Alt+P", action: "pause", text: "Pause or continue the timer" },
  { keys: "?", action: "keys", text: "This sheet" },
];
const keys = keyMap(KEYS);

// `found`: by word, null or {cells, shown}; `shown` when the page gave it away.
const actions = {
  cursor: (state, at) => ({ ...state, view: { ...state.view, cursor: at } }),
  from: (state, from) => ({ ...state, view: { ...state.view, from } }),
  found: (state, { index, cells, shown }) => ({
    doc: { found: state.doc.found.map((old, i) => (i === index ? { cells, shown } : old)) },
    view: { ...state.view, from: -1 },
  }),
  clear: (state) => ({ ...state, doc: { found: state.doc.found.map(() => null) } }),
};
const store = new Store(
  {
    doc: { found: kept?.found ?? puzzle.words.map(() => null) },
    view: { cursor: board.kinds.indexOf("."), from: -1 },
  },
  actions,
);

const root = byId("grid");
root.classList.add("search");
let dragged = false;
const grid = new GridView(root, {
  label: translated("{title}: {rows} rows and {cols} columns", { title: document.title, rows: board.rows, cols: board.cols }),
  largest: LARGEST_CELL,
  onpress(at, event) {
    if (!board.isOpen(at) || (timer.solved && store.state.doc.found.every(Boolean))) return;
    root.setPointerCapture(event.pointerId);
    dragged = false;
    store.dispatch("cursor", at);
    grid.focus();
    if (store.state.view.from >= 0) mark(at);
    else store.dispatch("from", at);
  },
});
grid.show(board);
const marks = document.createElementNS("http://www.w3.org/2000/svg", "svg");
marks.setAttribute("class", "marks");
marks.setAttribute("viewBox", `0 0 ${board.cols} ${board.rows}`);
marks.setAttribute("preserveAspectRatio", "none");
marks.setAttribute("aria-hidden", "true");
root.prepend(marks);

root.addEventListener("pointermove", (event) => {
  if (!root.hasPointerCapture(event.pointerId)) return;
  const at = grid.cellOf(document.elementFromPoint(event.clientX, event.clientY));
  if (at < 0 || at === store.state.view.cursor) return;
  dragged = true;
  store.dispatch("cursor", at);
});
root.addEventListener("pointerup", () => {
  if (dragged && store.state.view.from >= 0) mark(store.state.view.cursor);
  dragged = false;
});

/** The cells of the straight line from one cell to another, or [] if there is none. */
function line(from, to) {
  const [r, c] = [Math.floor(from / board.cols), from % board.cols];
  const [dr, dc] = [Math.floor(to / board.cols) - r, (to % board.cols) - c];
  const n = Math.max(Math.abs(dr), Math.abs(dc));
  if (dr && dc && Math.abs(dr) !== Math.abs(dc)) return [];
  return Array.from({ length: n + 1 }, (_, i) => (r + Math.sign(dr) * i) * board.cols + c + Math.sign(dc) * i);
}

/** Ends a word at a cell, or begins with it again when that is no word. */
function mark(at) {
  const { from } = store.state.view;
  const cells = line(from, at);
  const text = cells.map((cell) => puzzle.letters[cell]);
  const ways = [text.join(), [...text].reverse().join()];
  const index = puzzle.words.findIndex((word, i) => !store.state.doc.found[i] && ways.includes([...word].join()));
  if (index >= 0) {
    store.dispatch("found", { index, cells, shown: false });
    say(translated("{word} found.", { word: items[index].textContent }));
  } else {
    if (cells.length > 1) say(translated("{word} is not a word of the list.", { word: text.join("") }));
    store.dispatch("from", dragged || at === from ? -1 : at);
  }
}

const timer = new Timer(timerStart(kept, 0, true), root, save);

function save() {
  keep(storageName, { found: store.state.doc.found, seconds: timer.seconds, runs: timer.runs, solved: timer.solved });
  const { found } = store.state.doc;
  report(found.slice(0, nListed).map((word) => word && !word.shown), timer.solved);
}

function capsule(cells, className, ink) {
  const [from, to] = [cells[0], cells[cells.length - 1]];
  const ends = { x1: (from % board.cols) + 0.5, y1: Math.floor(from / board.cols) + 0.5, x2: (to % board.cols) + 0.5, y2: Math.floor(to / board.cols) + 0.5 };
  const drawn = document.createElementNS(marks.namespaceURI, "line");
  drawn.setAttribute("class", className);
  if (ink) drawn.setAttribute("stroke", ink);
  for (const [name, value] of Object.entries(ends)) drawn.setAttribute(name, value);
  return drawn;
}

function paint(state) {
  const { found } = state.doc;
  const { cursor, from } = state.view;
  const used = new Set(found.flatMap((word) => word?.cells ?? []));
  const listed = found.slice(0, nListed);
  const isDone = listed.every(Boolean);
  const looks = puzzle.letters.map((letter, at) => {
    const classes = boardClasses(board, at);
    if (at === cursor) classes.push("cur");
    if (at === from) classes.push("from");
    const isSpare = isDone && puzzle.message && board.isOpen(at) && !covered.has(at);
    if (isSpare) classes.push("spare");
    const parts = [letter, board.placeName(at)];
    if (at === from) parts.push(translated("first letter"));
    if (used.has(at)) parts.push(translated("marked"));
    return { text: letter.trim(), number: "", className: classes.join(" "), name: parts.join(", "), shade: "" };
  });
  grid.paint(looks, cursor);
  const lines = found.flatMap((word, i) => (word ? [capsule(word.cells, word.shown ? "shown" : "", INKS[i % INKS.length])] : []));
  if (from >= 0) {
    const cells = line(from, cursor);
    lines.push(capsule(cells.length ? cells : [from], "", "var(--focus)"));
  }
  marks.replaceChildren(...lines);
  items.forEach((item, i) => {
    item.classList.toggle("found", Boolean(found[i]));
    if (i >= nListed) item.textContent = found[i] ? [...puzzle.words[i]].join("") : "?";
  });
  byId("undo").disabled = !store.canUndo;
  byId("redo").disabled = !store.canRedo;
  byId("left").textContent = isDone ? translated("All found") : translated("{n} word left|{n} words left", { n: listed.filter((word) => !word).length });
  if (isDone && !timer.solved) {
    timer.finish();
    const helped = listed.filter((word) => word.shown).length;
    const solved = "Solved in {time}, with {n} word shown.|Solved in {time}, with {n} words shown.";
    const parts = [translated(helped ? solved : "Solved in {time}.", { n: helped, time: timer.text })];
    const others = puzzle.letters.filter((_, at) => board.isOpen(at) && !covered.has(at)).join("");
    if (puzzle.message) parts.push(translated("The other letters say: {letters}.", { letters: others }));
    say(parts.join(" "), true);
  }
}

function show(n) {
  for (let index = 0; index < places.length && n > 0; index++) {
    if (store.state.doc.found[index]) continue;
    store.dispatch("found", { index, cells: places[index], shown: true });
    if (!timer.solved) say(translated("{word} shown.", { word: items[index].textContent }));
    n--;
  }
}

const run = {
  ...commonActions({ store, timer, grid }),
  ...resultActions(puzzle, storageName, save),
  arrow: (event) => {
    const at = openBeside(board, store.state.view.cursor, ...arrowStep(event));
    if (at >= 0) store.dispatch("cursor", at);
  },
  mark: () => (store.state.view.from >= 0 ? mark(store.state.view.cursor) : store.dispatch("from", store.state.view.cursor)),
  drop: () => store.dispatch("from", -1),
  "show word": () => show(1),
  "show all": () => show(places.length),
};

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const name = keyName(event);
  const action = keys.get(name)?.action;
  const onGrid = grid.hasFocus || event.target === document.body;
  if (!action || (!onGrid && !/^(Ctrl|Alt)\+/.test(name) && action !== "keys")) return;
  if (!timer.runs && action !== "pause" && action !== "keys") return;
  run[action](event);
  if (onGrid && timer.runs && action !== "keys") grid.focus();
  event.preventDefault();
});
tendButtons(run, { timer, grid });
tendClear(store, timer, save);

store.subscribe((state) => {
  paint(state);
  save();
});
showKeys(KEYS);
tendMenus();
paint(store.state);
