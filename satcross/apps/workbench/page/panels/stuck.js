// Why there is no fill, and what would help.

import { isUnset, unsetText } from "../answers.js";
import { counted } from "../dom.js";
import { Do, shownNumber } from "../ui.js";
import { html } from "../vendor/preact-htm.js";

export function Stuck({ app, state }) {
  const { answers, doc } = state;
  const { why, prove } = answers;
  const verdict = answers.verdict?.verdict;
  const doubt = verdict === "searching" && !isUnset(doc, answers) && answers.verdict.why;
  const isAsking = app.isAsking("why", "unlock", "proof", "prove");
  return html`
    ${why?.outcome === "found" ? html`<${Reason} app=${app} state=${state} why=${why} />` : html`
      <div class="card"><p class="lead">${why?.problem ? "No fill, proved." : LEADS[verdict] ?? LEADS.searching}</p>
      <p class="soft">${why?.outcome === "fillable" ? fillable(why) : why?.outcome === "stopped" ? "No reason was found in time." : why?.problem ? sentence(`No reason can be given: ${why.problem}`) : DETAILS[verdict] ?? ""}${doubt ? ` ${sentence(doubt)}` : ""}</p></div>`}
    ${isUnset(doc, answers) ? html`<p class="soft">The grid is not yet a pattern: ${unsetText(answers)}.</p>` : null}
    <p class="row">${verdict === "impossible" || why ? null : html`<${Do} app=${app} action="why" />`}
      <${Do} app=${app} action="unlock" />
      ${verdict === "impossible" ? html`<${Do} app=${app} action="proof" />` : null}</p>
    ${prove ? html`<p class="row">${prove.proof ? html`<a class="button" href=${app.fileUrl(`proof/${prove.proof}`)} download>Download the proof</a>` : prove.outcome === "fillable" ? "There is a fill, so there is no proof." : "The proof was not finished in time."}</p>` : null}
    ${isAsking ? html`<p class="soft">Searching… <${Do} app=${app} action="cancel" /></p>` : null}`;
}

const LEADS = {
  fillable: "There is a fill.",
  impossible: "No fill, proved. Looking for the reason…",
  searching: "Not known yet whether there is a fill.",
};
const WHAT = (why) => (why.cells?.length ? "The outlined cells are" : "These rules are");
const DETAILS = {
  fillable: "Nothing is stuck, so there is nothing to unlock.",
  searching: "The search goes on; you can ask for a reason meanwhile.",
};

const fillable = ({ about }) => (about ? `${about}: there is a fill.` : "Nothing is stuck here, so there is nothing to unlock: the pale letters are one complete fill.");

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

function Reason({ app, state, why }) {
  const found = why.corrections ?? [];
  const isSome = found.some((each) => !each.smallest); // a label on all says nothing
  const letters = why.letters?.length ? counted(why.letters.length, "letter") : "";
  const entries = why.entries?.length ? why.entries.join(", ") : "";
  return html`
    <div class="card"><p class="lead">${sentence(why.about ? `${why.about}: ${why.text}` : why.text)}</p>
      <p class="soft">${!letters && !entries && !why.done ? "" : why.minimal ? `${WHAT(why)} the whole reason: without any one of them there is a fill.` : `${WHAT(why)} a reason; a part of them may be enough.`}
      ${letters || entries ? html`<br />${[entries && `Entries ${entries}`, letters].filter(Boolean).join(" · ")}` : null}</p></div>
    <h2>What would help <small>${found.length ? "each was filled" : ""}</small></h2>
    ${found.length ? html`<ul class="card fixes" onPointerLeave=${() => app.point("")}>${found.map((each, index) => html`
      <li key=${each.text} onPointerEnter=${() => each.witness && app.point(`correction ${index}`, {}, each.witness, each.changes)}>
        <span>${sentence(each.text)}${each.smallest && isSome ? html` <em>smallest</em>` : null}</span>
        <button type="button" onFocus=${() => each.witness && app.point(`correction ${index}`, {}, each.witness, each.changes)} onClick=${() => app.edit({ edit: "correction", changes: each.changes, label: each.text })}>Try</button></li>`)}</ul>` : null}
    <p class="soft">${why.done ? (found.length ? `${shownNumber(found.length)} found.` : why.isRegion ? "Nothing in the selection alone would help." : "No correction was found.") : "There may be more. Searching…"}</p>`;
}
