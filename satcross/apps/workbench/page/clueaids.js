// Dialogs for clues: all of them, those of before for all entries at once, and links to look words up.

import { patternOf, secondOf, wordOf } from "./answers.js";
import { clueCount, clueGaps, otherWord } from "./cluewords.js";
import { Dialog } from "./dialog.js";
import { counted, keep, recall } from "./dom.js";
import { ClueField, ForAnother } from "./panels/clues.js";
import { boardOf, clueKey, entryName, treatedIn } from "./state.js";
import { Typed, linesOf } from "./ui.js";
import { LINKS, linkOf } from "./web.js";
import { html, useEffect, useState } from "./vendor/preact-htm.js";

/** All clues, without the grid. */
export function ClueSheet({ app, state, close }) {
  const { doc } = state;
  const entries = boardOf(doc).entries.filter((each) => !each.name);
  const current = boardOf(doc).entryAt(state.view.cursor.at, state.view.cursor.dir);
  const fieldOf = (entry) => `.clue-sheet [data-key="${clueKey(entry)}"]`;
  const goOn = (entry) => (step) => document.querySelector(fieldOf(entries.at((entries.indexOf(entry) + step) % entries.length))).focus();
  return html`<${Dialog} title="Clues" close=${close} wide="widest"><p class="soft">${clueCount(doc)}. <kbd>⏎</kbd> next clue · <kbd>Ctrl+B</kbd> bold · <kbd>Ctrl+I</kbd> italic</p>
    <ol class="clue-sheet">${entries.map((each) => html`<li key=${clueKey(each)}><label><b>${entryName(each)}</b>
      <i class="pattern">${[patternOf(doc, each), secondOf(doc, each)].filter(Boolean).join(" / ")}</i> <small>${doc.clues[clueKey(each)]?.enumeration || each.cells.length}</small><${ForAnother} word=${otherWord(doc, each)} />
      <${ClueField} app=${app} state=${state} entry=${each} goOn=${goOn(each)} rows="2" autofocus=${each === current} data-key=${clueKey(each)} /></label></li>`)}</ol><//>`;
}

/** Which entries have clues of before, and which of these are wanted. */
export function Earlier({ app, state, close }) {
  const { doc, answers } = state;
  const [chosen, setChosen] = useState({}); // by key, the clue; "" for none
  const { missing, others } = clueGaps(doc);
  const wanted = [...missing, ...others].map((entry) => [entry, wordOf(doc, entry, treatedIn(answers, entry))]).filter(([, word]) => word);
  const words = wanted.map(([, word]) => word);
  useEffect(() => app.ask("earlier", { words }, "all"), [words.join()]);
  const found = answers.earlier?.words ?? {};
  const rows = wanted.filter(([, word]) => found[word]).map(([entry, word]) => {
    const clues = found[word];
    return { entry, word, key: clueKey(entry), clues, text: chosen[clueKey(entry)] ?? clues[0].text };
  });
  const taken = rows.filter(({ text }) => text);
  useEffect(() => document.querySelector("dialog .earlier select")?.focus(), [rows.length]);
  const take = () => {
    app.edit({ edit: "correction", changes: taken.map(({ key, text }) => ({ edit: "clue", key, text })), label: `${counted(taken.length, "clue")} of before` });
    close();
  };
  return html`<${Dialog} title="Clues of before" close=${close} wide=${true} main=${taken.length ? `Write ${counted(taken.length, "clue")}` : ""} onMain=${take}>
    <p class="soft" role="status">${answers.earlier ? `${rows.length} of ${wanted.length.toLocaleString("en")} full ${wanted.length === 1 ? "entry" : "entries"} without a clue ${rows.length === 1 ? "has" : "have"} clues in the crosswords and the files of clues of this folder.` : "Searching…"}</p>
    <ul class="earlier">${rows.map(({ entry, word, key, clues, text }) => html`<li key=${key}><label><b>${entryName(entry)}</b> <span class="pattern">${word}</span>
      <select value=${text} onChange=${(event) => setChosen({ ...chosen, [key]: event.target.value })}>${clues.map((each) => html`<option key=${each.text} value=${each.text}>${each.text} (${each.in.join(", ")})</option>`)}<option value="">none of these</option></select></label></li>`)}</ul><//>`;
}

/** Links that people set up, one a line. */
export function WebLinks({ close }) {
  const [lines, setLines] = useState(recall(LINKS) ?? []);
  const wrong = lines.filter((line) => !linkOf(line));
  const set = (text) => {
    keep(LINKS, linesOf(text));
    setLines(linesOf(text));
  };
  return html`<${Dialog} title="Look-ups on the web" close=${close}>
    <p class="soft">A name and an address a line, with {word} where the word goes. The links are below each clue; a word is sent when you press one, and never before.</p>
    <${Typed} lines=${6} autofocus spellcheck="false" aria-label="Links, one a line" placeholder="Wiktionary https://en.wiktionary.org/wiki/{word}" value=${lines.join("\n")} set=${set} />
    ${wrong.map((line) => html`<p key=${line} class="warning" role="status">“${line}” is no name with an address that begins with http:// or https:// and has {word}.</p>`)}<//>`;
}
