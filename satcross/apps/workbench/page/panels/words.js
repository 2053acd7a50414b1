// Words: look them up, ban them, give them scores, add them; which lists count.

import { rescore } from "../commands.js";
import { Journal, bareOf, rescoreIn, shownList, useLists } from "../lists.js";
import { Found, Presets, usualPreset } from "../patterns.js";
import { counted, keep, recall } from "../dom.js";
import { Do, Typed } from "../ui.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";

const ADDED = 50; // the score of a word that is added
const LIMIT = 60;
const N_PATTERNS = 6;
const MOVED = "wanted words"; // what patterns are about

export function Words({ app, state }) {
  const { doc, answers, live } = state;
  const [pattern, setPattern] = useState("");
  const [asked, setAsked] = useState("");
  const [lists = [], renew] = useLists(app, live.revision);
  const shown = useRef(null); // while it is looked up again after a change
  const found = answers.lookup ?? shown.current;
  shown.current = found;
  useEffect(() => {
    if (asked && !answers.lookup) app.ask("lookup", { pattern: asked, limit: LIMIT });
  }, [live.revision, asked, Boolean(answers.lookup)]);
  const own = Object.entries(doc.overrides).sort(([a], [b]) => a.localeCompare(b));
  const word = pattern.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  const names = lists.map((each) => each.name);
  const isOwn = (list) => lists.some((each) => each.name === bareOf(names, list) && each.is_own);
  const inList = async (list, each, score) => await rescoreIn(app, list, each, score) && renew();
  const firstOwn = doc.lists.find(isOwn);
  return html`
    <form class="row" onSubmit=${(event) => {
      event.preventDefault();
      setAsked(pattern.trim());
      app.ask("lookup", { pattern: pattern.trim(), limit: LIMIT });
    }}><input type="search" id="look-up" class="wide" aria-label="A word or a pattern" placeholder="Look up, as in Q?N* or word" value=${pattern} onInput=${(event) => setPattern(event.target.value)} />
      <button disabled=${!pattern.trim()}>Look up</button></form>
    ${word.length > 1 && !/[?*.]/.test(pattern) ? html`<p class="row"><button type="button" onClick=${() => rescore(app, word, ADDED)}>Add ${word}</button>
      ${firstOwn ? html`<button type="button" onClick=${() => inList(firstOwn, pattern.trim(), ADDED)}>Add to ${bareOf(names, firstOwn)}</button>` : null}
      <button type="button" onClick=${() => rescore(app, word, 0)}>Ban ${word}</button></p>` : null}
    ${found ? html`<h2>${counted(found.n, "word")}</h2><ul class="own">${found.words.map(([each, score, written, list]) => html`<${Word} key=${each} app=${app} word=${each} score=${score} note=${[written !== each && written, shownList(list)].filter(Boolean).join(" · ")} own=${each in doc.overrides} set=${isOwn(list) ? (value) => inList(list, each, value) : null} />`)}</ul>` : null}
    <h2>Changed words <small>${own.length}; they outrank every list</small></h2>
    ${own.length ? html`<ul class="own">${own.map(([each, score]) => html`<${Word} key=${each} app=${app} word=${each} score=${score} note=${score === 0 ? "banned" : ""} own=${true} />`)}</ul>` : html`<p class="soft">None yet. Ban words with ⊘ in the candidates, or give them a score here. Scores of lists in the folder are changed in the list itself.</p>`}
    <${Wanted} app=${app} state=${state} />
    <${Journal} app=${app} lists=${lists} renew=${renew} />
    <p class="row"><${Do} app=${app} action="lists">${doc.lists.map(shownList).join(", ")}, minimum ${doc.min_score ?? "none"}<//></p>`;
}

/** A word and its score. Args: set: changes the score in its list; without it, it is overridden. */
function Word({ app, word, score, note, own, set }) {
  const change = (text) => (text === "" || Number(text) === score ? null : (set ?? ((value) => rescore(app, word, value)))(Number(text)));
  return html`<li class=${score === 0 ? "banned" : ""}><span class="word">${word}</span> <small>${note}</small>
    <${Typed} type="number" min="0" max="1000" aria-label="Score of ${word}" value=${score} set=${change} />
    ${own ? html`<button type="button" title="As in the lists" aria-label="${word} as in the lists" onClick=${() => rescore(app, word, null)}>↺</button>` : html`<button type="button" title="Ban" aria-label="Ban ${word}" onClick=${() => rescore(app, word, 0)}>⊘</button>`}</li>`;
}

/** Words that are to be in the grid, if they can be: a fill with as many as there can be. */
function Wanted({ app, state }) {
  const { doc, answers: { wanted } } = state;
  const kept = `satcross.wanted.${doc.name}`;
  const [text, setText] = useState(recall(kept) ?? "");
  const words = [...new Set(text.toUpperCase().split(/[\n,;]/).map((word) => word.trim()).filter(Boolean))];
  const change = (value) => {
    keep(kept, value);
    setText(value);
  };
  const isAsking = app.isAsking("wanted");
  // Where blocks may move, patterns are shown in which all of them stand.
  const [isMoving, setMoving] = useState(Boolean(recall(`${kept}.moves`)));
  const [preset, setPreset] = useState("");
  const [seed, setSeed] = useState(0);
  const isShown = app.isAsking("theme_patterns") || state.answers.patterns?.about === MOVED;
  const showPatterns = () => {
    app.ask("theme_patterns", { phrases: words, rows: doc.rows, cols: doc.cols, preset: preset || usualPreset(app), n: N_PATTERNS, anywhere: true, seed }, MOVED);
    setSeed(seed + 1);
  };
  const missing = wanted ? words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "")).filter((word) => !wanted.placed.includes(word)) : [];
  return html`<h2>Words wanted <small>as many of them as there can be</small></h2>
    <textarea rows="3" spellcheck="false" aria-label="Words wanted, one a line" placeholder=${"one a line"} value=${text} onInput=${(event) => change(event.target.value)} />
    <p><label><input type="checkbox" checked=${isMoving} onChange=${(event) => {
      keep(`${kept}.moves`, event.target.checked);
      setMoving(event.target.checked);
    }} /> Blocks may move</label></p>
    ${isMoving ? html`<${Presets} app=${app} label="Blocks by the rules of" value=${preset || usualPreset(app)} set=${({ preset: name }) => setPreset(name)} />
      <p class="row"><button type="button" disabled=${!words.length || app.isAsking("theme_patterns")} onClick=${showPatterns}>Show patterns with all of them</button></p>
      <p class="soft">Press one to put its blocks and words into the grid; one undo takes them out again. The words are theme cells, which fills keep.</p>
      ${isShown ? html`<${Found} app=${app} state=${state} close=${() => app.focus("[role=gridcell][tabindex='0']")} />` : null}`
    : html`<p class="row"><button type="button" disabled=${!words.length || isAsking} onClick=${() => {
      app.dispatch("proposal", null);
      app.ask("wanted", { words });
    }}>Fill with them</button>${isAsking ? html`<${Do} app=${app} action="cancel" />` : null}
      ${wanted?.outcome === "found" ? html`<${Do} app=${app} action="accept" />` : null}</p>`}
    ${wanted && !isMoving ? html`<p role="status">${outcomeOf(wanted, words.length)}${missing.length && wanted.placed.length ? html`<br /><small>Not in it: ${missing.join(", ")}${wanted.left_out.length ? `; no entry has the length of ${wanted.left_out.join(", ")}` : ""}</small>` : null}</p>` : null}`;
}

function outcomeOf({ outcome, placed, most, text }, n) {
  if (outcome === "impossible") return "There is no fill, with them or without: proved.";
  if (outcome !== "found") return `No fill was found in time${text ? `: ${text}` : ""}.`;
  const found = `${placed.length} of ${counted(n, "word")}`;
  if (most) return placed.length === n ? `${found}: all.` : `${found}; proved: no fill has more.`;
  return `${found} so far${text ? `; ${text}` : "…"}`;
}
