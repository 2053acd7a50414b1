// Everything that people can do on the workbench, by name: its keys, its text, and what it does.
// The keyboard, the buttons and the sheet of keys are made of this table.

import { ACROSS, arrowed, entryAfter, entryEnd, stepped, turned } from "./board.js";
import { forcedOf, wordOf } from "./answers.js";
import { SHADES, ghostsOf } from "./cells.js";
import { nextGap } from "./cluewords.js";
import { request } from "./connection.js";
import { DECLARED } from "./declared.js";
import { counted } from "./dom.js";
import { ARROWS, MOVES, arrowStep, shownKey } from "./keyboard.js";
import { drawPath } from "./paths.js";
import { takePen } from "./pen.js";
import { PANELS, chosenIn, clueKey, entryName, entryNamed, entryTitle, listOf, selectedCells, treatedIn } from "./state.js";
import { emptied, isBlank, isFull, readIn, typedInto, withRead } from "./twotexts.js";

const SHIFT_ARROWS = Object.fromEntries(Object.entries(ARROWS).map(([key, step]) => [`Shift+${key}`, step]));
let usualShade = Object.keys(SHADES)[0]; // the colour that was used last
const N_FILLS = 4;
const MORE_FILLS = 8;

/** The cells that a command on cells works on: the selection, or the cell of the cursor. */
export function targets({ doc, view }) {
  const selected = selectedCells(doc, view.selection);
  return selected.length ? selected : [view.cursor.at];
}

const openTargets = (app) => targets(app.state).filter((at) => app.board.isOpen(at));
const cursorOf = (app) => app.state.view.cursor;
const letterAt = (app, at) => app.state.doc.cells[at].letter ?? "";
const entryOf = (app) => app.board.entryAt(cursorOf(app).at, cursorOf(app).dir);

/** Types a letter into the cell of the cursor. A block or void stays: one letter too many opens none. */
export function type(app, letter) {
  const { at, dir } = cursorOf(app);
  if (!app.board.isOpen(at)) {
    const { kind } = app.state.doc.cells[at];
    return app.notify(`This is a ${kind}, which has no letters: ${shownKey(COMMAND[kind].keys.split(" ")[0])} or Delete opens it.`);
  }
  return write(app, typedInto(letterAt(app, at), dir, letter));
}

/** Puts a letter, or several, into the cell of the cursor, which is open. */
export function write(app, letter) {
  const { at } = cursorOf(app);
  app.store.batch(() => { // the grid is painted once
    app.edit({ edit: "letters", cells: { [at]: letter } });
    app.dispatch("cursor", stepped(app.board, cursorOf(app), 1));
  });
}

function erase(app, stepsBack) {
  const { doc, view } = app.state;
  if (view.selection) return clearLetters(app, openTargets(app));
  const { at } = view.cursor;
  if (!app.board.isOpen(at)) {
    app.edit({ edit: "kind", cells: [at], kind: "open", symmetric: true });
    return undefined;
  }
  if (doc.cells[at].letter) return clearLetters(app, [at]);
  if (!stepsBack) return undefined;
  const back = stepped(app.board, view.cursor, -1);
  if (back.at === at) return undefined;
  if (letterAt(app, back.at)) clearLetters(app, [back.at]);
  app.dispatch("cursor", back);
  return undefined;
}

function clearLetters(app, cells) {
  const full = cells.filter((at) => letterAt(app, at));
  const after = (text) => (isBlank(text) ? "" : emptied(text));
  if (full.length) app.edit({ edit: "letters", cells: Object.fromEntries(full.map((at) => [at, after(letterAt(app, at))])) });
}

/** Writes a word into an entry. */
export function place(app, entry, word) {
  const rebus = app.state.doc.rules.rebus ?? [];
  const letters = lettersOf(word, entry.cells.map((at) => readIn(letterAt(app, at), entry.dir)), rebus);
  if (!letters) return;
  const cells = Object.fromEntries(entry.cells.map((at, i) => [at, withRead(letterAt(app, at), entry.dir, letters[i])]).filter(([at, letter]) => letterAt(app, at) !== letter));
  if (Object.keys(cells).length) app.edit({ edit: "letters", cells, label: `${word} in ${entryTitle(entry)}` });
}

/** A word divided into cells, some of which may hold several letters; null if it cannot be. */
export function lettersOf(word, given, rebus) {
  if (!given.length) return word ? null : [];
  const [first, ...rest] = given;
  const tries = first ? [first] : [[...word][0] ?? "", ...rebus];
  for (const letters of tries) {
    if (!letters || !word.startsWith(letters)) continue;
    const after = lettersOf(word.slice(letters.length), rest, rebus);
    if (after) return [letters, ...after];
  }
  return null;
}

function toggleKind(app, kind) {
  const { doc, view } = app.state;
  const cells = targets(app.state);
  const isOn = (doc.cells[view.cursor.at].kind ?? "open") === kind;
  app.edit({ edit: "kind", cells, kind: isOn ? "open" : kind, symmetric: true });
  if (view.selection) return;
  const { at, dir } = cursorOf(app);
  const next = app.board.beside(at, ...(dir === ACROSS ? [0, 1] : [1, 0]));
  app.dispatch("cursor", { ...view.cursor, at: next < 0 ? at : next });
}

function toggleBar(app, side) {
  const { doc, view } = app.state;
  const { at } = view.cursor;
  const [dr, dc, bars] = side === "right" ? [0, 1, doc.bars_right] : [1, 0, doc.bars_below];
  if (app.board.beside(at, dr, dc) < 0) return app.notify("A bar stands between two cells, and this one is at the edge.");
  return app.edit({ edit: "bars", [side]: [at], on: !bars.includes(at), symmetric: true });
}

/** Shades the selection, or the cell of the cursor, in a colour; "" takes the shade out. */
export function shadeIn(app, shade) {
  usualShade = shade || usualShade;
  app.edit({ edit: "shade", cells: targets(app.state), shade });
}

function toggleFlag(app, edit, field) {
  const cells = openTargets(app);
  if (!cells.length) return;
  const on = !cells.every((at) => app.state.doc.cells[at][field]);
  app.edit({ type: "edit", edit, cells, on });
}

/** Takes the pale letters of some cells, and pins them if asked. */
export function take(app, cells, { pins = false, label = "fill" } = {}) {
  const ghosts = ghostsOf(app.state) ?? {};
  const sure = forcedOf(app.state.answers);
  const letters = Object.fromEntries(
    cells.filter((at) => app.board.isOpen(at) && !isFull(letterAt(app, at))).map((at) => [at, ghosts[at] ?? sure[at]]).filter(([, letter]) => letter),
  );
  // What is pinned keeps its letter in the next fill; what a fill replaces is replaced.
  const { proposal } = app.state.view;
  for (const at of proposal ? cells : []) {
    if (app.board.isOpen(at) && proposal.cells[at] && proposal.cells[at] !== letterAt(app, at)) letters[at] = proposal.cells[at];
  }
  if (Object.keys(letters).length) app.edit({ edit: "letters", cells: letters, label });
  if (pins) {
    const full = cells.filter((at) => letterAt(app, at) && !app.state.doc.cells[at].pinned);
    if (full.length) app.edit({ edit: "pin", cells: full, on: true });
  }
  if (proposal) {
    const rest = Object.fromEntries(Object.entries(proposal.cells).filter(([at]) => letterAt(app, at) !== proposal.cells[at]));
    app.dispatch("proposal", Object.keys(rest).length ? { ...proposal, cells: rest } : null);
  }
}

const allCells = (app) => app.state.doc.cells.map((_, at) => at);

function selectStep(app, dr, dc) {
  const { view } = app.state;
  const selection = view.selection ?? { from: view.cursor.at, to: view.cursor.at };
  const to = app.board.beside(selection.to, dr, dc);
  if (to >= 0) app.dispatch("select", { ...selection, to });
}

function region(app) {
  const cells = selectedCells(app.state.doc, app.state.view.selection).filter((at) => app.board.isOpen(at));
  return cells.length ? cells : entryOf(app)?.cells ?? [];
}

function chosenList(app) {
  const entry = entryOf(app);
  const list = entry && listOf(app.state, entry);
  return list ? { entry, list, dir: entry.dir } : null;
}

/** The next candidate that may lead to a fill, from a place in the list; -1 where there is none. */
function aliveAfter(words, from, step) {
  for (let tried = 1; tried <= words.length; tried++) {
    const index = (from + step * tried + words.length * 2) % words.length;
    if (words[index][2] !== "dead") return index;
  }
  return -1;
}

function choose(app, step) {
  const found = chosenList(app);
  if (!found) return;
  const { dir, list, entry } = found;
  const from = chosenIn(app.state.view, dir);
  const index = aliveAfter(list.words, from < 0 && step < 0 ? 0 : from, step);
  app.dispatch("choose", { dir, index });
  if (index < 0) tellNoneAlive(app, found);
  else pointAt(app, entry, list.words[index]);
}

function tellNoneAlive(app, { list, entry }) {
  const title = entryTitle(entry);
  app.notify(list.words.length ? `No fill has any of the words shown for ${title}, proved. A press on ✗ says why.` : `No word fits ${title}.`);
}

/** Shows the fill of a candidate, if it has one. */
export function pointAt(app, entry, [word, , mark]) {
  return mark === "dead" ? app.point("") : app.point(`${entryName(entry)} ${word}`, { entry: entryName(entry), word });
}

function placeChosen(app) {
  const found = chosenList(app);
  if (!found) return;
  const { words } = found.list;
  const chosen = chosenIn(app.state.view, found.dir);
  const index = words[chosen]?.[2] === "dead" || chosen < 0 ? aliveAfter(words, -1, 1) : chosen;
  if (index < 0) tellNoneAlive(app, found);
  else if (chosen >= 0 && index !== chosen) app.notify(`${words[chosen][0]} is proved dead: no fill has it. A press on its ✗ says why.`);
  else place(app, found.entry, words[index][0]);
}

function tightest(app) {
  const { consistency } = app.state.answers;
  const named = consistency?.dead?.[0] ?? consistency?.tightest;
  const entry = named && entryNamed(app.board, named);
  if (!entry) return app.notify("No entry has fewer words left than the others.");
  return app.dispatch("cursor", { at: entry.cells.find((at) => !letterAt(app, at)) ?? entry.cells[0], dir: entry.dir });
}

function acceptForced(app) {
  if (app.state.answers.verdict?.verdict === "impossible") return app.notify("There is no fill, so no letter is forced. The panel “Stuck” says why.");
  const sure = Object.entries(forcedOf(app.state.answers)).filter(([at]) => !letterAt(app, at));
  if (!sure.length) return app.notify("No empty cell is known to have only one letter left.");
  return app.edit({ edit: "letters", cells: Object.fromEntries(sure), label: counted(sure.length, "forced letter") });
}

function showPanel(app, panel) {
  app.dispatch("panel", panel);
  if (panel === "statistics") app.ask("statistics");
}

function stepPanel(app, step) {
  const index = PANELS.indexOf(app.state.view.panel);
  showPanel(app, PANELS[(index + step + PANELS.length) % PANELS.length]);
  app.enterDrawer();
}

/** Goes to the next entry that needs a clue, and to its field. */
function nextClue(app) {
  const entry = nextGap(app.state.doc, entryOf(app));
  if (!entry) return app.notify("Every entry has its clue.");
  app.dispatch("cursor", { at: entry.cells[0], dir: entry.dir });
  return COMMAND.clue.run(app);
}

const dialog = (name) => (app) => app.dispatch("dialog", { name });
const showing = (panel, selector) => (app) => {
  showPanel(app, panel);
  app.focus(selector);
};
const asking = (panel, question, fields) => (app) => {
  showPanel(app, panel);
  app.ask(question, fields?.(app));
};
const isEmptyCell = (app) => (at) => !isFull(letterAt(app, at));

function fill(app, question, fields) {
  app.dispatch("proposal", null);
  showPanel(app, "fills");
  app.ask(question, fields);
}

// Actions of the keys that every page with a grid has.
const MOVE_ACTIONS = {
  arrow: (app, event) => app.dispatch("cursor", arrowed(app.board, cursorOf(app), ...arrowStep(event), false)),
  turn: (app) => app.dispatch("cursor", turned(app.board, cursorOf(app))),
  next: (app) => app.dispatch("cursor", entryAfter(app.board, cursorOf(app), 1, isEmptyCell(app))),
  previous: (app) => app.dispatch("cursor", entryAfter(app.board, cursorOf(app), -1, isEmptyCell(app))),
  home: (app) => app.dispatch("cursor", entryEnd(app.board, cursorOf(app), 0)),
  end: (app) => app.dispatch("cursor", entryEnd(app.board, cursorOf(app), -1)),
  backspace: (app) => app.store.batch(() => erase(app, true)),
  delete: (app) => erase(app, false),
  rebus: (app) => {
    const { view } = app.state;
    if (view.selection) app.dispatch("select", null);
    else if (view.proposal) app.dispatch("proposal", null);
    else if (app.board.isOpen(view.cursor.at)) app.dispatch("rebus", letterAt(app, view.cursor.at));
  },
  undo: (app) => app.undo(),
  redo: (app) => app.redo(),
  leave: (app) => app.leave(),
  keys: dialog("keys"),
};

const MORE = { rebus: ", C/B for two readings, or ON|OFF for across and down" };

/** The commands. `keys` and `text` as in keyboard.js; groups head them in the sheet. */
const BY_GROUP = {
  "Moving and typing": [
    ...MOVES.map(({ action, text, ...rest }) => ({ ...rest, action, text: text + (MORE[action] ?? ""), run: MOVE_ACTIONS[action] })),
    { action: "select", keys: Object.keys(SHIFT_ARROWS).join(" "), text: "Select cells", run: (app, event) => selectStep(app, ...arrowStep(event)) },
    { action: "select all", keys: "Ctrl+A", text: "Select all cells", run: (app) => app.dispatch("select", { from: 0, to: app.board.size - 1 }) },
    { action: "tightest", keys: "!", text: "Go to the entry with the fewest words", short: "Tightest entry", run: tightest },
  ],
  Cells: [
    { action: "block", keys: ".", text: "Block, and its mirror images", short: "Block", icon: "■", run: (app) => toggleKind(app, "block") },
    { action: "void", keys: "Alt+V ~", text: "Void: not part of the grid", short: "Void", icon: "▢", run: (app) => toggleKind(app, "void") },
    { action: "bar right", keys: "|", text: "Bar on the right", short: "Bar right", icon: "▕", run: (app) => toggleBar(app, "right") },
    { action: "bar below", keys: "_", text: "Bar below", short: "Bar below", icon: "▁", run: (app) => toggleBar(app, "below") },
    { action: "draw", keys: "Alt+Shift+D", text: "Draw blocks or bars by dragging", short: "Draw", icon: "✎", run: (app) => {
      takePen(app);
      app.closeDrawer();
    } },
    { action: "circle", keys: "@", text: "Circle", short: "Circle", icon: "◯", run: (app) => toggleFlag(app, "circle", "circle") },
    { action: "shade", keys: "Alt+S `", text: "Shade, in the colour that was used last", short: "Shade", icon: "▒", run: (app) => shadeIn(app, targets(app.state).every((at) => app.state.doc.cells[at].shade) ? "" : usualShade) },
    { action: "shade colour", keys: "Alt+Shift+S", text: `Shade in the next colour: ${Object.values(SHADES).join(", ")}, none`, short: "Shade colour", icon: "◪", run: (app) => {
      const colours = ["", ...Object.keys(SHADES)];
      shadeIn(app, colours[(colours.indexOf(app.state.doc.cells[cursorOf(app).at].shade ?? "") + 1) % colours.length]);
    } },
    { action: "pin", keys: "+", text: "Pin: fills keep the letter", short: "Pin", icon: "●", run: (app) => toggleFlag(app, "pin", "pinned") },
    { action: "theme", keys: "*", text: "Theme cells, which fills keep too", short: "Theme", icon: "★", run: (app) => toggleFlag(app, "theme", "theme") },
    { action: "given", keys: "&", text: "Given: printed for the solver", short: "Given", icon: "A", run: (app) => toggleFlag(app, "given", "given") },
    { action: "draw path", keys: "Alt+J", text: "Draw a path: a further entry along any cells", short: "Path", icon: "⤳", run: (app) => {
      drawPath(app);
      app.closeDrawer();
    } },
    { action: "paths", keys: "Alt+Shift+J", text: "Paths: names, edge and diagonals, deleting", short: "Paths…", run: dialog("paths") },
    { action: "clear entry", keys: "-", text: "Clear the entry, or the selection", short: "Clear entry", run: (app) => clearLetters(app, region(app).filter((at) => !app.state.doc.cells[at].pinned && !app.state.doc.cells[at].theme)) },
    { action: "clear letters", keys: "Ctrl+Delete", text: "Clear all letters but pinned and theme ones", short: "Clear all letters", run: (app) => app.edit({ edit: "clear", what: "letters" }) },
  ],
  Filling: [
    { action: "fill", keys: "Ctrl+Enter", text: "Fill the rest", short: "Fill the rest", run: (app) => fill(app, "fill", {}) },
    { action: "fill region", keys: "Ctrl+Shift+Enter", text: "Fill the selection, or the entry", short: "Fill selection", run: (app) => fill(app, "fill", { cells: region(app) }) },
    { action: "fill around pins", keys: "Alt+P", text: "Fill again around pinned and theme letters", short: "Fill around pins", run: (app) => fill(app, "fill", { keep: "pinned" }) },
    { action: "next fill", keys: "Alt+N", text: "Another fill", short: "Another", run: (app) => fill(app, "next_fill", app.state.view.proposal?.asked) },
    { action: "fills", keys: "Alt+M", text: "Several fills that differ", short: "Four that differ", run: (app) => fill(app, "fills", { n: N_FILLS }) },
    { action: "more fills", keys: "Alt+Shift+M", text: "Eight fills that differ", short: "Eight that differ", run: (app) => fill(app, "fills", { n: MORE_FILLS }) },
    { action: "accept", keys: "Ctrl+Shift+A Alt+A", text: "Take all pale letters", short: "Take all", run: (app) => take(app, allCells(app), { label: "fill" }) },
    { action: "accept entry", keys: "Shift+Space", text: "Take the pale letters of the entry or selection", short: "Take entry", run: (app) => take(app, region(app), { label: "part of a fill" }) },
    { action: "pin entry", keys: "Alt+T", text: "Take and pin the entry or selection", short: "Take and pin", run: (app) => take(app, region(app), { pins: true, label: "part of a fill" }) },
    { action: "accept forced", keys: "=", text: "Take all forced letters", short: "Take forced", run: acceptForced },
    { action: "ghosts", keys: "Alt+G", text: "Show or hide the pale letters of a fill", short: "Pale letters", run: (app) => app.dispatch("ghosts") },
    { action: "cancel", keys: "Ctrl+.", text: "Stop what was asked", short: "Stop", run: (app) => app.cancel() },
  ],
  Words: [
    { action: "candidate down", keys: "Alt+ArrowDown", text: "Next candidate, and its fill", run: (app) => choose(app, 1) },
    { action: "candidate up", keys: "Alt+ArrowUp", text: "Previous candidate", run: (app) => choose(app, -1) },
    { action: "place", keys: "Alt+Enter", text: "Write the chosen candidate", short: "Write word", run: placeChosen },
    { action: "filter", keys: "/", text: "Filter the candidates", short: "Filter", run: (app) => (app.focus(".candidates.on input"), document.activeElement.select?.()) },
    { action: "ban", keys: "Alt+B", text: "Ban the word of the entry, or the chosen candidate", short: "Ban", run: (app) => banChosen(app, (_, word) => rescore(app, word, 0)) },
    { action: "ban here", keys: "Alt+Shift+K", text: "Ban it in this entry alone", short: "Ban here", run: (app) => banChosen(app, (entry, word) => banIn(app, entry, word)) },
    { action: "favourite", keys: "Alt+Shift+F", text: "Favourite of the entry: fills have it if they can", short: "Favourite", run: favourChosen },
    { action: "look up", keys: "Alt+K", text: "Look a word up; add it, give it a score, ban it", short: "Look up a word", run: showing("words", "#look-up") },
    { action: "lists", keys: "Alt+L", text: "Word lists and minimum score", short: "Lists", run: dialog("lists") },
    { action: "rules", keys: "Alt+Shift+R", text: "Rules: those that hold, and new ones", short: "Rules", run: showing("rules", "#new-rule") },
  ],
  Asking: [
    { action: "why", keys: "Alt+W", text: "Why there is no fill, and what would help", short: "Why?", run: asking("stuck", "why") },
    { action: "unlock", keys: "Alt+U", text: "What would unlock the selection", short: "What would unlock it?", run: asking("stuck", "unlock", (app) => ({ cells: region(app) })) },
    { action: "check", keys: "Alt+R", text: "Check it by the rules of a house", short: "Check", run: showing("check", "#house") },
    { action: "best lowest", keys: "Alt+Shift+B", text: "The best lowest score", short: "Best lowest score", run: (app) => best(app, "lowest") },
    { action: "best total", keys: "Alt+Shift+T", text: "The best total score", short: "Best total", run: (app) => best(app, "total") },
    { action: "count", keys: "Alt+C", text: "How many fills there are", short: "Count", run: asking("score", "count", () => ({ method: "auto" })) },
    { action: "proof", keys: "Alt+Shift+P", text: "A proof that there is no fill, to download", short: "Write a proof", run: asking("stuck", "prove") },
  ],
  "Panels and files": [
    { action: "next panel", keys: "]", text: "Next panel on the right", short: "Next panel", run: (app) => stepPanel(app, 1) },
    { action: "previous panel", keys: "[", text: "Previous panel on the right", short: "Previous panel", run: (app) => stepPanel(app, -1) },
    { action: "clue", keys: ";", text: "Write the clue of the entry", short: "Clue", run: showing("clues", "#clue-text") },
    { action: "next clue", keys: "Alt+Q :", text: "Write the next clue that is missing, or is for another word", short: "Next unclued", run: nextClue },
    { action: "remarks", keys: "Alt+Shift+V", text: "Reviewer’s notes on the entry, which are in no export", run: showing("clues", "#clue-remarks") },
    { action: "earlier clues", keys: "Alt+Shift+O", text: "Clues of before, for all entries at once", short: "Clues of before…", run: dialog("earlier") },
    { action: "web", keys: "Alt+Shift+W", text: "Look-ups on the web: your own links for a word", short: "Look-ups on the web…", run: dialog("web") },
    { action: "clue sheet", keys: "Alt+Shift+U", text: "All clues, without the grid", short: "Clues alone…", run: dialog("clues") },
    { action: "files", keys: "Ctrl+O", text: "Open, new, import", short: "Open…", run: dialog("files") },
    { action: "new", keys: "Alt+Shift+N", text: "A new crossword", short: "New…", run: dialog("new") },
    { action: "about", keys: "Alt+I", text: "Title, author, notes", short: "Title and author…", run: dialog("about") },
    { action: "export", keys: "Ctrl+Shift+S Alt+X", text: "Export: crossword files, PDF, a page to solve", short: "Export…", run: dialog("export") },
    { action: "print", keys: "Ctrl+P", text: "Print; the pages are shown first", short: "Print…", run: dialog("print") },
    { action: "history", keys: "Alt+H", text: "History and named versions", short: "History", run: (app) => {
      app.dispatch("dialog", { name: "history" });
      app.askHistory();
    } },
    { action: "version", keys: "Ctrl+S", text: "Name this version; every edit is saved as it is made", short: "Name this version…", run: dialog("version") },
    { action: "size", keys: "Alt+Z", text: "Size and symmetry", short: "Size and symmetry…", run: dialog("size") },
    ...DECLARED.map(({ question, keys, text, title }) => ({ action: question, keys, text, short: `${title}…`, run: dialog(question) })),
    { action: "link", keys: "Alt+Shift+L", text: "An address for another browser", short: "Address for another browser", run: dialog("link") },
    { action: "end server", keys: "Alt+Shift+Q", text: "End satcross; every edit is saved", short: "End satcross", run: (app) => app.attempt(request("/api/end", { method: "POST" })).then((done) => done && app.notify("satcross has ended. Every edit is saved; begin again as you did today.")) },
    { action: "palette", keys: "Ctrl+K", text: "Find a command, a rule or a setting", short: "Find…", run: dialog("palette") },
    { action: "light or dark", keys: "Alt+D", text: "Light or dark", short: "Light or dark", run: (app) => app.toggleTheme() },
  ],
};

export const COMMANDS = Object.entries(BY_GROUP).flatMap(([group, commands]) => commands.map((command) => ({ ...command, group })));

function best(app, goal) {
  showPanel(app, "score");
  app.ask("best", { goal }, goal);
}

/** Takes a word out of all lists; null as its score lets it in again. */
export function rescore(app, word, score) {
  app.edit({ edit: "override", words: { [word]: score } });
}

/** Takes a word out of one entry: a rule `no-words 12A: …`. */
export function banIn(app, entry, word) {
  const rules = app.state.doc.rules.rules ?? [];
  const first = `no-words ${entryName(entry)}: `;
  const before = rules.find((rule) => rule.startsWith(first));
  const more = before ? rules.map((rule) => (rule === before ? `${rule}, ${word}` : rule)) : [...rules, first + word];
  app.edit({ edit: "rules", rules: more, label: `no ${word} in ${entryTitle(entry)}` });
}

/** The words that fills put into an entry if they can. */
export const favouritesOf = (doc, entry) => (entry.name ? [] : doc.clues[clueKey(entry)]?.favourites ?? []);

/** Makes a word a favourite of an entry, or no longer one. */
export function favour(app, entry, word) {
  if (entry.name) return app.notify("A path has no favourites.");
  const before = favouritesOf(app.state.doc, entry);
  const isOne = before.includes(word);
  const favourites = isOne ? before.filter((each) => each !== word) : [...before, word];
  return app.edit({ edit: "clue", key: clueKey(entry), favourites, label: `${word} ${isOne ? "no favourite" : "favourite"} of ${entryTitle(entry)}` });
}

/** Makes the chosen candidate a favourite, or else the word of the entry. */
function favourChosen(app) {
  const entry = entryOf(app);
  const found = chosenList(app);
  if (!entry) return;
  const full = entry.cells.map((at) => readIn(letterAt(app, at), entry.dir));
  const chosen = found?.list.words[chosenIn(app.state.view, found.dir)]?.[0];
  const word = chosen ?? (full.every(Boolean) ? full.join("") : found?.list.words[0]?.[0]);
  if (word) favour(app, entry, word);
}

/** Bans the word of the entry, or the chosen candidate. Args: ban: what that is. */
function banChosen(app, ban) {
  const entry = entryOf(app);
  if (!entry) return;
  const found = chosenList(app);
  const chosen = found?.list.words[Math.max(chosenIn(app.state.view, found.dir), 0)];
  const treated = treatedIn(app.state.answers, entry);
  const isFullEntry = entry.cells.every((at) => readIn(letterAt(app, at), entry.dir));
  const word = isFullEntry ? wordOf(app.state.doc, entry, treated) : chosen?.[treated ? 3 : 0];
  if (word) ban(entry, word);
}

export const COMMAND = Object.fromEntries(COMMANDS.map((each) => [each.action, each]));

/** Makes a fill that is shown side by side the one that is offered. */
export function offer(app, fillShown, title) {
  app.dispatch("proposal", fillShown && { title, cells: fillShown.cells, mean: fillShown.mean_score, lowest: fillShown.lowest_score });
}

