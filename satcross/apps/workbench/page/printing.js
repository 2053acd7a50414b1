// Printing: the pages as they will be, and how.

import { request } from "./connection.js";
import { Dialog, Options } from "./dialog.js";
import { element, keep, pictureUrl, recall } from "./dom.js";
import { CHOICES, PAPER, paperOf, printQuery } from "./paper.js";
import { html, useEffect, useState } from "./vendor/preact-htm.js";

const PAPERS = { a4: "A4", letter: "Letter", a5: "A5", a3: "A3", legal: "Legal" };
const PARTS = { puzzle: "Puzzle", solution: "Solution", both: "Puzzle, then solution" };
const THEMES = { "": "as in the grid", solution: "shaded in the solution", puzzle: "shaded in the puzzle too" };
const WORDS = { "": "numbers, and boxes below", 0: "not shown" };

/** How theme entries and the solution word are printed, for a crossword that has them. */
export function PrintChoices({ doc, changed }) {
  const choices = recall(CHOICES) ?? {};
  const set = (choice) => {
    keep(CHOICES, { ...choices, ...choice });
    changed();
  };
  const hasWord = doc.rules.rules?.some((rule) => rule.startsWith("solution-word")) || doc.cells.some((cell) => cell.mark);
  return html`${doc.cells.some((cell) => cell.theme) ? html`<${Options} label="Theme entries" value=${choices.themes ?? ""} options=${THEMES} set=${(themes) => set({ themes })} />` : null}
    ${hasWord ? html`<${Options} label="Solution word" value=${choices.word ?? ""} options=${WORDS} set=${(word) => set({ word })} />` : null}`;
}

export function Print({ app, state, close }) {
  const [paper, setPaper] = useState(paperOf);
  const [part, setPart] = useState("puzzle");
  const [found, setFound] = useState(null);
  const [n, setN] = useState(0); // how often a choice was changed
  useEffect(() => {
    let isLate = false;
    const query = new URLSearchParams({ ...printQuery(), paper, part });
    app.attempt(request(`${app.fileUrl("pages")}?${query}`)).then((data) => isLate || setFound(data));
    return () => {
      isLate = true;
    };
  }, [paper, part, n, state.live.revision]);
  const choose = (name) => {
    keep(PAPER, name);
    setPaper(name);
  };
  const pages = found?.pages ?? [];
  return html`<${Dialog} title="Print" close=${close} wide=${true} main=${pages.length ? "Print" : ""} onMain=${() => printed(pages)}>
    <${Options} label="Pages" value=${part} options=${PARTS} set=${setPart} /><${Options} label="Paper" value=${paper} options=${PAPERS} set=${choose} />
    <${PrintChoices} doc=${state.doc} changed=${() => setN(n + 1)} />
    ${found?.notes.map((note) => html`<p key=${note} class="warning" role="status">${note}</p>`)}
    <div class="sheets" aria-busy=${!found}>${pages.map((page, n) => html`<img key=${n} src=${pictureUrl(page)} alt="Page ${n + 1} of ${pages.length}" />`)}</div><//>`;
}

/** Prints pictures of pages, and nothing else of this page. */
async function printed(pages) {
  const sheets = element("div", { class: "printed" }, ...pages.map((page) => element("img", { src: pictureUrl(page), alt: "" })));
  document.body.append(sheets);
  document.body.classList.add("prints");
  await Promise.all([...sheets.children].map((image) => image.decode()));
  addEventListener("afterprint", () => {
    document.body.classList.remove("prints");
    sheets.remove();
  }, { once: true });
  print();
}
