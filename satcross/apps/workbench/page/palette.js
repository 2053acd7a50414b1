// The palette: every command, rule and setting, found by its words.

import { COMMANDS } from "./commands.js";
import { Dialog } from "./dialog.js";
import { shownKey } from "./keyboard.js";
import { EXAMPLES } from "./panels/rules.js";
import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";

const BY_KEY_ALONE = new Set(["arrow", "select", "palette"]); // what these do is in the key

// Fields of dialogs that are no commands: what they are, the dialog, and the field's label there.
const FIELDS = [
  ...["Title", "Author", "Editor", "Copyright", "Publisher", "Date"].map((label) => [label, "about", label]),
  ["Notes for solvers", "about", "Notes for solvers, printed above the grid"],
  ["My notes", "about", "My notes, which are in no export"],
  ["Minimum score of words", "lists", "Minimum score"],
  ["Symmetry of the blocks", "size", "Symmetry"],
  ["Number of columns and rows", "size", "Columns × rows"],
  ["Paper to print on", "print", "Paper"],
  ["Theme entries in print", "print", "Theme entries"],
  ["Solution word in print", "print", "Solution word"],
];

/** Shows a dialog, and gives the focus to one of its fields. */
function showField(app, name, label) {
  app.dispatch("dialog", { name });
  const field = [...document.querySelectorAll("dialog .field")].find((each) => each.querySelector("span")?.textContent === label);
  field?.querySelector("input, select, textarea")?.focus();
}

/** Opens the panel of rules, and begins one from an example. */
function beginRule(app, example) {
  app.dispatch("panel", "rules");
  app.focus("[aria-label='An example']");
  const choice = document.activeElement;
  choice.value = example;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
}

function entriesOf(app, state) {
  const commands = COMMANDS.filter(({ action, text }) => text && !BY_KEY_ALONE.has(action)).map((command) => ({
    id: command.action, kind: command.group, text: command.text, more: command.short ?? "", keys: command.keys, run: (event) => command.run(app, event) }));
  const options = state.live.ruleOptions.map(({ name, label }) => ({ id: `rule ${name}`, kind: "Rules", text: label, more: name.replaceAll("_", " "), run: () => {
    app.dispatch("panel", "rules");
    app.focus(`#rule-${name}`);
  } }));
  const examples = EXAMPLES.map(([text, example]) => ({ id: example, kind: "Rules", text, more: example, run: () => beginRule(app, example) }));
  const fields = FIELDS.map(([text, name, label]) => ({ id: `field ${text}`, kind: "Settings", text, more: "", run: () => showField(app, name, label) }));
  const isLast = ({ kind }) => kind === "Moving and typing"; // which the fingers know
  return [...commands.filter((each) => !isLast(each)), ...options, ...examples, ...fields, ...commands.filter(isLast)];
}

/** The entries that have all words of a text, those that begin with it first. */
function matching(entries, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ kind, text: own, more }) => words.every((word) => `${own} ${more} ${kind}`.toLowerCase().includes(word)));
  const rank = ({ text: own, more }) => [own, more].map((each) => each.toLowerCase()).findIndex((each) => words.length && each.startsWith(words[0]));
  const ranked = found.map((entry) => [rank(entry) < 0 ? 2 : rank(entry), entry]);
  return words.length ? ranked.sort(([a], [b]) => a - b).map(([, entry]) => entry) : found;
}

export function Palette({ app, state, close }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef(null);
  const found = matching(entriesOf(app, state), text);
  useEffect(() => list.current.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [chosen, text]);
  const run = (entry, event) => {
    close();
    entry.run(event);
  };
  const press = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) setChosen((chosen + step + found.length) % found.length);
    else if (event.key === "Enter" && found[chosen]) run(found[chosen], event);
    else return;
    event.preventDefault();
  };
  return html`<${Dialog} title="Find" close=${close} wide=${true}>
    <input type="text" role="combobox" autofocus aria-label="A command, a rule or a setting" placeholder="A command, a rule or a setting" aria-expanded="true" aria-controls="found" aria-autocomplete="list"
      aria-activedescendant=${found.length ? `found-${chosen}` : null} value=${text} onKeyDown=${press} onInput=${(event) => {
        setText(event.target.value);
        setChosen(0);
      }} />
    <ul class="palette" id="found" role="listbox" aria-label="Found" ref=${list}>${found.map((entry, at) => html`<li key=${entry.id} id=${`found-${at}`} role="option" data-action=${entry.id} aria-selected=${at === chosen} onClick=${(event) => run(entry, event)}>
      <span>${entry.text}</span><small>${entry.kind}</small>${entry.keys ? html`<kbd>${shownKey(entry.keys.split(" ")[0])}</kbd>` : html`<span></span>`}</li>`)}</ul>
    ${found.length ? null : html`<p class="soft" role="status">Nothing has these words.</p>`}<//>`;
}
