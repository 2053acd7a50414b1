// The page to solve a crossword: everything that happens there. Its text is in the document.

import { tendAnnotations } from "./annotations.js";
import { ACROSS, BLOCK, Board, advanced, arrowed, cursorOn, entryAfter, entryEnd, entryStart, isUsed, openEntryAfter, stepped, turned } from "./board.js";
import { byId, element, keep, recall, report, tendMenus } from "./dom.js";
import { GridView, boardClasses } from "./grid.js";
import { MOVES, arrowStep, keyMap, keyName, letterOf, rebusKey, showKeys } from "./keyboard.js";
import { fitPaper } from "./paper.js";
import { resultActions } from "./results.js";
import { opened } from "./sealed.js";
import { commonActions, say, tendButtons, tendClear, timerStart } from "./solving.js";
import { Store } from "./store.js";
import { translated, usePhrases } from "./texts.js";
import { Timer } from "./timer.js";
import { touchKeys } from "./touch.js";

const WRONG = "wrong", RIGHT = "right", REVEALED = "revealed";
const LARGEST_CELL = 56; // px

const puzzle = JSON.parse(byId("puzzle").textContent);
usePhrases(puzzle.phrases);
const solution = opened(puzzle.solution);
const board = new Board(puzzle);
const openCells = [...Array(board.size).keys()].filter((at) => board.isOpen(at));
const fixed = new Set(puzzle.given);
const storageName = `satcross.solve.${puzzle.key}`;

const HELPED = [["L", "letter", "Letter"], ["W", "word", "Word"], ["G", "grid", "Grid"]];
const helpKeys = (verb, shift, parts) => parts.map(([key, what, name]) => (
  { keys: `Alt+${shift}${key}`, action: `${verb.toLowerCase()} ${what}`, text: `${translated(verb)}: ${translated(name)}` }));
const KEYS = [
  ...MOVES,
  ...(solution ? [...helpKeys("Check", "", HELPED), ...helpKeys("Reveal", "Shift+", [...HELPED, ["F", "first", "first letter"]])] : []),
  ...(puzzle.hidden ? [{ keys: ".", action: "block", text: translated("block") }] : []),
  { keys: "Alt+P", action: "pause", text: "Pause or continue the timer" },
];
const keys = keyMap(KEYS);

// Where there is a key, the cells of one number hold one letter.
const isCoded = Boolean(document.querySelector(".code"));
const sameCells = (at) => (isCoded ? openCells.filter((other) => puzzle.labels[other] === puzzle.labels[at]) : [at]);

// Where words are listed, each has one place; no number says where an entry begins.
const words = puzzle.words?.map((letters) => ({ letters, text: letters.join("") }));
const spelledBy = (state) => new Map(board.entries.map((entry) => [entry.cells.map((at) => state.doc.letters[at]).join(""), entry]));

// The entries with their clues: `puzzle.clues` has dir, label and cells, in the order of the lists.
// A row of Marching Bands is an entry with several clues.
const cluesOf = new Map();
puzzle.clues.forEach((clue, index) => {
  const key = `${clue.dir} ${clue.cells.join()}`;
  cluesOf.set(key, [...(cluesOf.get(key) ?? []), index]);
});
const entryClues = (entry) => {
  if (!entry) return [];
  if (!puzzle.hidden) return cluesOf.get(`${entry.dir} ${entry.cells.join()}`) ?? [];
  const label = labelOf(entry);
  return [...puzzle.clues.keys()].filter((index) => label && puzzle.clues[index].dir === entry.dir && puzzle.clues[index].label === label);
};
const clueButtons = [...document.querySelectorAll(".clue")];
words?.forEach(({ letters }, index) => clueButtons[index].closest("section").style.setProperty("--letters", letters.length));
// Elements that repeat the letter of a cell: in a key, in the boxes of a solution word, and in clues with
// blanks.
const copies = [
  ...[...document.querySelectorAll(".code li")].map((item) => [item.querySelector("span"), puzzle.labels.indexOf(item.dataset.number)]),
  ...[...document.querySelectorAll(".word li")].map((box) => [box.querySelector("span"), box.dataset.at]),
  ...[...document.querySelectorAll(".clue [data-at]")].map((blank) => [blank.firstChild, blank.dataset.at]),
];
// Letters above this row, which is empty, fall into the squares below it.
const gap = puzzle.gap ?? 0;

// ---- the state

const kept = recall(storageName);
const letters = kept?.letters ?? puzzle.entries;
const first = board.entries[0];
const start = kept?.cursor ?? (first ? entryStart(first, (at) => !letters[at]) : { at: openCells[0], dir: ACROSS });

const actions = {
  cursor: (state, cursor) => ({ ...state, view: { ...state.view, cursor, rebus: null, clue: -1 } }),
  clue: (state, { clue, cursor }) => ({ ...state, view: { ...state.view, cursor, rebus: null, clue } }),
  rebus: (state, rebus) => ({ ...state, view: { ...state.view, rebus } }),
  letters: (state, { changes, cursor }) => {
    const cells = [...state.doc.letters];
    const marks = [...state.doc.marks];
    const every = changes.flatMap(([first, letter]) => sameCells(first).map((at) => [at, letter]));
    for (const [at, letter] of every) {
      if (!isEditable(state, at)) continue;
      if (cells[at] !== letter) marks[at] = "";
      cells[at] = letter;
    }
    const isSame = cells.every((letter, at) => letter === state.doc.letters[at]);
    const view = { ...state.view, cursor: cursor ?? state.view.cursor, rebus: null };
    return { doc: isSame ? state.doc : { letters: cells, marks }, view };
  },
  check: (state, cells) => {
    const marks = [...state.doc.marks];
    for (const at of cells) {
      if (state.doc.letters[at] && marks[at] !== REVEALED) marks[at] = isRight(state, at) ? RIGHT : WRONG;
    }
    return { ...state, doc: { ...state.doc, marks } };
  },
  reveal: (state, cells) => {
    const written = [...state.doc.letters];
    const marks = [...state.doc.marks];
    for (const at of cells.flatMap(sameCells)) {
      if (isRight(state, at)) continue;
      written[at] = solution[at];
      marks[at] = REVEALED;
    }
    return { ...state, doc: { letters: written, marks } };
  },
  clear: (state) => ({ ...state, doc: { letters: puzzle.entries.map((letter, at) => (fixed.has(at) ? letter : "")), marks: Array(board.size).fill("") } }),
};

const store = new Store(
  {
    doc: { letters, marks: kept?.marks ?? Array(board.size).fill("") },
    view: { cursor: start, rebus: null, clue: -1 },
  },
  actions,
);

const labelOf = (entry) => (isCoded || !puzzle.numbered ? "" : entry.label ?? (puzzle.hidden ? numberAt(store.state, entry.cells[0]) : puzzle.labels[entry.cells[0]] || entry.number));
const nameOf = (entry) => entry.name ?? `${labelOf(entry)} ${puzzle.directions[entry.dir]}`.trim();
const letterAt = (at) => store.state.doc.letters[at];
const isEmpty = (at) => !letterAt(at);
// Where the solution has none of these, they stand for their letters, and are shown so.
const FORMS = { ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ", ى: "ي" };
const isForm = (char) => char in FORMS && !solution?.join("").includes(char);
// Letters that have no square of their own where the solution has none of them, as lists of words fold them.
const FOLDED = { Æ: "AE", Œ: "OE", Ø: "O", Đ: "D", Ð: "D", Ł: "L", Þ: "TH", ẞ: "SS", ß: "SS" };
const lettersOf = (letter) => (letter in FOLDED && solution && !solution.join("").includes(letter) ? [...FOLDED[letter]] : [letter]);
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();

function isEditable(state, at) {
  return board.isOpen(at) && !fixed.has(at) && state.doc.marks[at] !== REVEALED;
}

/** Whether a cell has the letter of the solution; of a rebus its first letter is enough.
 *  Where it reads ON across and OFF down, either is right, and both are. */
function isRight(state, at) {
  const letter = state.doc.letters[at];
  if (!solution?.[at] || !letter) return false;
  const [mine, wanted] = [plain(letter), plain(solution[at])];
  const texts = [wanted, wanted.replace(/[/|]/, ""), ...wanted.split(/[/|]/)];
  return texts.some((text) => mine === text || (text.length > 1 && mine === text[0]));
}

const isSolved = (state) => Boolean(solution) && checkable.length > 0 && checkable.every((at) => isRight(state, at));
const checkable = openCells.filter((at) => solution?.[at]);

// Where the diagram is hidden, a cell may hold a block like a letter, and the entries and numbers are
// those of the blocks so far. Numbers are shown as far as something is written.
let lights = board;
function lightsIn(state) {
  if (!puzzle.hidden) return board;
  const kinds = state.doc.letters.map((letter, at) => (letter === BLOCK ? BLOCK : board.kinds[at])).join("");
  if (kinds !== lights.kinds) lights = new Board({ ...puzzle, kinds });
  return lights;
}
function numberAt(state, at) {
  if (!puzzle.hidden || !puzzle.numbered || puzzle.labels[at]) return puzzle.labels[at];
  const isReached = state.doc.letters.some((letter, other) => other >= at && letter && !fixed.has(other));
  return isReached && lightsIn(state).numbers[at] ? String(lightsIn(state).numbers[at]) : "";
}

// ---- the screen

const root = byId("grid");
const grid = new GridView(root, {
  label: translated("{title}: {rows} rows and {cols} columns", { title: document.title, rows: board.rows, cols: board.cols }),
  largest: LARGEST_CELL,
  layer: document.getElementById("layer"), // of clues that stand in blocks
  onpress(at) {
    const { cursor } = store.state.view;
    if (!board.isOpen(at)) {
      const own = puzzle.clues.filter((clue) => clue.place === at).map((clue) => ({ at: clue.cells[0], dir: clue.dir }));
      const now = own.findIndex((start) => start.at === cursor.at && start.dir === cursor.dir);
      if (own.length) store.dispatch("cursor", own[(now + 1) % own.length]);
      return grid.focus();
    }
    store.dispatch("cursor", at === cursor.at ? turned(board, cursor) : cursorOn(board, at, cursor.dir));
    grid.focus();
  },
});
grid.show(board);
for (const [at, mark] of Object.entries(puzzle.marks)) root.querySelector(`[data-at="${at}"]`).append(element("span", { class: "m" }, mark));

/** What is highlighted: the cells of the chosen clue, or of the entry under the cursor. */
function highlighted(state) {
  const { cursor, clue } = state.view;
  if (clue >= 0) return { cells: puzzle.clues[clue].cells, clues: [clue] };
  const entry = lightsIn(state).entryAt(cursor.at, cursor.dir);
  return { cells: entry?.cells ?? [], clues: entryClues(entry) };
}

function cellName(state, at, shown) {
  const letter = state.doc.letters[at];
  const parts = [letter === BLOCK ? translated("block") : letter || translated("empty")];
  for (const dir of [state.view.cursor.dir, ...board.othersThan(state.view.cursor.dir)]) {
    const entry = lightsIn(state).entryAt(at, dir);
    if (entry) parts.push(translated("{entry}, letter {n} of {size}", { entry: nameOf(entry).toLocaleLowerCase(document.documentElement.lang), n: entry.cells.indexOf(at) + 1, size: entry.cells.length }));
  }
  const marks = { [WRONG]: translated("wrong"), [RIGHT]: translated("right"), [REVEALED]: translated("revealed") };
  if (marks[state.doc.marks[at]]) parts.push(marks[state.doc.marks[at]]);
  if (fixed.has(at)) parts.push(translated("given"));
  if (puzzle.marks[at]) parts.push(`${translated("Solution word")} ${puzzle.marks[at]}`);
  if (puzzle.circles.includes(at)) parts.push(translated("circled"));
  if (shown.shade) parts.push(translated("shaded"));
  parts.push(board.placeName(at));
  return parts.join(", ");
}

function looks(state) {
  const { cursor, rebus } = state.view;
  const inEntry = new Set(highlighted(state).cells);
  return board.kinds.split("").map((_, at) => {
    const shade = puzzle.shades[at] ?? "";
    const classes = boardClasses(board, at);
    if (!board.isOpen(at)) {
      return { text: "", number: "", className: classes.join(" "), name: translated(board.kinds[at] === BLOCK ? "block" : "void"), shade };
    }
    if (puzzle.circles.includes(at)) classes.push("circle");
    if (fixed.has(at)) classes.push(isUsed(board, state.doc.letters, openCells, gap, at) ? "used" : "given");
    if (state.doc.marks[at]) classes.push(state.doc.marks[at]);
    if (at === cursor.at) classes.push("cur");
    else if (inEntry.has(at)) classes.push("in");
    if (isCoded && puzzle.labels[at] === puzzle.labels[cursor.at]) classes.push("same");
    const isRebus = at === cursor.at && rebus !== null;
    if (isRebus) classes.push("rebus");
    const isBlock = state.doc.letters[at] === BLOCK;
    if (isBlock) classes[0] = "block";
    const text = isRebus ? rebus : isBlock ? "" : state.doc.letters[at];
    return { text, number: numberAt(state, at), className: classes.join(" "), name: cellName(state, at, { shade }), shade };
  });
}

const nowParts = { name: byId("now-name"), text: byId("now-text"), size: byId("now-size") };
let shownClue = null;

function showCopies(state) {
  for (const [shown, at] of copies) shown.textContent = state.doc.letters[at];
}

function showClue(state) {
  const { cursor, clue: chosen } = state.view;
  const { cells, clues } = highlighted(state);
  const clue = clues[0] ?? -1;
  const crossing = chosen < 0 ? board.othersThan(cursor.dir).flatMap((dir) => entryClues(lightsIn(state).entryAt(cursor.at, dir))) : [];
  const spelled = words && spelledBy(state);
  clueButtons.forEach((button, index) => {
    button.classList.toggle("on", clues.includes(index));
    const own = puzzle.clues[index].cells;
    const isFull = words ? spelled.has(words[index].text) : own.length > 0 && own.every((at) => state.doc.letters[at]);
    const isBeside = words ? !isFull && fits(state, words[index], board.entryAt(cursor.at, cursor.dir)) : crossing.includes(index);
    button.classList.toggle("across-it", isBeside);
    button.classList.toggle("full", isFull);
    if (index === clue) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    button.tabIndex = index === Math.max(clue, 0) ? 0 : -1;
  });
  const key = `${clue} ${cells.join()}`;
  if (key === shownClue) return;
  shownClue = key;
  const entry = lightsIn(state).entryAt(cursor.at, cursor.dir);
  const name = entry?.name ? entry.name : clues.length === 1 ? puzzle.clues[clue].name : entry ? nameOf(entry) : "";
  nowParts.name.textContent = name;
  const texts = clues.map((index) => [...(clueButtons[index]?.querySelector("span").childNodes ?? [])].filter((node) => !node.dataset?.at).map((node) => node.cloneNode(true)));
  nowParts.text.replaceChildren(...texts.flatMap((nodes, index) => (index ? [" / ", ...nodes] : nodes)));
  nowParts.size.textContent = cells.length ? translated("{n} cell|{n} cells", { n: cells.length }) : "";
  for (const shown of [clueButtons[clue], clueButtons[crossing[0]]]) {
    const list = shown?.closest("ol");
    if (!list || getComputedStyle(list).overflowY === "visible") continue;
    const [top, bottom] = [shown.offsetTop - list.offsetTop, shown.offsetTop - list.offsetTop + shown.offsetHeight];
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 3;
    }
  }
}

// ---- the timer, and what this browser keeps

const timer = new Timer(timerStart(kept, puzzle.seconds, puzzle.runs), root, save);

function save() {
  const { doc, view } = store.state;
  keep(storageName, { letters: doc.letters, marks: doc.marks, cursor: view.cursor, seconds: timer.seconds, runs: timer.runs, solved: timer.solved });
  report(checkable.filter((at) => !fixed.has(at)).map((at) => isRight(store.state, at) && doc.marks[at] !== REVEALED), timer.solved);
}

// ---- what can be done

function write(typed) {
  const letter = [...typed].map((char) => (isForm(char) ? FORMS[char] : char)).join("");
  const { cursor } = store.state.view;
  const editable = isEditable(store.state, cursor.at);
  const wasEmpty = isEmpty(cursor.at);
  let next = advanced(board, cursor, wasEmpty || !editable, (at) => isEmpty(at) && at !== cursor.at);
  const entry = board.entryAt(cursor.at, cursor.dir);
  const isFull = entry?.cells.every((at) => at === cursor.at || !isEmpty(at));
  if (wasEmpty && isFull && openCells.some((at) => at !== cursor.at && isEmpty(at))) {
    next = openEntryAfter(board, cursor, (at) => isEmpty(at) && at !== cursor.at);
  }
  say("");
  store.dispatch("letters", { changes: [[cursor.at, letter]], cursor: next });
}

/** Writes letters from the cursor on, as far as its entry goes. */
function writeAll(letters) {
  const { cursor } = store.state.view;
  const cells = board.entryAt(cursor.at, cursor.dir)?.cells ?? [cursor.at];
  const from = cells.indexOf(cursor.at);
  const there = letters.slice(0, cells.length - from);
  there.slice(0, -1).forEach((letter, n) => store.dispatch("letters", { changes: [[cells[from + n], letter]], cursor: { ...cursor, at: cells[from + n + 1] } }));
  write(there.at(-1));
}

/** Whether a word can stand in an entry, beside the letters that are there or cannot be changed. */
function fits(state, word, entry, isFixed = (at) => state.doc.letters[at]) {
  if (entry?.cells.length !== word.letters.length) return false;
  return entry.cells.every((at, index) => !isFixed(at) || state.doc.letters[at] === word.letters[index]);
}

/** Writes a word into the entry under the cursor; else goes to where it stands, or may stand. */
function place(word) {
  const { state } = store;
  const { cursor } = state.view;
  const entry = board.entryAt(cursor.at, cursor.dir);
  const there = spelledBy(state).get(word.text);
  if (!there && fits(state, word, entry, (at) => !isEditable(state, at))) {
    say("");
    store.dispatch("letters", { changes: entry.cells.map((at, index) => [at, word.letters[index]]) });
    if (openCells.some(isEmpty)) store.dispatch("cursor", openEntryAfter(board, store.state.view.cursor, isEmpty));
    return;
  }
  const other = there ?? board.entries.find((each) => fits(state, word, each) && each.cells.some(isEmpty));
  if (other) store.dispatch("cursor", entryStart(other, isEmpty));
}

function erase(stepsBack) {
  say("");
  const { cursor } = store.state.view;
  if (!isEmpty(cursor.at) && isEditable(store.state, cursor.at)) {
    store.dispatch("letters", { changes: [[cursor.at, ""]] });
  } else if (stepsBack) {
    const back = stepped(board, cursor, -1);
    if (back.at !== cursor.at) store.dispatch("letters", { changes: [[back.at, ""]], cursor: back });
  }
}

function cellsOf(what) {
  const { cursor } = store.state.view;
  if (what === "letter") return [cursor.at];
  const { cells } = highlighted(store.state);
  if (what !== "grid") return what === "first" ? cells.slice(0, 1) : cells;
  return openCells;
}

function check(what) {
  const cells = cellsOf(what).filter((at) => solution[at] && letterAt(at) && !fixed.has(at));
  store.dispatch("check", cells);
  const wrong = cells.filter((at) => !isRight(store.state, at)).length;
  if (!cells.length) say(translated("Nothing is written there yet."));
  else if (wrong) say(translated("{n} letter of {size} is wrong.|{n} letters of {size} are wrong.", { n: wrong, size: cells.length }));
  else say(translated("{n} letter, all right.|{n} letters, all right.", { n: cells.length }));
}

function reveal(what) {
  const cells = cellsOf(what).filter((at) => solution[at]);
  store.dispatch("reveal", cells);
  if (!timer.solved) say(translated("{n} letter revealed.|{n} letters revealed.", { n: cells.length }));
}

const setRebus = (rebus) => store.dispatch("rebus", rebus);

function commitRebus() {
  const { rebus } = store.state.view;
  if (rebus !== null) write(rebus);
}

const run = {
  ...commonActions({ store, timer, grid }),
  ...resultActions(puzzle, storageName, save),
  arrow: (event) => store.dispatch("cursor", arrowed(board, store.state.view.cursor, ...arrowStep(event), true)),
  block: () => (letterAt(store.state.view.cursor.at) === BLOCK ? erase(false) : write(BLOCK)),
  turn: () => store.dispatch("cursor", turned(board, store.state.view.cursor)),
  next: () => store.dispatch("cursor", entryAfter(board, store.state.view.cursor, 1, isEmpty)),
  previous: () => store.dispatch("cursor", entryAfter(board, store.state.view.cursor, -1, isEmpty)),
  home: () => store.dispatch("cursor", entryEnd(board, store.state.view.cursor, 0)),
  end: () => store.dispatch("cursor", entryEnd(board, store.state.view.cursor, -1)),
  backspace: () => erase(true),
  delete: () => erase(false),
  rebus: () => {
    if (isEditable(store.state, store.state.view.cursor.at)) store.dispatch("rebus", letterAt(store.state.view.cursor.at));
  },
  leave: () => (clueButtons.find((button) => button.tabIndex === 0) ?? byId("timer")).focus(),
  touch: () => {
    const shows = document.body.classList.toggle("shows-touch");
    byId("touch-toggle").setAttribute("aria-pressed", shows);
    grid.fit();
  },
  ...Object.fromEntries(["letter", "word", "grid"].map((what) => [`check ${what}`, () => check(what)])),
  ...Object.fromEntries(["letter", "first", "word", "grid"].map((what) => [`reveal ${what}`, () => reveal(what)])),
};

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.isComposing) return;
  const onGrid = grid.hasFocus || event.target === document.body;
  if (!timer.runs && !timer.solved && keys.get(keyName(event))?.action !== "pause") return;
  const { rebus } = store.state.view;
  if (rebus !== null && rebusKey(event, rebus, setRebus, commitRebus)) {
    event.preventDefault();
    return;
  }
  const letter = letterOf(event);
  const binding = keys.get(keyName(event));
  // Elsewhere on the page the keys of buttons and lists keep their meaning.
  const isGeneral = letter || /^(Alt|Ctrl)\+/.test(keyName(event)) || binding?.action === "keys";
  if (!onGrid && !isGeneral) return;
  if (letter) writeAll(lettersOf(letter));
  else if (binding) run[binding.action](event);
  else return;
  event.preventDefault();
  if (letter || onGrid) {
    if (binding?.action !== "leave" && !document.querySelector("dialog[open]") && timer.runs) grid.focus();
  }
});

tendButtons(run, { timer, grid });

document.querySelector(".word")?.addEventListener("click", (event) => {
  const box = event.target.closest("li");
  if (!box) return;
  store.dispatch("cursor", cursorOn(board, Number(box.dataset.at), store.state.view.cursor.dir));
  grid.focus();
});

byId("lists").addEventListener("click", (event) => {
  const index = clueButtons.indexOf(event.target.closest(".clue"));
  if (index < 0) return;
  if (words) {
    place(words[index]);
    grid.focus();
    return;
  }
  const { cells, dir } = puzzle.clues[index];
  if (!cells.length && !puzzle.hidden) return;
  const entry = lightsIn(store.state).all.find((each) => entryClues(each).includes(index));
  const blank = event.target.closest("[data-at]");
  if (blank) store.dispatch("cursor", { at: Number(blank.dataset.at), dir });
  else if (entry) store.dispatch("cursor", entryStart(entry, isEmpty));
  else if (puzzle.hidden) store.dispatch("clue", { clue: index, cursor: { ...store.state.view.cursor, dir } });
  else store.dispatch("clue", { clue: index, cursor: cursorOn(board, cells.find(isEmpty) ?? cells[0], ACROSS) });
  grid.focus();
});

byId("lists").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const index = clueButtons.indexOf(event.target);
  if (!step || index < 0) return;
  clueButtons[(index + step + clueButtons.length) % clueButtons.length].focus();
  event.preventDefault();
});

tendClear(store, timer, save);

let wasFull = false;
store.subscribe((state, before) => {
  grid.paint(looks(state), state.view.cursor.at);
  showClue(state);
  showCopies(state);
  for (const [id, can] of [["undo", store.canUndo], ["redo", store.canRedo]]) byId(id).disabled = !can;
  if (state.doc !== before.doc) {
    const isFull = openCells.every((at) => state.doc.letters[at]);
    if (!timer.solved && isSolved(state)) {
      timer.finish();
      const helped = state.doc.marks.filter((mark) => mark === REVEALED).length;
      const solved = "Solved in {time}, with {n} letter revealed.|Solved in {time}, with {n} letters revealed.";
      say(translated(helped ? solved : "Solved in {time}.", { n: helped, time: timer.text }), true);
    } else if (isFull && !wasFull && solution && !timer.solved) say(translated("Every cell is full, but something is wrong."));
    wasFull = isFull;
  }
  save();
});

showKeys(KEYS);
fitPaper();
if (!solution) for (const menu of document.querySelectorAll("[data-needs=solution]")) menu.hidden = true;
const written = new Set((solution ?? []).join("").replace(/[/|]/g, "").toUpperCase());
written.delete(BLOCK);
touchKeys(byId("touch"), [...written], puzzle.hidden);
tendMenus();
if (matchMedia("(pointer: coarse)").matches) run.touch();
byId("undo").disabled = byId("redo").disabled = true;
grid.paint(looks(store.state), store.state.view.cursor.at);
for (const show of [showClue, showCopies]) show(store.state);
tendAnnotations(store, isSolved, puzzle.annotations, clueButtons);
if (timer.runs && !matchMedia("(pointer: coarse)").matches) grid.focus();
if (timer.solved) say(translated("Solved in {time}.", { time: timer.text }), true);
