// The workbench: joins the state, the grid, the keyboard and the panels on the page.

import { isUnset } from "./answers.js";
import { App } from "./app.js";
import { cursorOn, turned } from "./board.js";
import { Candidates } from "./candidates.js";
import { looksOf, touchedCells } from "./cells.js";
import { nextGap, otherWord } from "./cluewords.js";
import { COMMANDS, COMMAND, type, write } from "./commands.js";
import { hold } from "./dialog.js";
import { Dialogs, loadDialogs } from "./dialogs.js";
import { byId, counted, element, tendMenus, tendTheme } from "./dom.js";
import { Footer, verdictOf } from "./footer.js";
import { GridView } from "./grid.js";
import { Header } from "./header.js";
import { keyMap, keyName, letterOf, rebusKey } from "./keyboard.js";
import { LIST_FILES, addList, listsOf } from "./lists.js";
import { shownClue } from "./markup.js";
import { CellMenu } from "./menu.js";
import { Check } from "./panels/check.js";
import { Clues, treatedText } from "./panels/clues.js";
import { Fills } from "./panels/fills.js";
import { Rules } from "./panels/rules.js";
import { Score } from "./panels/score.js";
import { Statistics } from "./panels/statistics.js";
import { Stuck } from "./panels/stuck.js";
import { Words } from "./panels/words.js";
import { Drawing, Lines, endPath, extendPath, pathKey } from "./paths.js";
import { Pens, beginStroke, endStroke, goOn, hasBars, isDrawing, penKey } from "./pen.js";
import { GROUPS, boardOf, clueKey, entryTitle, selectedCells, treatedIn } from "./state.js";
import { touchKeys } from "./touch.js";
import { isFull } from "./twotexts.js";
import { Do, DrawerHead, Menu, later } from "./ui.js";
import { html, render, useEffect, useRef } from "./vendor/preact-htm.js";

const LARGEST_CELL = 56; // px
const OFTEN = ["block", "circle", "shade", "pin", "theme", "rebus"];
const TOOLS = ["draw", "block", "void", "bar right", "bar below", "circle", "shade", "shade colour", "pin", "theme", "given", "rebus", "draw path"];
const PANEL_OF = { stuck: Stuck, fills: Fills, score: Score, clues: Clues, check: Check, statistics: Statistics, words: Words, rules: Rules };
const TITLES = { fills: "Fills", stuck: "Stuck", score: "Score", check: "House", statistics: "Numbers", words: "Words", rules: "Rules" };

const app = new App();
const keys = keyMap(COMMANDS.filter((command) => command.keys));

// ---- the grid

let dragFrom = -1;
let isDragged = false; // over several cells of a path
const lines = element("div", { class: "lines", "aria-hidden": "true" });
const grid = new GridView(byId("grid"), {
  label: "Crossword grid; F6 leaves it",
  largest: LARGEST_CELL,
  layer: lines,
  onpress(at, event) {
    const { cursor, path, pen } = app.state.view;
    const isPen = pen || event.ctrlKey || event.metaKey;
    if ((path || isPen) && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId); // a finger's
    if (isPen && !path) {
      app.dispatch("cursor", { ...cursor, at });
      beginStroke(app, at, event, pen);
    } else if (path) {
      dragFrom = at;
      app.dispatch("cursor", { ...cursor, at });
      extendPath(app, at, false);
    } else if (event.shiftKey) app.dispatch("select", { from: cursor.at, to: at });
    else {
      dragFrom = at;
      app.dispatch("cursor", at === cursor.at ? turned(app.board, cursor) : cursorOn(app.board, at, cursor.dir));
    }
    grid.focus();
  },
});
byId("grid").addEventListener("pointerover", (event) => {
  const at = grid.cellOf(event.target);
  if (isDrawing()) {
    if (at >= 0) goOn(app, at, event);
  } else if (app.state.view.path) {
    if (dragFrom >= 0 && at >= 0 && at !== dragFrom) {
      isDragged = true;
      extendPath(app, at, true);
    }
  } else if (dragFrom >= 0 && event.buttons === 1 && at >= 0 && (at !== dragFrom || app.state.view.selection)) app.dispatch("select", { from: dragFrom, to: at });
});
byId("grid").addEventListener("pointermove", (event) => {
  const at = isDrawing() ? grid.cellOf(event.target) : -1;
  if (at >= 0) goOn(app, at, event);
});
byId("grid").addEventListener("contextmenu", (event) => {
  const at = grid.cellOf(event.target);
  const { cursor, selection, path, pen } = app.state.view;
  if (at < 0 || path || pen || event.ctrlKey) return;
  event.preventDefault();
  if (!selectedCells(app.state.doc, selection).includes(at)) app.dispatch("cursor", cursorOn(app.board, at, cursor.dir));
  const box = event.target.closest("[role=gridcell]").getBoundingClientRect();
  const isThere = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  app.dispatch("menu", isThere ? { x: event.clientX, y: event.clientY } : { x: box.right, y: box.bottom });
});
addEventListener("pointerdown", (event) => {
  if (app.state.view.menu && !event.target.closest(".cell-menu")) app.dispatch("menu", null);
}, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, endStroke);
addEventListener("pointerup", () => {
  if (isDragged && app.state.view.path) endPath(app);
  dragFrom = -1;
  isDragged = false;
});

// ---- the parts around it

/** The current entry: its clue, and the letters that are left in the cell. */
function Now({ state }) {
  const { doc, view, answers } = state;
  const board = boardOf(doc);
  if (view.path) return html`<${Drawing} app=${app} path=${view.path} />`;
  if (view.pen) return html`<${Pens} app=${app} pen=${view.pen} />`;
  const entry = board.entryAt(view.cursor.at, view.cursor.dir);
  if (!entry) return html`<p><span class="soft">${doc.cells[view.cursor.at].kind === "block" ? "A block" : "No entry"}</span></p>`;
  const clue = doc.clues[clueKey(entry)];
  const treated = treatedIn(answers, entry);
  const other = otherWord(doc, entry);
  return html`<p class=${isFull(doc.cells[view.cursor.at].letter ?? "") ? "alone" : ""}><b>${entryTitle(entry)}</b> ${entry.name ? html`<${Do} app=${app} action="paths" className="plain"><i class="soft">A path: rename, delete…</i><//>` : html`<button type="button" class="plain" title="Write the clue (;)" onClick=${() => COMMAND.clue.run(app)}>${clue?.text ? html`<i>${shownClue(clue)}</i>${other ? html` <em class="other">for ${other}</em>` : null}` : html`<i class="soft">Write a clue…</i>`}</button>`}
    ${view.panel !== "clues" ? null : nextGap(doc, entry) ? html`<${Do} app=${app} action="next clue" />` : html`<span class="soft">All clued</span>`}<small>${treated ? treatedText(treated) : counted(entry.cells.length, "letter")}</small></p>
    ${doc.cells[view.cursor.at].letter ? null : html`<${Letters} at=${view.cursor.at} answers=${answers} />`}`;
}

/** The letters that a cell can still have, each with the fill that shows it. They are text, as keys type letters; a press does too. */
function Letters({ at, answers }) {
  const settled = answers.letters?.[at];
  const left = settled ? [...settled.possible].map((letter) => [letter, true]).concat([...settled.unknown].map((letter) => [letter, false])) : [...(answers.consistency?.letters?.[at] ?? "")].map((letter) => [letter, false]);
  if (!left.length) return null;
  left.sort(([a], [b]) => (a < b ? -1 : 1));
  return html`<p class="letters" title="Letters that are left" onPointerLeave=${() => app.point("")}>${left.map(([letter, isProved]) => html`
    <span key=${letter} class=${isProved ? "proved" : ""} title=${isProved ? `${letter}: a fill has it` : `${letter}: not settled yet`}
      onPointerEnter=${() => isProved && app.point(`letter ${at} ${letter}`, { cell: at, letter })} onClick=${() => type(app, letter)}>${letter}</span>`)}</p>`;
}

/** What can be done with cells: what is needed often, and the rest; all of it where it is a drawer. */
function Under({ state }) {
  const { doc, view } = state;
  const often = hasBars(doc) ? ["bar right", "bar below", ...OFTEN.slice(1)] : OFTEN;
  const tool = (action) => html`<${Do} key=${action} app=${app} action=${action}><span class="icon" aria-hidden="true">${COMMAND[action].icon ?? "AB"}</span><span class="name">${COMMAND[action].short}</span><//>`;
  const isDrawer = view.drawer === "under";
  return html`<div class="tools" role="toolbar" aria-label="Cells">${(isDrawer ? TOOLS : often).map(tool)}
    ${isDrawer ? null : html`<${Menu} app=${app} title="More" className="up" actions=${TOOLS.filter((action) => !often.includes(action))} />`}</div>
    <p class="leads"><kbd>F6</kbd> leaves the grid · <kbd>Ctrl+K</kbd> finds everything</p>`;
}

const correctionsOf = ({ answers, doc }) => (answers.verdict?.verdict === "impossible" && !isUnset(doc, answers) ? answers.why?.corrections?.length ?? 0 : 0);

/** Where there is little room: what opens the parts of the page that are drawers. */
function Bar({ state }) {
  const drawer = (id, text) => html`<button type="button" aria-expanded=${state.view.drawer === id} aria-controls=${id}
    onClick=${() => (state.view.drawer === id ? app.closeDrawer() : app.enter(id))}>${text}</button>`;
  const corrections = correctionsOf(state);
  return html`${drawer("left", "Candidates")}${drawer("right", html`Answers${corrections ? html`<sup>${corrections}</sup>` : null}`)}
    <${Do} app=${app} action="clue" />${drawer("under", "Cells")}`;
}

/** Tabs of which the arrow keys choose. Args: tabs: `{id, panel, text, isOn}` of each; `sup`: how many corrections there are. */
function Tabs({ label, className, tabs }) {
  const choose = (event, at) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs.at((at + step) % tabs.length);
    app.dispatch("panel", next.panel);
    paintParts();
    byId(next.id).focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class=${className} role="tablist" aria-label=${label}>${tabs.map(({ id, panel, text, isOn, sup }, at) => html`<button type="button" key=${id} id=${id} role="tab"
      aria-selected=${isOn} aria-controls="panel" aria-label=${sup ? `${text}, ${counted(sup, "way")} out` : null} tabindex=${isOn ? 0 : -1} onKeyDown=${(event) => choose(event, at)} onClick=${() => app.dispatch("panel", panel)}>
      ${text}${sup ? html`<sup>${sup}</sup>` : null}</button>`)}</div>`;
}

function Right({ state }) {
  const { panel } = state.view;
  const corrections = correctionsOf(state);
  const group = GROUPS.find(({ panels }) => panels.includes(panel));
  const groups = GROUPS.map(({ title, panels }) => ({ id: `tab-${panels[0]}`, panel: panels[0], text: title, isOn: panels.includes(panel), sup: panels.includes("stuck") && corrections }));
  const parts = group.panels.map((each, at) => ({ id: `${at ? "tab" : "part"}-${each}`, panel: each, text: TITLES[each], isOn: each === panel, sup: each === "stuck" && corrections }));
  return html`<${Tabs} label="Answers" className="tabs" tabs=${groups} />
    ${parts.length > 1 ? html`<${Tabs} label=${group.title} className="parts" tabs=${parts} />` : null}
    <div class="panel" id="panel" role="tabpanel" aria-labelledby="tab-${group.panels[0]}" tabindex="-1"><${PANEL_OF[panel]} app=${app} state=${state} /></div>`;
}

/** What people must know now; above dialogs too, as a popover is. */
function Notice({ text }) {
  const root = useRef(null);
  useEffect(() => root.current.showPopover?.(), [text]);
  return html`<div ref=${root} class="notice" role="alert" popover="manual">${text}</div>`;
}

/** Another program has changed the file: which of the two is wanted? Both are in the history. */
function Outside({ outside }) {
  const choose = (isMine) => {
    app.dispatch("outside", null);
    if (isMine) app.goTo(outside.mine);
    grid.focus();
  };
  return html`<div class="notice outside" role="alertdialog" aria-label="The file was changed">
    <p>Another program has changed this file. What it wrote is shown; yours is in the history.</p>
    <p class="row"><button type="button" onClick=${() => choose(false)}>Keep what it wrote</button><button type="button" onClick=${() => choose(true)}>Back to mine</button></p></div>`;
}

const home = later("./files.js", "Home");
let planned = null;

/** Has everything but the grid shown after the next frame, which has the letter. */
function planParts() {
  if (planned) return;
  const mine = (planned = {});
  requestAnimationFrame(() => setTimeout(() => mine === planned && paintParts()));
}

/** Shows everything, in the grid too what was not painted with the key. */
function paintParts() {
  planned = null;
  const { state } = app;
  if (state.doc) grid.paint(looksOf(state), state.view.cursor.at);
  render(html`<${Header} app=${app} state=${state} />`, byId("top"));
  const isHome = !state.doc && state.view.home;
  if (isHome && !home.found) home.load().then(paintParts);
  render(isHome && home.found ? html`<${home.found} app=${app} state=${state} />` : null, byId("home"));
  render(html`<${Dialogs} app=${app} state=${state} />${state.view.notice ? html`<${Notice} key=${state.view.notice} text=${state.view.notice} />` : null}${state.view.outside ? html`<${Outside} outside=${state.view.outside} />` : null}${state.view.menu ? html`<${CellMenu} app=${app} place=${state.view.menu} />` : null}`, byId("dialogs"));
  if (!state.doc) {
    document.title = "satcross";
    for (const part of ["left", "now", "under", "right", "foot", "bar"]) render(null, byId(part));
    return;
  }
  document.title = `${state.doc.title || state.doc.name} · satcross`;
  say(state);
  render(html`<${DrawerHead} app=${app} title="Candidates" /><${Candidates} app=${app} state=${state} />
    <p class="from"><${Do} app=${app} action="lists" className="plain">${listsOf(state.doc)}<//></p>`, byId("left"));
  render(html`<${Now} state=${state} />`, byId("now"));
  render(html`<${Bar} state=${state} />`, byId("bar"));
  render(html`<${DrawerHead} app=${app} title="Cells" /><${Under} state=${state} />`, byId("under"));
  render(html`<${DrawerHead} app=${app} title="Answers" /><${Right} state=${state} />`, byId("right"));
  render(html`<${Footer} app=${app} state=${state} />`, byId("foot"));
}

let said = "";

/** What screen readers hear: the verdict, when it changes. */
function say(state) {
  if (state.view.path) byId("said").textContent = said = `${counted(state.view.path.length, "cell")} of a path`;
  if (state.view.path) return;
  const [className, verdict] = verdictOf(state.doc, state.answers, state.live);
  if (className === "open" && verdict === "Searching") return;
  if (verdict === said) return;
  said = verdict;
  byId("said").textContent = verdict;
}

const hasLines = ({ doc, view }) => Boolean(doc?.paths?.length || view.path);

app.store.subscribe((state, before) => {
  if (state.doc) {
    const isFirst = !before.doc;
    // The letter is on the screen before anything else is looked at.
    if (state.doc !== before.doc || state.view !== before.view) {
      const isOther = grid.show(boardOf(state.doc));
      grid.paint(looksOf(state, isOther || isFirst ? undefined : touchedCells(state, before)), state.view.cursor.at);
      if (hasLines(before) || hasLines(state)) render(hasLines(state) ? html`<${Lines} state=${state} />` : null, lines);
      document.body.classList.toggle("draws", Boolean(state.view.path || state.view.pen));
    }
    if (isFirst) {
      document.body.classList.add("is-open");
      grid.fit();
      grid.focus();
      performance.mark("satcross.ready");
    }
    if (state.view.drawer !== before.view.drawer) {
      document.body.dataset.drawer = state.view.drawer;
      grid.reveal();
    }
  } else document.body.classList.remove("is-open");
  // Whoever types on while a dialog opens or closes types into the right place.
  if (state.view.dialog !== before.view.dialog || state.view.menu !== before.view.menu) {
    paintParts();
    if (!state.view.dialog && !state.view.menu && state.doc && document.activeElement === document.body) grid.focus();
  } else planParts();
});

// ---- the keyboard

const setRebus = (rebus) => app.dispatch("rebus", rebus);

function commitRebus() {
  const { rebus } = app.state.view;
  app.dispatch("rebus", null);
  write(app, rebus);
}

const isWriting = (target) => target.matches?.("input, textarea, select");
const isOwnKey = /^((Ctrl|Alt)\+|F6$)/;
// In a text field these belong to the text.
const TEXT_KEYS = new Set(["Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+A", "Ctrl+Delete", "Ctrl+Enter"]);

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.defaultPrevented || !app.state.doc) return;
  const name = keyName(event);
  const command = keys.get(name);
  if (app.state.view.dialog) return hold(app, event);
  if (isWriting(event.target)) {
    if (event.key === "Escape") app.closeDrawer();
    else if (!command || !isOwnKey.test(name) || TEXT_KEYS.has(name)) return;
    else command.run(app, event);
    event.preventDefault();
    return;
  }
  const { rebus, drawer, path, pen } = app.state.view;
  if (event.key === "Escape" && drawer && hasDrawers()) {
    app.closeDrawer();
    event.preventDefault();
    return;
  }
  if ((rebus !== null && rebusKey(event, rebus, setRebus, commitRebus, "/|.")) || (path && (grid.hasFocus || event.key === "Escape") && pathKey(app, event)) || (pen && (grid.hasFocus || event.key === "Escape") && penKey(app, event))) {
    event.preventDefault();
    return;
  }
  const onGrid = grid.hasFocus || event.target === document.body;
  if (event.key === "Escape" && !onGrid) {
    grid.focus();
    event.preventDefault();
    return;
  }
  const letter = letterOf(event);
  if (letter) type(app, letter);
  else if (!command) return;
  // On buttons and tabs the keys that work them stay theirs.
  else if (!onGrid && ["arrow", "turn", "next", "previous", "home", "end"].includes(command.action)) return;
  else command.run(app, event);
  event.preventDefault();
  if (letter || (onGrid && command?.action !== "leave")) {
    if (!app.state.view.dialog && (grid.hasFocus || event.target === document.body || letter)) grid.focus();
  }
});

/** Shows what has changed, and gives the focus to an element: the next key goes there. */
app.focus = (selector) => {
  paintParts();
  const wanted = document.querySelector(selector);
  app.dispatch("drawer", wanted?.closest("#left, #right, #under")?.id ?? "");
  wanted?.focus();
};

/** Whether parts of the page are drawers now, as there is little room. */
const hasDrawers = () => byId("bar").checkVisibility();

// What has the focus first in each part of the page.
const FIRST = { left: ".on .word[tabindex='0']", right: "[aria-selected=true]", under: ".tools button", top: "summary" };

/** Goes to a part of the page, and opens it if it is a drawer. */
app.enter = (id, first = FIRST[id]) => {
  app.dispatch("drawer", id);
  paintParts();
  (byId(id).querySelector(first) ?? byId(id).querySelector(".close"))?.focus();
};

app.closeDrawer = () => {
  app.dispatch("drawer", "");
  grid.focus();
};

/** After another panel was chosen: whoever sees it as a drawer is in it. */
app.enterDrawer = () => hasDrawers() && app.enter("right");

/** The next part of the page: the grid, the candidates, the panels, the top. */
app.leave = () => {
  const parts = ["left", "right", "top"];
  const stops = [app.closeDrawer, () => app.enter("left", ".on input"), () => app.enter("right"), () => app.enter("top")];
  const now = parts.findIndex((part) => byId(part).contains(document.activeElement)) + 1;
  stops[(now + 1) % stops.length]();
};

// Files that are dropped on the page: word lists, and crosswords.
const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.body.classList.add("drops");
});
for (const name of ["dragleave", "drop"]) addEventListener(name, () => document.body.classList.remove("drops"));
addEventListener("drop", async (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (!file) return;
  if (!LIST_FILES.split(",").some((end) => file.name.endsWith(end))) app.takeIn(file);
  else if (await addList(app, file)) app.dispatch("dialog", { name: "lists" });
});

// What the server does not have yet would be lost.
addEventListener("beforeunload", (event) => {
  if (app.state.live.pending.length) event.preventDefault();
});

// ---- start

app.toggleTheme = tendTheme();
tendMenus();
if (matchMedia("(pointer: coarse)").matches) {
  document.querySelector(".play").append(element("div", { class: "touch", role: "group", "aria-label": "Keys" }));
  document.body.classList.add("shows-touch");
  grid.tendPinch();
}
paintParts();
app.start().then(() => {
  setTimeout(loadDialogs);
  const touch = document.querySelector(".touch");
  if (touch) touchKeys(touch, app.info.letters, true);
}).catch((error) => app.notify(error.message));

