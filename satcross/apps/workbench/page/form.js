// Forms that the server declares, made of options: see satcross/forms.py.

import { Field } from "./dialog.js";
import { html } from "./vendor/preact-htm.js";

const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line.length > 1);
const isSet = (value) => value !== "" && value !== false && value !== null && value !== undefined;
const isOff = (field, values) => field.needs.some((name) => !isSet(values[name])) || field.without.some((name) => isSet(values[name]));
const FROM = { number: Number, lines: linesOf };

/** What a question says of a form: fields that are empty, or do not go with others, are left out. */
export function saidBy(fields, values) {
  const some = fields.filter((field) => isSet(values[field.name]) && !isOff(field, values));
  return Object.fromEntries(some.map(({ name, type }) => [name, FROM[type]?.(values[name]) ?? values[name]]));
}

/** Whether there is something in each list that is asked about. */
export const isComplete = (fields, said) => fields.every(({ name, type }) => type !== "lines" || said[name]?.length);

/** The fields of a form. Args: set: takes the values that have changed, by name. */
export function Form({ fields, values, set }) {
  return fields.map((field) => html`<${One} key=${field.name} field=${field} value=${values[field.name] ?? ""} isOff=${isOff(field, values)} set=${(value) => set({ [field.name]: value })} />`);
}

function One({ field, value, isOff, set }) {
  const { name, type, label, help, least, most, choices = [] } = field;
  const about = choices.find(([each]) => each === value)?.[2] || help;
  const rest = { name, disabled: isOff, "aria-describedby": about ? `about-${name}` : null };
  const typed = { ...rest, value, onInput: (event) => set(event.target.value) };
  return html`${type === "flag" ? html`<label class="check"><input type="checkbox" ...${rest} checked=${value} onChange=${(event) => set(event.target.checked)} /> ${label}</label>`
    : html`<${Field} label=${label}>${type === "choice" ? html`<select ...${rest} value=${value} onChange=${(event) => set(event.target.value)}>${choices.map(([each, text]) => html`<option key=${each} value=${each} selected=${each === value}>${text}</option>`)}</select>`
      : type === "lines" ? html`<textarea ...${typed} required rows="7"></textarea>`
      : html`<input ...${typed} type=${type} min=${least} max=${most} placeholder=${type === "number" ? "any" : null} />`}<//>`}
    ${about ? html`<p class="soft about" id=${`about-${name}`}>${about}</p>` : null}`;
}
