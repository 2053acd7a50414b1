// Rules: those that hold and the cells they name, and new ones from examples.

import { targets } from "../commands.js";
import { boardOf, entryName, entryNamed } from "../state.js";
import { Do } from "../ui.js";
import { html, useRef, useState } from "../vendor/preact-htm.js";

// What a rule may say, and how: of the entry E at the cursor, or of the cells C that are selected.
const EXAMPLES = [
  ["The entry matches a regular expression", "regex E: .*ing"],
  ["The entry is one of these words", "word-list E: cat, dog"],
  ["The entry is none of these words", "no-words E: cat, dog"],
  ["The entry scores this or more", "min-score 60 E"],
  ["The cells hold the same letter", "same-letter C"],
  ["The cells hold different letters", "different-letters C"],
  ["Letters counted in the cells", "letter-count C: [AEIOU] at least 2"],
  ["The cells read one of these texts", "reads C: NS, SN"],
  ["A letter somewhere in the grid", "somewhere Z"],
  ["A word somewhere in the grid", "slot=WORD"],
  ["No two entries share a word", "no-shared-words 3"],
];

const nameOf = (at, cols) => `r${Math.floor(at / cols) + 1}c${(at % cols) + 1}`;

/** The cells that a rule names, and those of entries that it names. */
function cellsOf(board, text) {
  const found = [...text.matchAll(/\br(\d+)c(\d+)(?:-r(\d+)c(\d+))?\b/g)].flatMap(([, r, c, r2 = r, c2 = c]) => {
    const [down, right] = [r2 - r, c2 - c];
    const n = Math.max(Math.abs(down), Math.abs(right));
    return Array.from({ length: n + 1 }, (_, i) => (r - 1 + Math.round((i * down) / (n || 1))) * board.cols + (c - 1) + Math.round((i * right) / (n || 1)));
  });
  const entries = [...text.split(":")[0].matchAll(/\b\d+[AD]\b/gi)].map(([name]) => entryNamed(board, name.toUpperCase()));
  return [...new Set([...found.filter((at) => at < board.size), ...entries.flatMap((entry) => entry?.cells ?? [])])];
}

export function Rules({ app, state }) {
  const { doc, live, view } = state;
  const board = boardOf(doc);
  const rules = doc.rules.rules ?? [];
  const [text, setText] = useState("");
  const field = useRef(null);
  const set = (wanted, label) => app.edit({ edit: "rules", rules: wanted, label });
  const add = (event) => {
    event.preventDefault();
    const rule = text.trim();
    if (!rule || rules.includes(rule)) return;
    set([...rules, rule], `rule ${rule}`);
    setText("");
  };
  const begin = (example) => {
    const entry = board.entryAt(view.cursor.at, view.cursor.dir);
    const cells = (view.selection ? targets(state) : entry?.cells ?? [view.cursor.at]).filter((at) => board.isOpen(at));
    const filled = { E: entry ? entryName(entry) : "1A", C: cells.map((at) => nameOf(at, doc.cols)).join(" ") };
    setText(example.replace(/\b[EC]\b/, (name) => filled[name]));
    field.current.focus();
  };
  const on = live.ruleOptions.map((each) => ({ ...each, value: doc.rules[each.name] })).filter(({ usual, value }) => String(value ?? "") !== String(usual ?? ""));
  return html`
    <h2>Rules that hold <small>${rules.length + on.length || "none but the usual ones"}</small></h2>
    <ul class="own rules-on">${on.map(({ name, label, kind, value, usual }) => html`<li key=${name}><span>${label}${kind === "bool" ? "" : `: ${[value].flat().join(", ")}`}</span>
        <button type="button" aria-label="Leave out: ${label}" title="Leave it out" onClick=${() => app.edit({ edit: "rules", [name]: usual })}>×</button></li>`)}
      ${rules.map((rule) => {
        const cells = cellsOf(board, rule);
        const isOn = cells.length > 0 && String(view.marked) === String(cells);
        return html`<li key=${rule}>${cells.length ? html`<button type="button" class="plain" aria-pressed=${isOn} title="Show its cells" onClick=${() => app.dispatch("marked", isOn ? [] : cells)}><code>${rule}</code></button>` : html`<code>${rule}</code>`}
          <button type="button" aria-label="Change ${rule}" title="Change it" onClick=${() => {
            set(rules.filter((each) => each !== rule), `no rule ${rule}`);
            setText(rule);
            field.current.focus();
          }}>✎</button>
          <button type="button" aria-label="Leave out ${rule}" title="Leave it out" onClick=${() => set(rules.filter((each) => each !== rule), `no rule ${rule}`)}>×</button></li>`;
      })}</ul>
    <form class="row" onSubmit=${add}><input ref=${field} id="new-rule" class="wide" spellcheck="false" aria-label="A new rule" placeholder="A new rule, as in somewhere Z" value=${text} onInput=${(event) => setText(event.target.value)} />
      <button disabled=${!text.trim()}>Add</button></form>
    <p class="row"><label>Begin with <select aria-label="An example" value="" onChange=${(event) => event.target.value && begin(event.target.value)}>
      <option value="">an example…</option>${EXAMPLES.map(([what, example]) => html`<option key=${example} value=${example}>${what}</option>`)}</select></label></p>
    <p class="soft">Examples are about the entry at the cursor, or the selected cells. Where rules leave no fill, the panel “Stuck” says which ones, and what would help.</p>
    <p class="row"><${Do} app=${app} action="lists">Lists and all rules…<//></p>`;
}
