// Fills: one, or several side by side, to take whole or in parts.

import { forcedOf, isBare, isUnset } from "../answers.js";
import { offer } from "../commands.js";
import { DECLARED } from "../declared.js";
import { counted } from "../dom.js";
import { keepsPins, offeredFills, selectedCells } from "../state.js";
import { isFull } from "../twotexts.js";
import { Do, Menu, Thumb, shownNumber } from "../ui.js";
import { html, useState } from "../vendor/preact-htm.js";

export function Fills({ app, state }) {
  const { answers, view, doc } = state;
  const { fill } = answers;
  const fills = offeredFills(state);
  const isAsking = app.isAsking("fill", "next_fill", "fills");
  const openCells = doc.cells.filter((cell) => (cell.kind ?? "open") === "open");
  const n = openCells.filter((cell) => !isFull(cell.letter ?? "")).length;
  const nForced = Object.keys(forcedOf(answers)).filter((at) => !doc.cells[at].letter).length;
  const shared = sharedCells(fills?.fills ?? []);
  const marksShared = 2 * shared.size < n; // the fewer stand out
  return html`
    <p class="row"><${Do} app=${app} action="fill" className="main" /><${Do} app=${app} action="fills" />
      <${Menu} app=${app} title="More" actions=${["fill region", "fill around pins", "next fill", "more fills", "accept forced"]} /></p>
    ${view.selection ? html`<${FromScore} app=${app} cells=${selectedCells(doc, view.selection).filter((at) => (doc.cells[at].kind ?? "open") === "open")} />` : null}
    ${fills?.fills.length ? html`<h2>Side by side ${fills.fills.length > 1 ? html`<small>marked: ${marksShared ? "the same in all" : "not the same in all"}</small>` : null}</h2>
      <div class="thumbs">${fills.fills.map((each, index) => html`<${Shown} key=${index} app=${app} state=${state} doc=${fills.doc} fill=${each} index=${index} isMarked=${(at) => shared.has(at) === marksShared} />`)}</div>` : null}
    <section class="offers">
    ${isAsking ? html`<p class="soft">Searching… <${Do} app=${app} action="cancel" /></p>` : null}
    ${view.proposal ? html`<${Offered} app=${app} state=${state} />` : html`
      <p class="soft">${fill && fill.outcome !== "found" ? OUTCOMES[fill.outcome] : n ? `${shownNumber(n)} of ${counted(openCells.length, "cell")} ${n === 1 ? "is" : "are"} empty.` : "Every cell is full."}
      ${n && answers.verdict?.witness && !fills?.fills.length ? " The pale letters are one complete fill." : ""}</p>${besideText(answers.verdict)}
      ${n && answers.verdict?.witness ? html`<p class="row"><${Do} app=${app} action="accept" /><${Do} app=${app} action="accept entry" /><${Do} app=${app} action="pin entry" /></p>` : null}`}
    ${n ? html`<p class="row">${nForced ? html`<${Do} app=${app} action="accept forced">Take ${nForced} forced<//>` : null}<${Do} app=${app} action="ghosts" className="toggle" pressed=${view.ghosts} /></p>` : null}
    ${fills && fills.done && !fills.fills.length ? html`<p class="soft">${OUTCOMES[fills.outcome] ?? ""}</p>` : null}
    </section>
    ${isUnset(doc, answers) ? html`<div class="card"><p class="lead">${isBare(doc) ? "A grid without blocks" : "Not yet a pattern"}</p>
      <p class="soft">Set blocks with the <kbd>.</kbd> key, bars with <kbd>|</kbd> and <kbd>_</kbd>, or have some made.</p>
      <p class="row">${DECLARED.filter(({ menu }) => menu === "Grid").map(({ question }) => html`<${Do} key=${question} app=${app} action=${question} />`)}</p></div>` : null}`;
}

/** Fills the selection with words of another minimum score than the grid's. */
function FromScore({ app, cells }) {
  const [score, setScore] = useState("");
  return html`<form class="row" onSubmit=${(event) => {
    event.preventDefault();
    app.dispatch("proposal", null);
    app.ask("fill", { cells, min_score: Number(score) });
  }}><label>Its words score <input type="number" min="0" max="1000" required value=${score} onInput=${(event) => setScore(event.target.value)} /> or more</label><button disabled=${score === ""}>Fill with these</button></form>`;
}

const OUTCOMES = {
  impossible: "There is no such fill, proved.",
  stopped: "No fill was found in time.",
};
const NAMES = "ABCDEFGH";

function Offered({ app, state }) {
  const { proposal } = state.view;
  return html`<div class="card offer"><p class="lead">${proposal.title}: ${counted(Object.keys(proposal.cells).length, "letter")}</p>
    ${proposal.favoured ? html`<p role="status">${favouredText(proposal.favoured)}</p>` : null}${besideText(proposal)}${proposal.mean !== undefined ? html`<p class="soft">mean score ${shownNumber(proposal.mean, 1)} · lowest ${shownNumber(proposal.lowest)}</p>` : null}
    <p class="row"><${Do} app=${app} action="accept" className="main" /><${Do} app=${app} action="accept entry" /><${Do} app=${app} action="pin entry" /></p>
    <p class="row"><${Do} app=${app} action="next fill" /><button type="button" onClick=${() => app.dispatch("proposal", null)} title="Leave it (Esc)">Leave it</button></p></div>`;
}

/** In how many of the entries that have favourites a fill uses one, and whether another uses more. */
function favouredText({ n, of, most, done }) {
  const found = `Favourites used: ${n} of ${of}`;
  return n === of ? `${found}.` : most ? `${found}; proved: no fill uses more.` : done ? `${found}; more were not found in time.` : `${found} so far…`;
}

/** The hidden cells of a fill, as of the letters of treatments, and the words of treated entries. */
const besideText = (fill) => (fill?.beside?.length ? html`<ul class="beside soft">${fill.beside.map((each) => html`<li key=${each}>${each}</li>`)}</ul>` : null);

/** The cells that several fills agree on. */
function sharedCells(fills) {
  const [first, ...others] = fills.map((fill) => fill.cells);
  return new Set(Object.keys(first ?? {}).filter((at) => others.every((other) => other[at] === first[at])).map(Number));
}

function Shown({ app, state, doc, fill, index, isMarked }) {
  const isOn = state.view.proposal?.cells === fill.cells;
  const facts = `mean ${shownNumber(fill.mean_score)} · lowest ${shownNumber(fill.lowest_score)}`;
  return html`<button type="button" class="shown" aria-pressed=${isOn} disabled=${!keepsPins(fill, state.doc)} onClick=${() => offer(app, isOn ? null : fill, `Fill ${NAMES[index]}`)}
    onPointerEnter=${() => app.point(`fill ${index}`, {}, fill.cells)} onPointerLeave=${() => app.point("")}>
    <${Thumb} doc=${doc} cells=${fill.cells} isMarked=${(at) => fill.cells[at] && isMarked(at)} /><span><b>${NAMES[index]}</b> ${facts}${index ? html`<br />${counted(fill.differs, "word")} unlike A` : null}</span></button>`;
}
