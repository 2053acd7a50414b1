// Fills: one, or several side by side, to take whole or in parts.

import { offer } from "../commands.js";
import { boardOf } from "../state.js";
import { Do, Thumb, shownNumber } from "../ui.js";
import { html } from "../vendor/preact-htm.js";

export function Fills({ app, state }) {
  const { answers, view, doc } = state;
  const { fill, fills } = answers;
  const isAsking = app.isAsking("fill", "next_fill", "fills");
  const openCells = doc.cells.filter((cell) => (cell.kind ?? "open") === "open");
  const n = openCells.filter((cell) => !cell.letter).length;
  return html`
    <p class="row"><${Do} app=${app} action="fill" className="main" showKey=${true} /><${Do} app=${app} action="fill region" />
      <${Do} app=${app} action="fill around pins" /><${Do} app=${app} action="fills" /></p>
    ${isAsking ? html`<p class="soft">Searching… <${Do} app=${app} action="cancel" /></p>` : null}
    ${view.proposal ? html`<${Offered} app=${app} state=${state} />` : html`
      <p class="soft">${fill && fill.outcome !== "found" ? OUTCOMES[fill.outcome] : n ? `${shownNumber(n)} of ${shownNumber(openCells.length)} cells are empty.` : "Every cell is full."}
      ${n && answers.verdict?.witness ? " The pale letters are one complete fill." : ""}</p>
      ${n && answers.verdict?.witness ? html`<p class="row"><${Do} app=${app} action="accept entry" /><${Do} app=${app} action="accept" /></p>` : null}`}
    ${fills?.fills?.length ? html`<h2>Side by side <small>marked: unlike ${fills.fills.length > 1 ? "the others" : ""}</small></h2>
      <div class="thumbs">${fills.fills.map((each, index) => html`<${Shown} key=${index} app=${app} state=${state} fill=${each} index=${index} all=${fills.fills} />`)}</div>
      ${fills.done ? html`<p class="row"><${Do} app=${app} action="fills">Four more<//></p>` : null}` : null}
    ${fills && fills.done && !fills.fills?.length ? html`<p class="soft">${OUTCOMES[fills.outcome] ?? ""}</p>` : null}`;
}

const OUTCOMES = {
  impossible: "There is no such fill, proved.",
  stopped: "No fill was found in time.",
};
const NAMES = "ABCDEFGH";

function Offered({ app, state }) {
  const { proposal } = state.view;
  return html`<div class="card offer"><p class="lead">${proposal.title}: ${shownNumber(Object.keys(proposal.cells).length)} letters</p>
    ${proposal.mean !== undefined ? html`<p class="soft">mean score ${shownNumber(proposal.mean, 1)} · lowest ${shownNumber(proposal.lowest)}</p>` : null}
    <p class="row"><${Do} app=${app} action="accept" className="main" /><${Do} app=${app} action="accept entry" /><${Do} app=${app} action="pin entry" /></p>
    <p class="row"><${Do} app=${app} action="next fill" /><button type="button" onClick=${() => app.dispatch("proposal", null)} title="Leave it (Esc)">Leave it</button></p></div>`;
}

function Shown({ app, state, fill, index, all }) {
  const isOn = state.view.proposal?.cells === fill.cells;
  const board = boardOf(state.doc);
  const isMarked = (at) => board.isOpen(at) && all.some((other) => other !== fill && other.cells[at] !== fill.cells[at]);
  const facts = [`mean ${shownNumber(fill.mean_score, 1)}`, index ? `${fill.differs} differ` : "", `lowest ${shownNumber(fill.lowest_score)}`];
  return html`<button type="button" class="shown" aria-pressed=${isOn} onClick=${() => offer(app, isOn ? null : fill, `Fill ${NAMES[index]}`)}
    onPointerEnter=${() => app.point(`fill ${index}`, {}, fill.cells)} onPointerLeave=${() => app.point("")}>
    <${Thumb} doc=${state.doc} cells=${fill.cells} isMarked=${isMarked} /><span><b>${NAMES[index]}</b> · ${facts.filter(Boolean).join(" · ")}</span></button>`;
}
