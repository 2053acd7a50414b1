// Printing: the pages as they will be, and how.

import { request } from "./connection.js";
import { Dialog, Field } from "./dialog.js";
import { element, keep, pictureUrl, recall } from "./dom.js";
import { html, useEffect, useState } from "./vendor/preact-htm.js";

const KEPT = "satcross.paper";
const LETTER_REGIONS = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "GT", "SV", "NI", "PA", "DO", "PR"]);
const PAPERS = { a4: "A4", letter: "Letter", a5: "A5", a3: "A3", legal: "Legal" };
const PARTS = { puzzle: "Puzzle", solution: "Solution", both: "Puzzle, then solution" };

/** The paper that was chosen last, or that of the region of the browser's language. */
export const paperOf = () => recall(KEPT) ?? (LETTER_REGIONS.has(new Intl.Locale(navigator.language).maximize().region) ? "letter" : "a4");

export function Print({ app, state, close }) {
  const [paper, setPaper] = useState(paperOf);
  const [part, setPart] = useState("puzzle");
  const [found, setFound] = useState(null);
  useEffect(() => {
    let isLate = false;
    const query = new URLSearchParams({ paper, part });
    app.attempt(request(`${app.fileUrl("pages")}?${query}`)).then((data) => isLate || setFound(data));
    return () => {
      isLate = true;
    };
  }, [paper, part, state.live.revision]);
  const choose = (name) => {
    keep(KEPT, name);
    setPaper(name);
  };
  const pages = found?.pages ?? [];
  const options = (label, value, set, all) => html`<${Field} label=${label}><select aria-label=${label} value=${value} onChange=${(event) => set(event.target.value)}>
    ${Object.entries(all).map(([name, text]) => html`<option key=${name} value=${name} selected=${name === value}>${text}</option>`)}</select><//>`;
  return html`<${Dialog} title="Print" close=${close} wide=${true} main=${pages.length ? "Print" : ""} onMain=${() => printed(pages)}>
    ${options("Pages", part, setPart, PARTS)}${options("Paper", paper, choose, PAPERS)}
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
