// Words: look them up, ban them, give them scores, add them; which lists count.

import { rescore } from "../commands.js";
import { Do, Typed } from "../ui.js";
import { html, useState } from "../vendor/preact-htm.js";

const ADDED = 50; // the score of a word that is added

export function Words({ app, state }) {
  const { doc, answers } = state;
  const [pattern, setPattern] = useState("");
  const found = answers.lookup;
  const own = Object.entries(doc.overrides).sort(([a], [b]) => a.localeCompare(b));
  const word = pattern.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return html`
    <form class="row" onSubmit=${(event) => {
      event.preventDefault();
      app.ask("lookup", { pattern: pattern.trim(), limit: 60 });
    }}><input type="search" id="look-up" class="wide" aria-label="A word or a pattern" placeholder="Look up, as in Q?N* or word" value=${pattern} onInput=${(event) => setPattern(event.target.value)} />
      <button disabled=${!pattern.trim()}>Look up</button></form>
    ${word.length > 1 && !/[?*.]/.test(pattern) ? html`<p class="row"><button type="button" onClick=${() => rescore(app, word, ADDED)}>Add ${word}</button>
      <button type="button" onClick=${() => rescore(app, word, 0)}>Ban ${word}</button></p>` : null}
    ${found ? html`<h2>${found.n.toLocaleString("en")} words</h2><ul class="own">${found.words.map(([each, score, written, list]) => html`<${Word} key=${each} app=${app} word=${each} score=${score} note=${[written !== each && written, list].filter(Boolean).join(" · ")} own=${each in doc.overrides} />`)}</ul>` : null}
    <h2>Changed words <small>${own.length}; they outrank every list</small></h2>
    ${own.length ? html`<ul class="own">${own.map(([each, score]) => html`<${Word} key=${each} app=${app} word=${each} score=${score} note=${score === 0 ? "banned" : ""} own=${true} />`)}</ul>` : html`<p class="soft">None yet. Ban words with ⊘ in the candidates, or give them a score here.</p>`}
    <p class="row"><${Do} app=${app} action="lists">${doc.lists.join(", ")}, minimum ${doc.min_score ?? "none"}<//></p>`;
}

function Word({ app, word, score, note, own }) {
  return html`<li class=${score === 0 ? "banned" : ""}><span class="word">${word}</span> <small>${note}</small>
    <${Typed} type="number" min="0" max="100" aria-label="Score of ${word}" value=${score} set=${(text) => rescore(app, word, Number(text))} />
    ${own ? html`<button type="button" title="As in the lists" aria-label="${word} as in the lists" onClick=${() => rescore(app, word, null)}>↺</button>` : html`<button type="button" title="Ban" aria-label="Ban ${word}" onClick=${() => rescore(app, word, 0)}>⊘</button>`}</li>`;
}
