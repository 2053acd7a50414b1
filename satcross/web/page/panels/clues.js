// Clues: one for each entry, with drafts and what was used before.

import { patternOf } from "../answers.js";
import { entryAfter } from "../board.js";
import { counted } from "../dom.js";
import { boardOf, clueKey, entryName, entryNamed, entryTitle } from "../state.js";
import { Do } from "../ui.js";
import { html, useEffect } from "../vendor/preact-htm.js";

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
        <b>${entryName(each)}</b><span>${doc.clues[clueKey(each)]?.text} <i>${patternOf(doc, each)}</i></span></button></li>`)}</ol>
    <p class="row"><${Do} app=${app} action="about" /></p>`;
}

/** Goes to an entry, and to the field of its clue. */
function writeClue(app, entry) {
  app.dispatch("cursor", { at: entry.cells[0], dir: entry.dir });
  app.focus("#clue-text");
}

function Editor({ app, state, entry }) {
  const key = clueKey(entry);
  const clue = state.doc.clues[key] ?? { text: "" };
  const drafts = clue.drafts ?? [];
  const word = patternOf(state.doc, entry);
  const known = state.answers.clues?.about === key ? state.answers.clues : null;
  useEffect(() => {
    if (!word.includes("·")) app.ask("clues", { entry: entryName(entry) }, key);
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
  };
  const write = (text) => app.edit({ edit: "clue", key, text, join: `clue ${key}` });
  return html`<section class="editor"><h2><label for="clue-text">${entryTitle(entry)}</label> <span class="pattern">${word}</span> <small>${counted(entry.cells.length, "letter")}</small></h2>
    <textarea id="clue-text" rows="3" placeholder="Write a clue…" aria-describedby="clue-keys" onKeyDown=${goOn} value=${clue.text} onInput=${(event) => write(event.target.value)}></textarea>
    <p class="row"><button type="button" disabled=${!clue.text || drafts.includes(clue.text)} onClick=${() => app.edit({ edit: "clue", key, drafts: [...drafts, clue.text] })}>Keep as a draft</button>
      <small id="clue-keys" class="soft"><kbd>⏎</kbd> next clue · <kbd>Esc</kbd> grid</small></p>
    <p class="row"><label>Explanation <input value=${clue.annotation ?? ""} onInput=${(event) => app.edit({ edit: "clue", key, annotation: event.target.value, join: `annotation ${key}` })} /></label>
      ${isLater ? html`<span class="soft">Part of the answer to ${entryTitle(isLater)}</span>` : html`<label>Goes on in <input id="clue-links" size="8" placeholder="5D, 7A" value=${named(clue.continued ?? []).map(entryName).join(", ")} onChange=${(event) => link(event.target.value)} /></label>`}</p>
    ${drafts.length ? html`<h3>Drafts</h3><ul class="texts">${drafts.map((draft) => html`<li key=${draft}><button type="button" onClick=${() => write(draft)}>${draft}</button>
      <button type="button" class="drop" aria-label="Drop this draft" onClick=${() => app.edit({ edit: "clue", key, drafts: drafts.filter((each) => each !== draft) })}>×</button></li>`)}</ul>` : null}
    ${known?.used?.length ? html`<p class="warning">Used before in ${known.used.join(", ")}</p>` : null}
    ${known?.clues?.length ? html`<h3>Clues of before</h3><ul class="texts">${known.clues.map((each) => html`<li key=${each.text}><button type="button" onClick=${() => write(each.text)}>${each.text}</button> <small>${each.in.join(", ")}</small></li>`)}</ul>` : null}
  </section>`;
}
