// The left side: what fits at the cursor, across and down, and what is proved of it.

import { UNLISTED, patternOf } from "./answers.js";
import { directionsAt } from "./board.js";
import { banIn, favour, favouritesOf, place, pointAt, rescore } from "./commands.js";
import { shownKey } from "./keyboard.js";
import { boardOf, chosenIn, entryName, entryTitle, listOf, treatedIn } from "./state.js";
import { readIn } from "./twotexts.js";
import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";

const LONG = 12; // letters: longer words are set smaller, so that they are seen to their end
const MARKS = {
  good: ["✓", "a complete fill has it"],
  dead: ["✗", "proved: no fill has it"],
  open: ["…", "not settled yet"],
  unset: ["", "the grid has no fill, or none is known"],
};

export function Candidates({ app, state }) {
  const board = boardOf(state.doc);
  const { cursor } = state.view;
  const shown = directionsAt(board, cursor).sort().map((dir) => [dir, board.entryAt(cursor.at, dir)]);
  if (!shown.length) return html`<p class="hint">No entry runs through this cell. <kbd>.</kbd> makes it open again.</p>`;
  return shown.map(([dir, entry]) => html`<${List} key=${dir} app=${app} state=${state} dir=${dir} entry=${entry} />`);
}

function List({ app, state, dir, entry }) {
  const { view, answers, doc } = state;
  const name = entryName(entry);
  const list = listOf(state, entry);
  const treated = treatedIn(answers, entry);
  const n = list?.n_left ?? answers.consistency?.counts?.[name];
  const n_dead = list ? list.n - list.n_left : 0;
  const letters = entry.cells.map((at) => readIn(doc.cells[at].letter ?? "", entry.dir));
  const word = letters.join("");
  const isFull = letters.every(Boolean);
  const favourites = favouritesOf(doc, entry);
  const isMissing = isFull && !list?.filter;
  const isCounted = Number(isFull && Boolean(list?.words.some(([each, , mark]) => each === word && mark !== "dead")));
  // Enter takes the first candidate by the filter as it is now, for which the list may yet come.
  const isWanted = useRef(false);
  const [still, setStill] = useState(null); // the words as they stood when the pointer or the focus came, under which none moves
  const hold = () => setStill(still ?? list?.words.map(([word]) => word));
  const release = ({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || (setStill(null), app.point(""));
  const take = () => {
    const { view: now, answers: { lists } } = app.state;
    const current = lists.find((each) => each.entry === name && each.filter === (now.filters[dir] ?? ""));
    isWanted.current = !current;
    if (!current?.words.length) return;
    place(app, entry, inOrder(current.words, still)[Math.max(chosenIn(now, dir), 0)][0]);
    app.focus("[role=gridcell][tabindex='0']");
  };
  useEffect(() => isWanted.current && take(), [list]);
  const press = (event) => {
    if (event.key === "Enter") take();
    else if (event.key === "ArrowDown") event.target.closest("section").querySelector(".word")?.focus();
    else return;
    event.preventDefault();
  };
  return html`<section class="candidates ${dir.split(" ")[0]} ${dir === view.cursor.dir ? "on" : ""}">
    <h2><button type="button" class="plain" onClick=${() => app.dispatch("cursor", { ...view.cursor, dir })}>${entryTitle(entry)}</button>
      <span class="pattern">${patternOf(doc, entry)}</span>
      <small title=${n_dead > 0 ? `${n_dead.toLocaleString("en")} more fit the letters, and are in no fill: proved` : null}>${n === undefined || n === null || (isFull && !list?.n) ? "" : list?.isStuck ? "none leads to a fill" : repairs(list) ?? countText(n - isCounted, isFull)}</small></h2>
    ${favourites.length ? html`<p class="favourites" aria-label="Favourites of ${entryTitle(entry)}">${favourites.map((each) => html`<span key=${each} class=${[...each].length === entry.cells.length || doc.rules.rebus?.length ? "" : "dead"}><button type="button" class="plain" title="Write it" onClick=${() => place(app, entry, each)}>★ ${each}</button><button type="button" class="plain" aria-label="${each} is no favourite" title="No favourite" onClick=${() => favour(app, entry, each)}>×</button></span>`)}</p>` : null}
    <div class="filter"><input type="search" placeholder="Filter, as in *ING" aria-label="Filter the words of ${entryTitle(entry)}" value=${view.filters[dir] ?? ""}
      onKeyDown=${press} onInput=${(event) => {
        isWanted.current = false;
        app.dispatch("filter", { dir, text: event.target.value.trim().toUpperCase() });
      }} /></div>
    <ul class="words" onPointerEnter=${hold} onFocusCapture=${hold} onBlurCapture=${release} onPointerLeave=${release} onScroll=${(event) => scrolled(app, dir, list, view.limits[dir] ?? 0, event.target)}>
      ${inOrder(list?.words ?? [], still).map((candidate, index) => html`<${Row} key=${candidate[0]} app=${app} entry=${entry} candidate=${candidate} promise=${list.promises?.[candidate[0]]} isChosen=${index === chosenIn(view, dir)} isFirst=${index === 0} inGrid=${candidate[0] === word} isFavourite=${favourites.includes(candidate[0])} answer=${treated ? candidate[3] : candidate[0]} />`)}
      ${list && !list.words.length ? html`<li class="hint">${list.problem ?? (isMissing ? `${word} is ${UNLISTED[answers.consistency?.unlisted?.[name]?.why ?? ""]}.` : "No word fits.")}
        ${isMissing && !treated ? html` <button type="button" onClick=${() => rescore(app, word, 50)}>Add ${word}</button>` : null}</li>` : null}
    </ul></section>`;
}

/** How many words fit, or could stand in place of the one that is there. */
function countText(n, isFull) {
  if (isFull) return n ? `${n.toLocaleString("en")} instead` : "no other";
  return `${n.toLocaleString("en")} ${n === 1 ? "fits" : "fit"}`;
}

/** Of a full entry in a grid without a fill, how many other words make it fillable. */
function repairs(list) {
  if (list?.n_open === undefined) return null;
  const shown = (n) => n.toLocaleString("en");
  if (list.n_open) return `${shown(list.n_good)} repair it, ${shown(list.n_open)} to try`;
  return list.n_good ? `${shown(list.n_good)} of ${shown(list.n)} repair it` : `none of ${shown(list.n)} repairs it`;
}

/** Candidates in the order of some words; new ones last. */
function inOrder(words, order) {
  if (!order) return words;
  const place = ([word]) => (order.includes(word) ? order.indexOf(word) : order.length);
  return [...words].sort((a, b) => place(a) - place(b));
}

/** How good a fill with a word can get, and what the word forces, for people. */
function promiseText([lowest, most, forces]) {
  const known = lowest === null ? "" : lowest === most ? `The best fill with it has ${lowest} as its lowest score: proved. ` : `The best fill with it that is known has ${lowest} as its lowest score; none has more than ${most}. `;
  return `${known}${forces.length ? `It forces ${forces.map(([entry, word, score]) => `${entry} ${word} (${score})`).join(", ")}.` : ""}`;
}

function Row({ app, entry, candidate, promise, isChosen, isFirst, inGrid, isFavourite, answer }) {
  const [word, score, mark, written] = candidate;
  const forced = promise?.[2][0];
  const [sign, says] = MARKS[mark];
  const put = () => {
    place(app, entry, word);
    if (mark === "dead") app.notify(`${word} is proved dead: no fill has it. ${shownKey("Ctrl+Z")} takes it back.`);
  };
  const ask = () => {
    app.dispatch("panel", "stuck");
    app.ask("proof", { entry: entryName(entry), word }, `${written || word} at ${entryTitle(entry)}`);
  };
  return html`<li class="${mark} ${isChosen ? "at" : ""} ${inGrid ? "in-grid" : ""}" onPointerEnter=${() => pointAt(app, entry, candidate)}>
    ${mark === "dead" ? html`<button type="button" class="mark" tabindex="-1" title="${says}. Why?" aria-label="${word}: ${says}" onClick=${ask}>${sign}</button>` : html`<span class="mark" role="img" title=${says} aria-label=${says}>${sign}</span>`}
    <button type="button" class="word ${[...word].length > LONG ? "long" : ""}" style=${`--n: ${[...word].length}`} tabindex=${isChosen || isFirst ? 0 : -1} onClick=${put} onFocus=${() => pointAt(app, entry, candidate)} onKeyDown=${walk}>${word}${written && written.toUpperCase() !== word ? html` <i>${written}</i>` : null}${forced && forced[2] < score ? html` <small>→ ${forced[1]} ${forced[2]}</small>` : null}</button>
    <span class="score">${score}</span><span class="promise" title=${promise ? promiseText(promise) : null}>${promise ? `≥${promise[0] ?? "?"}` : ""}</span>
    ${entry.name ? html`<span></span>` : html`<button type="button" class="favour" tabindex="-1" aria-pressed=${isFavourite} title="Favourite of ${entryTitle(entry)}, which fills have if they can" aria-label="${word}: favourite of ${entryTitle(entry)}" onClick=${() => favour(app, entry, word)}>${isFavourite ? "★" : "☆"}</button>`}
    <button type="button" class="ban" tabindex="-1" title="Ban ${answer}; with Shift, in ${entryTitle(entry)} alone" aria-label="Ban ${answer}" onClick=${(event) => (event.shiftKey ? banIn(app, entry, answer) : rescore(app, answer, 0))}>⊘</button></li>`;
}

/** Arrow keys go through the words of a list, and from its top to the filter. */
function walk(event) {
  const row = event.target.closest("li");
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
  if (next) next.querySelector(".word")?.focus();
  else if (event.key === "ArrowUp") row.closest("section").querySelector("input").focus();
  event.preventDefault();
  event.stopPropagation();
}

function scrolled(app, dir, list, limit, element) {
  const isNearEnd = element.scrollTop + element.clientHeight > element.scrollHeight - 60;
  if (isNearEnd && list && list.words.length >= limit && (list.n === null || list.n > limit)) app.dispatch("more", dir);
}
