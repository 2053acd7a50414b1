// Rules: those that hold and the cells they name, and new ones from examples.

import { targets } from "../commands.js";
import { Field } from "../dialog.js";
import { nameOf } from "../paths.js";
import { lineOf } from "../pen.js";
import { boardOf, entryName, entryNamed } from "../state.js";
import { Typed, linesOf } from "../ui.js";
import { html, useRef, useState } from "../vendor/preact-htm.js";

// What a rule may say, and how: of the entry E at the cursor, of the cells C that are selected or of
// that entry, or of the cell X at the cursor. {Name: text} is a field with what it holds at first;
// {Name: one|other} is a choice, and what is in <> is left out where a field in it is empty.
const WITH_LETTER = "misprint|misprint wrong|latent|inserted|without-first|without-last|letters-latent";
const TREATMENTS = `misprint|reversed|cyclic|cyclic reversed|jumbled|latent|inserted|without-first|without-last|letters-latent|caesar|misprint wrong`;
const ABOUT = "{Entries: slot=all|*A=across|*D=down|E=this one}";
export const EXAMPLES = [
  ["Two readings: two words in the entry", "two-readings E={First: STAYS}/{Second: STRAP}"],
  ["Two readings: two words in any entry", "two-readings {First: CLINTON}/{Second: BOBDOLE}"],
  ["Two readings: these cells hold two letters", "two-readings X"],
  ["Two readings: any cells hold two letters", "two-readings {How many: 3}< in {In these entries or cells:}>"],
  ["Either/or: this cell has one text across, one down", "either-or X<: {Across/down: ON/OFF}>"],
  ["Either/or: any cells have", "either-or {How many: 2}< in {In these entries or cells:}>: {Across/down: ON/OFF, UP/DOWN}"],
  ["Treated entries: all of them", `treatment ${ABOUT}: {Treatment: ${TREATMENTS}}`],
  ["Treated entries: a number of them", `treatment ${ABOUT}: plain, {Treatment: ${TREATMENTS}}; treated {How many: 3}; plain first`],
  ["Treated entries: those whose letters spell a message", `treatment ${ABOUT}: plain, {Treatment: ${WITH_LETTER}}; treated spell {Message: OWL}; plain first`],
  ["Treated entries: each has a letter of a message", `treatment {Entries:E}: {Treatment: ${WITH_LETTER}}; spells {Message: O}`],
  ["The entry matches a regular expression", "regex E: .*ing"],
  ["The entry is one of these words", "word-list E: cat, dog"],
  ["The entry is none of these words", "no-words E: cat, dog"],
  ["The entry scores this or more", "min-score {Score: 60} {Entries:E}"],
  ["Entries of a length or more score this or more", "min-score {Score: 60} {Cells, from: 8}+"],
  ["Entries of lengths from … to below … score this or more", "min-score {Score: 60} {Cells, from: 3}+ ~{Cells, below: 5}+"],
  ["The cells hold the same letter", "same-letter C"],
  ["The cells hold different letters", "different-letters C"],
  ["Letters counted in the cells", "letter-count C: [AEIOU] at least 2"],
  ["The cells read one of these texts", "reads C: NS, SN"],
  ["A letter somewhere in the grid", "somewhere Z"],
  ["A solution word, whose letters are in cells with small numbers", "solution-word {Word: TEA}"],
  ["A word somewhere in the grid", "slot=WORD"],
  ["No two entries share a word", "no-shared-words 3"],
];

/** The cells that a rule names, and those of entries that it names. */
function cellsOf(board, text) {
  const at = (r, c) => (r - 1) * board.cols + (c - 1);
  const found = [...text.matchAll(/\br(\d+)c(\d+)(?:-r(\d+)c(\d+))?\b/g)].flatMap(([, r, c, r2 = r, c2 = c]) => lineOf(at(r, c), at(r2, c2), board.cols));
  const entries = [...text.split(":")[0].matchAll(/\b\d+[AD]\b/gi)].map(([name]) => entryNamed(board, name.toUpperCase()));
  return [...new Set([...found.filter((at) => at < board.size), ...entries.flatMap((entry) => entry?.cells ?? [])])];
}

const EMPTY = "\0"; // for a field that holds nothing
const FIELD = /\{([^:}]+): ?([^}]*)\}/g;

/** The fields of a template: what they are called, and their choices or what they hold at first. */
function fieldsOf(template) {
  return [...template.matchAll(FIELD)].map(([, label, first]) => ({ label, first, choices: first.includes("|") ? first.split("|").map((each) => each.split("=")) : null }));
}

/** A template as a rule, with what its fields hold. */
function textOf(template, values) {
  let index = 0;
  const filled = template.replace(FIELD, () => values[index++].trim() || EMPTY);
  return filled.replace(/<([^<>]*)>/g, (_, inner) => (inner.includes(EMPTY) ? "" : inner)).replaceAll(EMPTY, "");
}

function Blank({ label, choices, value, set }) {
  const change = (event) => set(event.target.value);
  return html`<label class="field"><span>${label}</span> ${choices ? html`<select value=${value} onChange=${change}>${choices.map(([each, text = each]) => html`<option key=${each} value=${each}>${text}</option>`)}</select>`
    : html`<input spellcheck="false" value=${value} onInput=${change} />`}</label>`;
}

/** The rules that have a field of their own. */
function Options({ app, state: { doc, live } }) {
  const rule = (name, value) => app.edit({ edit: "rules", [name]: value });
  const numberOf = (text) => (text === "" ? null : Number(text));
  const one = ({ name, label, kind }) => {
    const id = `rule-${name}`;
    if (kind === "bool") return html`<label class="check" key=${name}><input type="checkbox" id=${id} checked=${doc.rules[name]} onChange=${(event) => rule(name, event.target.checked)} /> ${label}</label>`;
    const isNumber = kind === "int";
    const value = isNumber ? doc.rules[name] : doc.rules[name].join(", ");
    const set = (text) => rule(name, isNumber ? numberOf(text) : text.split(/[\s,]+/).filter(Boolean));
    return html`<${Field} key=${name} label=${label}><${Typed} id=${id} type=${isNumber ? "number" : "text"} min=${isNumber ? 1 : null} max=${isNumber ? 200 : null} placeholder=${isNumber ? "any" : null} value=${value} set=${set} /><//>`;
  };
  const others = doc.rules.rules ?? [];
  const setOthers = (text) => {
    const rules = linesOf(text);
    if (rules.join("\n") !== others.join("\n")) rule("rules", rules);
  };
  return html`<h2>Usual rules</h2><div class="editor">${live.ruleOptions.map(one)}</div>
    <details><summary>All others as text</summary><${Typed} lines=${4} spellcheck="false" aria-label="Other rules, one a line" placeholder=${"somewhere Z\n~12A=*S\nslot nina: r1c1-r5c5"} value=${others.join("\n")} set=${setOthers} /></details>`;
}

export function Rules({ app, state }) {
  const { doc, live, view, answers } = state;
  const board = boardOf(doc);
  const rules = doc.rules.rules ?? [];
  const [text, setText] = useState("");
  const [form, setForm] = useState(null); // of an example with fields: its template, and what they hold
  const field = useRef(null);
  const set = (wanted, label) => app.edit({ edit: "rules", rules: wanted, label });
  const add = (event) => {
    event.preventDefault();
    const rule = text.trim();
    if (!rule || rules.includes(rule)) return;
    set([...rules, rule], `rule ${rule}`);
    setText("");
    setForm(null);
    field.current.focus(); // as the fields are gone
  };
  const compose = (template, values) => {
    setForm(values.length ? { template, values } : null);
    setText(textOf(template, values));
  };
  const begin = (example) => {
    const entry = board.entryAt(view.cursor.at, view.cursor.dir);
    const cells = (view.selection ? targets(state) : entry?.cells ?? [view.cursor.at]).filter((at) => board.isOpen(at));
    const here = targets(state).filter((at) => board.isOpen(at));
    const names = (some) => some.map((at) => nameOf(at, doc.cols)).join(" ");
    const filled = { E: entry ? entryName(entry) : "1A", C: names(cells), X: names(here.length ? here : cells) };
    const template = example.replace(/\b[ECX]\b/g, (name) => filled[name]);
    compose(template, fieldsOf(template).map(({ choices, first }) => (choices ? choices[0][0] : first)));
    setTimeout(() => (document.querySelector("#rule-fields input, #rule-fields select") ?? field.current).focus()); // once they are shown
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
    ${answers.consistency?.problem ? html`<p class="warning" role="status">The grid is not searched. ${answers.consistency.problem}</p>` : null}
    <form onSubmit=${add}>${form ? html`<div id="rule-fields" class="editor" role="group" aria-label="The rule">${fieldsOf(form.template).map((each, index) => html`<${Blank} key=${`${form.template} ${index}`} ...${each} value=${form.values[index]} set=${(value) => compose(form.template, form.values.with(index, value))} />`)}</div>` : null}
      <p class="row"><input ref=${field} id="new-rule" class="wide" spellcheck="false" aria-label="A new rule" placeholder="A new rule, as in somewhere Z" value=${text} onInput=${(event) => setText(event.target.value)} />
      <button disabled=${!text.trim()}>Add</button></p></form>
    <p class="row"><label>Begin with <select aria-label="An example" value="" onChange=${(event) => event.target.value && begin(event.target.value)}>
      <option value="">an example…</option>${EXAMPLES.map(([what, example]) => html`<option key=${example} value=${example}>${what}</option>`)}</select></label></p>
    <p class="soft">Examples are about the entry at the cursor, or the selected cells. Where rules leave no fill, the panel “Stuck” says which ones, and what would help.</p>
    <${Options} app=${app} state=${state} />`;
}
