// Clues: one for each entry, with drafts and what was used before.

import { patternOf, secondOf, wordOf } from "../answers.js";
import { entryAfter } from "../board.js";
import { counted, keep, recall } from "../dom.js";
import { boardOf, clueKey, entryName, entryNamed, entryTitle, treatedIn } from "../state.js";
import { Do, Typed } from "../ui.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";

export function Clues({ app, state }) {
  const { doc, view } = state;
  const board = boardOf(doc);
  const entry = board.entryAt(view.cursor.at, view.cursor.dir);
  const written = board.entries.filter((each) => doc.clues[clueKey(each)]?.text).length;
  return html`
    ${entry?.name ? html`<p class="soft">The path ${entry.name} has no clue.</p>` : entry ? html`<${Editor} key=${clueKey(entry)} app=${app} state=${state} entry=${entry} />` : html`<p class="soft">No entry runs through this cell in this direction.</p>`}
    <h2>All clues <small>${written} of ${board.entries.length} written</small></h2>
    <ol class="clue-list">${board.entries.map((each) => html`<li key=${clueKey(each)}>
      <button type="button" class=${each === entry ? "on" : ""} onClick=${() => writeClue(app, each)}>
        <b>${entryName(each)}</b><span>${doc.clues[clueKey(each)]?.text} <i>${[patternOf(doc, each), secondOf(doc, each)].filter(Boolean).join(" / ")}</i><${Treated} treated=${treatedIn(state.answers, each)} /></span></button></li>`)}</ol>
    <p class="row"><${Do} app=${app} action="about" /></p>`;
}

const Treated = ({ treated }) => (treated && treated.by !== "plain" ? html` <small>${treatedText(treated)}</small>` : null);

/** How an entry is treated, and the word that it stands for where it is full. */
export const treatedText = ({ word, by }) => (word && by !== "plain" ? `${word}, ${by}` : by);

/** Goes to an entry, and to the field of its clue. */
function writeClue(app, entry) {
  app.dispatch("cursor", { at: entry.cells[0], dir: entry.dir });
  app.focus("#clue-text");
}

function Editor({ app, state, entry }) {
  const key = clueKey(entry);
  const clue = state.doc.clues[key] ?? { text: "" };
  const drafts = clue.drafts ?? [];
  const pattern = patternOf(state.doc, entry);
  const treated = treatedIn(state.answers, entry);
  const word = wordOf(state.doc, entry, treated);
  const sizeOf = (each) => [...(treatedIn(state.answers, each)?.word ?? "")].length || each.cells.length;
  const known = state.answers.clues?.about === key ? state.answers.clues : null;
  useEffect(() => {
    if (word) app.ask("clues", { word }, key);
  }, [word, state.live.revision === 0]);
  // Enter goes on to the next entry, as a clue has no lines.
  const goOn = (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const step = event.shiftKey ? -1 : 1;
    const board = boardOf(state.doc);
    const { at, dir } = entryAfter(board, { at: entry.cells[0], dir: entry.dir }, step, () => false, board.entries);
    writeClue(app, board.entryAt(at, dir));
  };
  const board = boardOf(state.doc);
  const named = (keys) => keys.map((each) => board.entries.find((other) => clueKey(other) === each)).filter(Boolean);
  const isLater = board.entries.find((other) => state.doc.clues[clueKey(other)]?.continued?.includes(key));
  const link = (text) => {
    const entries = text.toUpperCase().split(/[\s,]+/).filter(Boolean).map((name) => entryNamed(board, name));
    if (entries.every(Boolean)) app.edit({ edit: "clue", key, continued: entries.map(clueKey) });
    else app.notify(`“${text}” names an entry that the grid does not have. Write names as in 5D, 7A.`);
  };
  const explain = (annotation, more) => app.edit({ edit: "clue", key, annotation, ...more });
  const letters = [entry, ...named(clue.continued ?? [])].reduce((n, each) => n + sizeOf(each), 0);
  const said = (clue.enumeration ?? "").split(/\D+/).reduce((n, each) => n + Number(each), 0);
  const write = (text) => app.edit({ edit: "clue", key, text, join: `clue ${key}` });
  return html`<section class="editor"><h2><label for="clue-text">${entryTitle(entry)}</label> <span class="pattern">${pattern}</span> <small>${treated ? treatedText(treated) : counted(entry.cells.length, "letter")}</small></h2>
    <textarea id="clue-text" rows="3" placeholder="Write a clue…" aria-describedby="clue-keys" onKeyDown=${goOn} value=${clue.text} onInput=${(event) => write(event.target.value)}></textarea>
    <p class="row"><button type="button" disabled=${!clue.text || drafts.includes(clue.text)} onClick=${() => app.edit({ edit: "clue", key, drafts: [...drafts, clue.text] })}>Keep as a draft</button>
      <small id="clue-keys" class="soft"><kbd>⏎</kbd> next clue · <kbd>Esc</kbd> grid</small></p>
    <p class="row"><label>Explanation <input value=${clue.annotation ?? ""} onInput=${(event) => explain(event.target.value, { join: `annotation ${key}` })} /></label></p>
    <p class="row"><label>Enumeration <${Typed} id="clue-lengths" size="6" placeholder=${state.answers.wordplay?.about === word ? state.answers.wordplay.enumeration : letters} value=${clue.enumeration ?? ""} set=${(text) => app.edit({ edit: "clue", key, enumeration: text.replace(/[()\s]/g, "") })} /></label>
      ${isLater ? html`<span class="soft">Part of the answer to ${entryTitle(isLater)}</span>` : html`<label>Goes on in <${Typed} id="clue-links" size="8" placeholder="5D, 7A" value=${named(clue.continued ?? []).map(entryName).join(", ")} set=${link} /></label>`}</p>
    ${said && said !== letters ? html`<p class="warning" role="status">${clue.enumeration} is ${counted(said, "letter")}, and the answer has ${letters}.</p>` : null}
    <${Wordplay} app=${app} state=${state} word=${word} use=${(text) => explain([clue.annotation, text].filter(Boolean).join("; "))} />
    ${drafts.length ? html`<h3>Drafts</h3><ul class="texts">${drafts.map((draft) => html`<li key=${draft}><button type="button" onClick=${() => write(draft)}>${draft}</button>
      <button type="button" class="drop" aria-label="Drop this draft" onClick=${() => app.edit({ edit: "clue", key, drafts: drafts.filter((each) => each !== draft) })}>×</button></li>`)}</ul>` : null}
    ${known?.used?.length ? html`<p class="warning">Used before in ${known.used.join(", ")}</p>` : null}
    ${known?.clues?.length ? html`<h3>Clues of before</h3><ul class="texts">${known.clues.map((each) => html`<li key=${each.text}><button type="button" onClick=${() => write(each.text)}>${each.text}</button> <small>${each.in.join(", ")}</small></li>`)}</ul>` : null}
  </section>`;
}

const KEPT = "satcross.wordplay"; // whether it is shown
const CALM_MS = 250; // after the last letter
const LIMIT = 5; // of each kind

/** What the word of the entry, or another one, can be made of. A press adds it to the explanation. */
function Wordplay({ app, state, word, use }) {
  const [isOpen, setOpen] = useState(Boolean(recall(KEPT)));
  const [typed, setTyped] = useState(null);
  const asked = (typed ?? word).replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
  const answer = state.answers.wordplay?.about === asked ? state.answers.wordplay : null;
  const isWanted = isOpen && asked.length > 1 && !answer?.done;
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(() => app.ask("wordplay", { word: asked, limit: LIMIT }, asked), CALM_MS);
    return () => clearTimeout(timer);
  }, [asked, isWanted, state.live.revision]);
  const kinds = [...new Set(answer?.wordplay.map(([kind]) => kind))];
  return html`<details class="wordplay" open=${isOpen} onToggle=${(event) => {
    setOpen(event.target.open);
    keep(KEPT, event.target.open);
  }}><summary>Wordplay</summary>
    <p class="row"><label>Of <input size="16" spellcheck="false" autocomplete="off" value=${typed ?? word} placeholder="a word, or a part of one" onInput=${(event) => setTyped(event.target.value)} /></label>
      ${typed !== null && typed !== word ? html`<button type="button" onClick=${() => setTyped(null)}>${word || "Clear"}</button>` : null}</p>
    <div role="status">${asked.length < 2 ? html`<p class="soft">Fill the entry, or type a word.</p>` : !answer?.wordplay.length ? html`<p class="soft">${answer?.done ? "Nothing found in the lists." : "Searching…"}</p>`
      : kinds.map((kind) => html`<h3 key=${kind}>${kind[0].toUpperCase()}${kind.slice(1)}</h3><ul class="texts">${answer.wordplay.filter(([each]) => each === kind).map(([, text]) => html`
        <li key=${text}><button type="button" title="Add it to the explanation" onClick=${() => use(`${kind}: ${text}`)}>${text}</button></li>`)}</ul>`)}</div></details>`;
}
