// How good a fill can get, and how many there are.

import { COMMAND } from "../commands.js";
import { counted } from "../dom.js";
import { shownKey } from "../keyboard.js";
import { Do, shownNumber } from "../ui.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";

export function Score({ app, state }) {
  const { best, count } = state.answers;
  const [within, setWithin] = useState("");
  const [method, setMethod] = useState("auto");
  return html`
    <h2>How good can it get</h2>
    ${["lowest", "total"].map((goal) => best?.[goal] ? html`<${Bound} key=${goal} app=${app} goal=${goal} best=${best[goal]} />` : null)}
    <p class="row"><${Do} app=${app} action="best lowest" /><${Do} app=${app} action="best total" /></p>
    <form class="row" onSubmit=${(event) => {
      event.preventDefault();
      app.ask("best", { goal: "total", within: Number(within) }, "total");
    }}><label>Stop within <input type="number" min="0" value=${within} onInput=${(event) => setWithin(event.target.value)} /> of the best total</label>
      <button disabled=${within === ""}>Search</button></form>
    ${app.isAsking("best", "count") ? html`<p class="soft">Searching… <${Do} app=${app} action="cancel" /></p>` : null}
    <${Weakest} app=${app} state=${state} />
    <h2>How many</h2>
    ${count ? html`<div class="card"><p class="lead">${COUNTS[count.kind] ?? ""} ${big(count.n)} ${count.n === "1" ? "fill" : "fills"}</p><p class="soft">${count.text ?? ""}${count.done ? "" : " Counting…"}</p></div>` : null}
    <form class="row" onSubmit=${(event) => {
      event.preventDefault();
      app.ask("count", { method });
    }}><select aria-label="How to count" value=${method} onChange=${(event) => setMethod(event.target.value)}>
        ${Object.entries(METHODS).map(([name, text]) => html`<option key=${name} value=${name}>${text}</option>`)}</select>
      <button data-action="count" title="How many fills there are (${shownKey(COMMAND.count.keys)})">Count</button>
      ${count?.kind === "exact" && count.n !== "0" && count.n.length < 2 ? html`<button type="button" onClick=${() => showAll(app, Number(count.n))}>Show ${count.n === "1" ? "it" : "them"}</button>` : null}</form>`;
}

/** The full entries that score least, each with what can be had instead. */
function Weakest({ app, state }) {
  const { weakest, better, consistency } = state.answers;
  useEffect(() => {
    if (consistency && !weakest) app.ask("weakest");
  }, [consistency, weakest]);
  if (!weakest?.entries.length) return null;
  return html`<h2>Weakest entries</h2>
    <ul class="own">${weakest.entries.map(([name, word, score]) => html`<li key=${name}><b>${name}</b><span class="word">${word}</span><small>${score}</small>
      <button type="button" disabled=${app.isAsking("better")} aria-label="Better words for ${name}" onClick=${() => app.ask("better", { entry: name }, name)}>Better</button></li>`)}</ul>
    ${app.isAsking("better") ? html`<p class="soft" role="status">Searching… <${Do} app=${app} action="cancel" /></p>` : null}
    ${better?.done ? html`<div class="card" role="status"><p class="lead">${betterText(better)}</p>
      ${better.after > better.before ? html`<p class="row"><button type="button" onClick=${() => app.edit({ edit: "correction", changes: [{ edit: "letters", cells: better.cells }], label: `better words for ${better.entry}` })}>Take it</button></p>` : null}</div>` : null}`;
}

function betterText({ outcome, entry, before, after, proved, entries, cells }) {
  if (outcome !== "found") return `${entry}: no other words were found in time.`;
  const n = Object.keys(cells).length;
  const most = proved ? "proved: with all else as it is, none is better" : "better ones may exist";
  return after > before ? `${entry} and ${counted(entries.length - 1, "word")} around it: the lowest score goes from ${before} to ${after}; ${counted(n, "letter")} changed; ${most}.`
    : `${entry}: the lowest score there stays ${before}; ${most}.`;
}

/** Shows all fills side by side, where there are few. */
function showAll(app, n) {
  app.dispatch("panel", "fills");
  app.ask("fills", { n: Math.min(n, MOST_SHOWN) });
}

const MOST_SHOWN = 8;
const METHODS = { auto: "as exactly as can be", exact: "exactly", approximate: "within a factor", enumerate: "one by one" };
const COUNTS = { exact: "Exactly", approximate: "About", "at least": "At least" };
const GOALS = { lowest: "lowest score", total: "total score" };

const big = (n) => (n === null || n === undefined ? "?" : n.length > 15 ? `${n[0]}.${n.slice(1, 3)} × 10^${n.length - 1}` : BigInt(n).toLocaleString("en"));

function Bound({ app, goal, best }) {
  const { objective, bound } = best;
  if (best.outcome === "impossible") return html`<p class="soft">There is no fill, proved.</p>`;
  if (best.done && objective === null && best.outcome === "found") return html`<p class="soft">Every entry is full. “Better” below tries other words for one.</p>`;
  const part = objective === null || !bound ? 0 : Math.min(1, objective / bound);
  return html`<div class="card"><p class="lead">${best.proved ? `Best ${GOALS[goal]}, proved` : `Best ${GOALS[goal]} so far`}</p>
    <svg class="gauge" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="4" class="p" /><rect width=${100 * part} height="4" class="d" /></svg>
    <dl><dt>Found</dt><dd>${shownNumber(objective)}</dd><dt>No fill has more than</dt><dd>${shownNumber(bound)}</dd></dl>
    ${best.cells ? html`<p class="row"><button type="button" onClick=${() => app.dispatch("proposal", { title: `Best ${GOALS[goal]}`, cells: best.cells })}>Show it</button></p>` : null}</div>`;
}
