// Clues: one for each entry, with drafts and what was used before.

import { patternOf, secondOf, wordOf } from "../answers.js";
import { entryAfter } from "../board.js";
import { clueCount, otherWord } from "../cluewords.js";
import { request } from "../connection.js";
import { counted, keep, recall } from "../dom.js";
import { formatted, shownClue, sourceOf, wrapped } from "../markup.js";
import { boardOf, clueKey, entryName, entryNamed, entryTitle, treatedIn } from "../state.js";
import { Do, Typed, linesOf } from "../ui.js";
import { Web } from "../web.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";

export function Clues({ app, state }) {
  const { doc, view } = state;
  const board = boardOf(doc);
  const entry = board.entryAt(view.cursor.at, view.cursor.dir);
  return html`
    ${entry?.name ? html`<p class="soft">The path ${entry.name} has no clue.</p>` : entry ? html`<${Editor} key=${clueKey(entry)} app=${app} state=${state} entry=${entry} />` : html`<p class="soft">No entry runs through this cell in this direction.</p>`}
    <h2>All clues <small>${clueCount(doc)}</small></h2>
    <ol class="clue-list">${board.entries.map((each) => html`<li key=${clueKey(each)}>
      <button type="button" class=${each === entry ? "on" : ""} onClick=${() => writeClue(app, each)}>
        <b>${entryName(each)}</b><span>${shownClue(doc.clues[clueKey(each)])} <i class="pattern">${[patternOf(doc, each), secondOf(doc, each)].filter(Boolean).join(" / ")}</i><${Treated} treated=${treatedIn(state.answers, each)} /><${ForAnother} word=${otherWord(doc, each)} />${doc.clues[clueKey(each)]?.remarks?.length ? html` <em class="remarked">${counted(doc.clues[clueKey(each)].remarks.length, "note")}</em>` : null}</span></button></li>`)}</ol>
    <${PutAway} doc=${doc} />
    <p class="row"><${Do} app=${app} action="earlier clues" /><${Do} app=${app} action="clue sheet" /><${Do} app=${app} action="web" /><${Do} app=${app} action="about" /></p>`;
}

/** Changes a clue to what is typed for it. */
const writerOf = (app, key) => (source) => app.edit({ edit: "clue", key, ...formatted(source), join: `clue ${key}` });

/** The clue of an entry, to be written. Ctrl+B and Ctrl+I format what is selected. */
export function ClueField({ app, state, entry, goOn, ...rest }) {
  const key = clueKey(entry);
  const write = writerOf(app, key);
  // Enter goes on to the next entry, as a clue has no lines.
  const press = (event) => {
    if (event.isComposing) return;
    const tag = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && { b: "b", i: "i" }[event.key];
    if (tag) write(wrapped(event.target, tag));
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) goOn(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<textarea ...${rest} onKeyDown=${press} value=${sourceOf(state.doc.clues[key])} onInput=${(event) => write(event.target.value)} />`;
}

const Format = ({ tag, name, field, write }) => html`<button type="button" class="format" aria-label="${name} letters" title="${name} letters (Ctrl+${tag.toUpperCase()})" onPointerDown=${(event) => event.preventDefault()} onClick=${() => {
  write(wrapped(document.querySelector(field), tag));
}}>${tag === "b" ? html`<b>B</b>` : html`<i>I</i>`}</button>`;

export const ForAnother = ({ word }) => (word ? html` <em class="other">for ${word}</em>` : null);

/** Clues of words that the grid does not have; they come back with their words. */
function PutAway({ doc }) {
  const kept = Object.entries(doc.kept ?? {});
  if (!kept.length) return null;
  return html`<details class="put-away"><summary>${counted(kept.length, "clue")} put away</summary><p class="soft">Their words are not in the grid; they come back with them.</p>
    <ul class="texts">${kept.map(([word, clue]) => html`<li key=${word}><b>${word}</b> ${shownClue(clue)}${clue.remarks?.map((each) => html` <em class="remarked">${each}</em>`)}</li>`)}</ul></details>`;
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
  const goOn = (step) => {
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
  const write = writerOf(app, key);
  const source = sourceOf(clue);
  const other = otherWord(state.doc, entry);
  const kept = known?.clues?.filter((each) => each.in.includes(KEPT_FILE)).map((each) => each.text) ?? [];
  const keepClue = async (before, text) => {
    if (await app.attempt(request("/api/clues", { method: "POST", json: { word, before, text } }))) app.ask("clues", { word }, key);
  };
  return html`<section class="editor"><h2><label for="clue-text">${entryTitle(entry)}</label> <span class="pattern">${pattern}</span> <small>${treated ? treatedText(treated) : counted(entry.cells.length, "letter")}</small></h2>
    <${ClueField} app=${app} state=${state} entry=${entry} goOn=${goOn} id="clue-text" rows="3" placeholder="Write a clue…" aria-describedby="clue-keys" />
    ${other ? html`<p class="warning" role="status">This clue is for ${other}. ${word ? html`<button type="button" onClick=${() => app.edit({ edit: "clue", key, word })}>It fits ${word} too</button>` : "It goes when the entry gets another word, and comes back with this one."}</p>` : null}
    <p class="row"><button type="button" disabled=${!source || drafts.includes(source)} onClick=${() => app.edit({ edit: "clue", key, drafts: [...drafts, source] })}>Keep as a draft</button>
      <button type="button" title="In the folder, for other crosswords" disabled=${!clue.text.trim() || !word || kept.includes(clue.text.trim())} onClick=${() => keepClue(null, clue.text)}>Keep in ${KEPT_FILE}</button>
      <span class="row"><${Format} tag="b" name="Bold" field="#clue-text" write=${write} /><${Format} tag="i" name="Italic" field="#clue-text" write=${write} /></span>
      <small id="clue-keys" class="soft"><kbd>⏎</kbd> next clue · <kbd>Esc</kbd> grid</small></p>
    <p class="row"><label>Explanation <input value=${clue.annotation ?? ""} onInput=${(event) => explain(event.target.value, { join: `annotation ${key}` })} /></label></p>
    <p class="row"><label>Enumeration <${Typed} id="clue-lengths" size="6" placeholder=${state.answers.wordplay?.about === word ? state.answers.wordplay.enumeration : letters} value=${clue.enumeration ?? ""} set=${(text) => app.edit({ edit: "clue", key, enumeration: text.replace(/[()\s]/g, "") })} /></label>
      ${isLater ? html`<span class="soft">Part of the answer to ${entryTitle(isLater)}</span>` : html`<label>Goes on in <${Typed} id="clue-links" size="8" placeholder="5D, 7A" value=${named(clue.continued ?? []).map(entryName).join(", ")} set=${link} /></label>`}</p>
    ${said && said !== letters ? html`<p class="warning" role="status">${clue.enumeration} is ${counted(said, "letter")}, and the answer has ${letters}.</p>` : null}
    <${Wordplay} app=${app} state=${state} word=${word} use=${(text) => explain([clue.annotation, text].filter(Boolean).join("; "))} />
    <p><label for="clue-remarks">Reviewer’s notes <small class="soft">one a line, in no export</small></label> <${Typed} id="clue-remarks" lines=${Math.max(1, clue.remarks?.length ?? 0)} value=${(clue.remarks ?? []).join("\n")} set=${(text) => app.edit({ edit: "clue", key, remarks: linesOf(text) })} /></p>
    <${Web} word=${word} />
    ${drafts.length ? html`<h3>Drafts</h3><ul class="texts">${drafts.map((draft) => html`<li key=${draft}><button type="button" onClick=${() => write(draft)}>${draft}</button>
      <button type="button" class="drop" aria-label="Drop this draft" onClick=${() => app.edit({ edit: "clue", key, drafts: drafts.filter((each) => each !== draft) })}>×</button></li>`)}</ul>` : null}
    ${known?.used?.length ? html`<p class="warning">Used before in ${known.used.join(", ")}</p>` : null}
    ${known?.clues?.length ? html`<h3>Clues of before</h3><ul class="texts">${known.clues.map((each) => html`<${Before} key=${each.text} clue=${each} use=${write} keepClue=${keepClue} />`)}</ul>` : null}
  </section>`;
}

/** A clue that the word had before. Those of the folder's own file can be changed and removed. */
function Before({ clue, use, keepClue }) {
  const [isOpen, setOpen] = useState(false);
  const change = (text) => {
    setOpen(false);
    if (text.trim() && text.trim() !== clue.text) keepClue(clue.text, text);
  };
  if (isOpen) return html`<li><input class="wide" autofocus aria-label="Clue in ${KEPT_FILE}" value=${clue.text} ref=${(field) => field?.focus()} onKeyDown=${(event) => {
    if (event.key === "Escape") event.target.value = clue.text;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.stopPropagation();
    event.target.blur();
  }} onBlur=${(event) => change(event.target.value)} /></li>`;
  return html`<li><button type="button" onClick=${() => use(clue.text)}>${clue.text}</button> <small>${clue.in.join(", ")}</small>
    ${clue.in.includes(KEPT_FILE) ? html`<button type="button" class="drop" title="Change it in ${KEPT_FILE}" aria-label="Change it in ${KEPT_FILE}" onClick=${() => setOpen(true)}>✎</button>
      <button type="button" class="drop" title="Remove it from ${KEPT_FILE}" aria-label="Remove it from ${KEPT_FILE}" onClick=${() => keepClue(clue.text, null)}>×</button>` : null}</li>`;
}

const KEPT_FILE = "clues.tsv"; // of the folder
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
