// The state of the workbench, and every action that changes it.
//
// doc: the document as it is shown: the server's, and edits of this page that wait for its answer.
// live: what is known of the server. view: where people look. answers: see answers.js.

import { NOTHING, carried, isBare, isUnset, withAnswer } from "./answers.js";
import { ACROSS, DOWN, Board, cursorOn } from "./board.js";
import { applied, isKnown, merged } from "./edits.js";
import { isFull } from "./twotexts.js";

// The panels on the right, in the groups that the tabs are for; the first of each is shown first.
export const GROUPS = [
  { title: "Fill", panels: ["fills", "stuck", "score"] },
  { title: "Clues", panels: ["clues"] },
  { title: "Check", panels: ["check", "statistics"] },
  { title: "Words", panels: ["words", "rules"] },
];
export const PANELS = GROUPS.flatMap(({ panels }) => panels);
export const PAGE_OF_WORDS = 30;

export const START = Object.freeze({
  doc: null,
  live: {
    revision: 0, base: null, pending: [], asked: {}, undo: null, redo: null, saved: 0, tab: 0, tabs: 1, lists: [],
    engine: { state: "starting", doing: "" }, connection: "opening", trouble: "", readOnly: "", ruleOptions: [],
  },
  view: {
    cursor: { at: 0, dir: ACROSS }, rebus: null, selection: null, panel: "fills", ghosts: true, hovered: "", hover: null, changed: null,
    proposal: null, marked: [], path: null, pen: "", menu: null, trashed: null, filters: { across: "", down: "" }, limits: { across: PAGE_OF_WORDS, down: PAGE_OF_WORDS },
    chosen: { across: -1, down: -1 }, history: null, dialog: null, home: false, notice: "", outside: null, drawer: "",
  },
  answers: NOTHING,
  fills: null, // shown side by side, with the document that they are fills of
});

const KINDS = { block: "#", void: "~" };
let lastBoard = { doc: null, key: "", board: null };

/** How an entry is treated: `{by, word}`; undefined of one that is not. */
export const treatedIn = (answers, entry) => answers.consistency?.treated?.[entryName(entry)];

/** The candidates of an entry. As long as nothing is set, or nothing has a fill, no word is dead by its own fault, and none is marked. */
export function listOf({ doc, answers }, entry) {
  const list = answers.lists.find((each) => each.entry === entryName(entry));
  const isStuck = answers.verdict?.verdict === "impossible" && !entry.cells.every((at) => isFull(doc.cells[at].letter ?? ""));
  const isEarly = (isBare(doc) && answers.verdict?.verdict !== "fillable") || isUnset(doc, answers);
  if (!list || !(isEarly || isStuck)) return list;
  return { ...list, isStuck: !isEarly, n_left: list.n, words: list.words.map(([word, score, , written]) => [word, score, "unset", written]) };
}

/** The board of a document; the same one as long as blocks and bars stay. */
export function boardOf(doc) {
  if (doc === lastBoard.doc) return lastBoard.board;
  const kinds = doc.cells.map((cell) => KINDS[cell.kind] ?? ".").join("");
  const key = [doc.rows, doc.cols, kinds, [...doc.bars_right].sort(), "/", [...doc.bars_below].sort(), JSON.stringify(doc.paths)].join();
  if (lastBoard.key !== key) {
    const shape = { rows: doc.rows, cols: doc.cols, kinds, barsRight: doc.bars_right, barsBelow: doc.bars_below, paths: doc.paths };
    lastBoard.board = new Board(shape);
  }
  lastBoard = { doc, key, board: lastBoard.board };
  return lastBoard.board;
}

/** "12A", as the server names entries. */
export const entryName = (entry) => entry.name ?? `${entry.number}${entry.dir === ACROSS ? "A" : "D"}`;

/** "12 Across", as people do. */
export const entryTitle = (entry) => entry.name ?? `${entry.number} ${entry.dir === ACROSS ? "Across" : "Down"}`;

/** The key under which a document has the clue of an entry. */
export const clueKey = (entry) => `${entry.dir}-${entry.cells[0]}`;

/** The place of the chosen candidate in the list of a direction; -1 for none. */
export const chosenIn = (view, dir) => view.chosen[dir] ?? -1;

export const entryNamed = (board, name) => board.all.find((entry) => entryName(entry) === name);

/** The cells of the selected rectangle, or [] without one. */
export function selectedCells(doc, selection) {
  if (!selection) return [];
  const [r1, r2] = [selection.from, selection.to].map((at) => Math.floor(at / doc.cols)).sort((a, b) => a - b);
  const [c1, c2] = [selection.from, selection.to].map((at) => at % doc.cols).sort((a, b) => a - b);
  const found = [];
  for (let r = r1; r <= r2; r++) for (let c = c1; c <= c2; c++) found.push(r * doc.cols + c);
  return found;
}

const withLive = (state, live) => ({ ...state, live: { ...state.live, ...live } });
const withView = (state, view) => ({ ...state, view: { ...state.view, ...view } });

/** The state with another document; the cursor stays inside. */
function withDoc(state, doc) {
  const { cursor } = state.view;
  const at = Math.min(cursor.at, doc.rows * doc.cols - 1);
  const isSameSize = state.doc && state.doc.rows === doc.rows && state.doc.cols === doc.cols;
  const isThere = cursor.dir === ACROSS || cursor.dir === DOWN || boardOf(doc).entryAt(at, cursor.dir);
  const view = isThere && (isSameSize || at === cursor.at) ? { cursor } : { cursor: cursorOn(boardOf(doc), at, cursor.dir), selection: null, marked: [] };
  return withView({ ...state, doc }, { ...view, hover: null, hovered: "", changed: null, proposal: null, chosen: { across: -1, down: -1 } });
}

const pendingDoc = (base, pending) => pending.reduce((doc, { edit }) => applied(doc, edit), base);

// What is set as it comes: `menu` is where that of a cell is, or null; `drawer` the part of the page that
// is an open one, where there is little room; `trashed` the crossword that was deleted last; `home` whether
// the first page is shown; `outside` that another program has changed the file, until people have chosen.
const SET = ["menu", "rebus", "drawer", "proposal", "marked", "trashed", "dialog", "home", "notice", "outside"];

export const ACTIONS = {
  // Another crossword is to be shown.
  closed: (state) => ({ ...START, view: { ...START.view, panel: state.view.panel, ghosts: state.view.ghosts, trashed: state.view.trashed } }),

  opened: (state, message) => {
    const { pending } = state.live;
    const next = withLive(state, {
      revision: message.revision, base: message.document, undo: message.undo, redo: message.redo, tab: message.tab,
      tabs: message.tabs, lists: message.lists, engine: message.engine, saved: message.saved ?? state.live.saved, asked: message.revision === state.live.revision ? state.live.asked : {},
      readOnly: message.read_only ?? "", ruleOptions: message.rule_options ?? [],
    });
    const first = boardOf(message.document).entries[0];
    const begun = state.doc || !first ? next : withView(next, { cursor: { at: first.cells[0], dir: first.dir } });
    return withDoc({ ...begun, answers: NOTHING }, pendingDoc(message.document, pending));
  },

  // An edit of this page, before the server knows of it.
  edited: (state, { id, edit, isSent }) => {
    const board = boardOf(state.doc);
    const answers = carried(state.answers, state.doc, edit, (name) => entryNamed(board, name));
    const pending = [...state.live.pending, { id, edit, isSent }];
    const next = withLive({ ...state, answers }, isKnown(edit) ? { pending, asked: {} } : { pending });
    return isKnown(edit) ? withDoc(next, applied(state.doc, edit)) : next;
  },

  changed: (state, message) => {
    const { live } = state;
    const own = message.tab === live.tab && live.pending.find(({ id }) => id === message.id);
    const pending = live.pending.filter((each) => each !== own);
    const base = merged(live.base, message.changes);
    const next = withLive(state, { base, pending, revision: message.revision, undo: message.undo, redo: message.redo, ...(message.revision !== message.from && { asked: {} }) });
    if (message.revision === message.from && !live.pending.some(({ edit }) => isKnown(edit))) return next; // nothing has changed
    const doc = pendingDoc(base, pending);
    // Own edits were shown, and their answers carried over, when they were made.
    const isShown = own && isKnown(own.edit) && JSON.stringify(applied(live.base, own.edit).cells) === JSON.stringify(base.cells);
    if (isShown && doc.rows === state.doc.rows) return { ...next, doc };
    return withDoc({ ...next, answers: message.revision === message.from ? state.answers : NOTHING }, doc);
  },

  refused: (state, id) => {
    const pending = state.live.pending.filter((each) => each.id !== id);
    const asked = { ...state.live.asked };
    delete asked[id];
    const next = withLive(state, { pending, asked });
    if (pending.length === state.live.pending.length) return next;
    return withDoc({ ...next, answers: NOTHING }, pendingDoc(state.live.base, pending));
  },

  // The edits that were under way when the connection was lost are sent again, with new ids.
  resent: (state, pending) => withLive(state, { pending }),

  asked: (state, { id, ...asked }) => withLive(state, { asked: { ...state.live.asked, [id]: asked } }),

  answer: (state, message) => {
    const { live } = state;
    const asked = message.id === undefined ? null : live.asked[message.id];
    if (message.revision !== live.revision || live.pending.some(({ edit }) => isKnown(edit)) || (message.id !== undefined && !asked)) return state;
    const rest = { ...live.asked };
    if (message.done) delete rest[message.id];
    const next = withLive(state, { asked: rest });
    if (message.question === "witness" || message.question === "what_if") {
      const cells = message.cells ?? message.witness ?? null;
      const outcomes = message.outcome ? { ...state.answers.outcomes, [asked.about]: message.outcome } : state.answers.outcomes;
      const answers = { ...state.answers, outcomes, witnesses: { ...state.answers.witnesses, [asked.about]: cells } };
      return withView({ ...next, answers }, state.view.hovered === asked.about ? { hover: cells } : {});
    }
    if (message.question === "fills") return { ...next, fills: { ...message, doc: state.doc } };
    const answers = withAnswer(state.answers, asked ? { ...message, about: asked.about, isRegion: asked.question === "unlock" } : message);
    if ((message.question === "fill" || message.question === "wanted") && message.outcome === "found") {
      return withView({ ...next, answers }, { proposal: proposalOf(message, asked?.fields) });
    }
    return { ...next, answers };
  },

  cancelled: (state) => withLive(state, { asked: {} }),
  connection: (state, connection) => withLive(state, { connection, ...(connection === "lost" && { asked: {} }) }),
  engine: (state, engine) => withLive(state, { engine: { state: engine.state, doing: engine.doing } }),
  saved: (state, { revision, problem, hint }) => withLive(state, { saved: revision, trouble: problem ? `${problem}${hint ? `; ${hint}` : ""}` : "" }),
  tabs: (state, tabs) => withLive(state, { tabs }),

  cursor: (state, cursor) => withView(state, { cursor, rebus: null, selection: null, ...resetLists(state, cursor) }),
  select: (state, selection) => withView(state, { selection, rebus: null }),
  // The cells of a path that is being drawn; null for none.
  path: (state, path) => withView(state, { path, pen: "", selection: null, rebus: null }),
  // What drags draw, "" for nothing: see pen.js.
  pen: (state, pen) => withView(state, { pen, path: null, selection: null, rebus: null }),
  panel: (state, panel) => withView(state, { panel, drawer: "right" }),
  ghosts: (state) => withView(state, { ghosts: !state.view.ghosts }),
  hover: (state, { key, cells, changes }) =>
    withView(state, { hovered: key, hover: cells ?? state.answers.witnesses?.[key] ?? null, changed: changes ? changes.reduce(applied, state.doc) : null }),
  filter: (state, { dir, text }) =>
    withView(state, { filters: { ...state.view.filters, [dir]: text }, limits: { ...state.view.limits, [dir]: PAGE_OF_WORDS }, chosen: { ...state.view.chosen, [dir]: -1 } }),
  more: (state, dir) => withView(state, { limits: { ...state.view.limits, [dir]: state.view.limits[dir] + PAGE_OF_WORDS } }),
  choose: (state, { dir, index }) => withView(state, { chosen: { ...state.view.chosen, [dir]: index } }),
  // Moments of the history: a first page of them, or the next one.
  history: (state, message) => {
    const { history } = state.view;
    const isNext = message.before && history?.kind === message.kind && history.entries.at(-1)?.from === message.before;
    return withView(state, { history: isNext ? { ...message, entries: [...history.entries, ...message.entries] } : message });
  },
  ...Object.fromEntries(SET.map((name) => [name, (state, value) => withView(state, { [name]: value })])),
};

const OF_A_FILL = ["rows", "cols", "bars_right", "bars_below", "lists", "min_score", "rules", "overrides"];

/**
 * The fills side by side while they can be taken, or null: they stay while letters of them are
 * taken, and go when another letter is written. An undo brings them back.
 */
export function offeredFills({ fills, doc }) {
  if (!fills) return null;
  const isSame = (name) => fills.doc[name] === doc[name] || JSON.stringify(fills.doc[name]) === JSON.stringify(doc[name]);
  const letters = (at) => [fills.doc.cells[at].letter, ...fills.fills.map((fill) => fill.cells[at])];
  const fits = ({ kind = "open", letter }, at) => kind === (fills.doc.cells[at].kind ?? "open") && (!letter || letters(at).includes(letter));
  return OF_A_FILL.every(isSame) && doc.cells.every(fits) ? fills : null;
}

/** Whether a fill has the letters that fills must keep. */
export const keepsPins = (fill, doc) => doc.cells.every((cell, at) => !(cell.pinned || cell.theme) || !cell.letter || (fill.cells[at] ?? cell.letter) === cell.letter);

/** What is offered of a fill: all of its letters, or those of the region that was asked for. `asked` is for another one. */
function proposalOf(message, { cells: region, keep, min_score } = {}) {
  const asked = { cells: region, keep, min_score };
  const favoured = message.n_favoured && { n: message.favourites.length, of: message.n_favoured, most: message.most, done: message.done };
  if (!region) return { title: "Fill", favoured, asked, cells: message.cells, beside: message.beside, mean: message.mean_score, lowest: message.lowest_score };
  const cells = Object.fromEntries(Object.entries(message.cells).filter(([at]) => region.includes(Number(at))));
  return { title: "Fill of the selection", favoured, asked, cells, mean: message.mean_score, lowest: message.lowest_score, isPart: true };
}

/** Filters and lengths of lists start over when the cursor comes to another entry. */
function resetLists(state, cursor) {
  const board = boardOf(state.doc);
  const { cursor: old, filters, limits } = state.view;
  const changes = { filters: { ...filters }, limits: { ...limits }, chosen: { across: -1, down: -1 }, marked: [] };
  for (const dir of [ACROSS, DOWN, cursor.dir]) {
    if (!(dir in filters) || board.entryAt(cursor.at, dir) !== board.entryAt(old.at, dir)) {
      changes.filters[dir] = "";
      changes.limits[dir] = PAGE_OF_WORDS;
    }
  }
  return changes;
}
