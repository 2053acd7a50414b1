// Dialogs: titles, lists, sizes, history, keys, and those that are loaded later. Those of panels are declared by the server.

import { request } from "./connection.js";
import { COMMANDS } from "./commands.js";
import { Dialog, Field, Options } from "./dialog.js";
import { counted } from "./dom.js";
import { DECLARED } from "./declared.js";
import { shownKey } from "./keyboard.js";
import { ListChoice } from "./lists.js";
import { NAMED, addPath, deletePath, drawPath, isDrawn, renamePath } from "./paths.js";
import { boardOf } from "./state.js";
import { Presets } from "./patterns.js";
import { RowsThumb, Typed, ago, later } from "./ui.js";
import { html, useEffect, useLayoutEffect, useState } from "./vendor/preact-htm.js";

export function Dialogs({ app, state }) {
  const { dialog } = state.view;
  const panel = dialog && DECLARED.find((each) => each.question === dialog.name);
  const part = dialog && LATER[panel ? "panel" : dialog.name];
  useEffect(() => {
    if (part && !part.found) part.load().then(() => app.state.view.dialog === dialog && app.dispatch("dialog", { ...dialog }));
  }, [dialog]);
  if (panel && !state.doc) return null; // it is about to be opened
  const Shown = part ? part.found : dialog && DIALOGS[dialog.name];
  return Shown ? html`<${Shown} key=${dialog.name} app=${app} state=${state} panel=${panel} close=${() => app.dispatch("dialog", null)} />` : null;
}

function Size({ rows, cols, set }) {
  const one = (name, value) => html`<input type="number" min="1" max="200" required aria-label=${name} value=${value} onInput=${(event) => set({ [name]: Number(event.target.value) })} />`;
  return html`<${Field} label="Columns × rows">${one("cols", cols)} × ${one("rows", rows)}<//>`;
}

const useFields = (start) => {
  const [fields, set] = useState(start);
  return [fields, (change) => set((old) => ({ ...old, ...change }))];
};

// ---- files

function New({ app, close }) {
  const [fields, set] = useFields({ name: "untitled", rows: 15, cols: 15, symmetry: "rotation", preset: "" });
  const make = async () => {
    const { preset, ...rest } = fields;
    const made = await app.attempt(request("/api/files", { method: "POST", json: rest }));
    if (!made) return;
    app.open(made.name);
    if (preset) app.dispatch("dialog", { name: "pattern", start: { preset } });
  };
  return html`<${Dialog} title="New crossword" close=${close} main="Make it" onMain=${make}>
    <${Field} label="Name"><input required autofocus value=${fields.name} onInput=${(event) => set({ name: event.target.value })} /><//>
    <${Size} ...${fields} set=${set} />
    <${Options} label="Symmetry" value=${fields.symmetry} options=${app.info.symmetries} set=${(symmetry) => set({ symmetry })} />
    <${Presets} app=${app} label="Blocks by the rules of" none="no blocks" value=${fields.preset} set=${set} /><//>`;
}

const TEXTS = { title: "Title", author: "Author", editor: "Editor", copyright: "Copyright", publisher: "Publisher", date: "Date" };

function About({ app, state, close }) {
  const { doc } = state;
  const write = (name) => (event) => app.edit({ edit: "about", [name]: event.target.value, join: `about ${name}` });
  return html`<${Dialog} title="Title and author" close=${close}>
    ${Object.entries(TEXTS).map(([name, label]) => html`<${Field} key=${name} label=${label}><input value=${doc[name]} onInput=${write(name)} /><//>`)}
    <${Field} label="Notes for solvers, printed above the grid"><textarea rows="3" value=${doc.notes} onInput=${write("notes")}></textarea><//>
    <${Field} label="My notes, which are in no export"><textarea rows="3" value=${doc.own_notes} onInput=${write("own_notes")}></textarea><//><//>`;
}

function Link({ app, close }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    app.attempt(request("/api/link", { method: "POST" })).then((data) => setUrl(data?.url ?? ""));
  }, []);
  return html`<${Dialog} title="An address for another browser" close=${close}>
    <p class="soft">It lets in one browser, once.</p><input readonly aria-label="Address" value=${url} onFocus=${(event) => event.target.select()} /><//>`;
}

function Version({ app, close }) {
  const [name, setName] = useState("");
  const done = () => {
    if (app.nameVersion(name.trim())) app.notify(`This version is called “${name.trim()}”. Every edit is saved as it is made.`);
    close();
  };
  return html`<${Dialog} title="Name this version" close=${close} main="Name it" onMain=${done}>
    <${Field} label="Name"><input required value=${name} onInput=${(event) => setName(event.target.value)} /><//><//>`;
}

const MOMENTS = { "": "All", fill: "Fills", pattern: "Patterns", clue: "Clues", version: "Named versions" };

function History({ app, state, close }) {
  const { history } = state.view;
  const entries = history?.entries ?? [];
  useLayoutEffect(() => document.querySelector("dialog .history button")?.focus(), [Boolean(entries.length)]);
  const moment = ({ revision, rows, name, label, at }) => html`<li key=${revision} class=${rows ? "" : "slim"}><button type="button" aria-current=${revision === state.live.revision} onClick=${() => app.goTo(revision)}>
    ${rows ? html`<${RowsThumb} rows=${rows} />` : null}<span>${name ? html`<b>${name}</b> ` : null}${label}</span><small>${ago(at)}</small></button></li>`;
  return html`<${Dialog} title="History" close=${close} wide=${true}>
    <p class="row" role="group" aria-label="Show">${Object.entries(MOMENTS).map(([kind, text]) => html`<button type="button" key=${kind} class="toggle" aria-pressed=${kind === (history?.kind ?? "")} onClick=${() => app.askHistory({ kind })}>${text}</button>`)}</p>
    <ol class="history">${entries.map(moment)}</ol>
    ${history && !entries.length ? html`<p class="soft">None yet.${history.kind === "version" ? " Ctrl+S gives this version a name." : ""}</p>` : null}
    <p class="soft">${history?.more ? html`<button type="button" onClick=${() => app.askHistory({ kind: history.kind, before: entries.at(-1).from })}>Older…</button> ` : null}A press makes the crossword what it was then; that can be undone too.</p><//>`;
}

// ---- words

function Lists({ app, state, close }) {
  const numberOf = (text) => (text === "" ? null : Number(text));
  return html`<${Dialog} title="Word lists" close=${close}>
    <${ListChoice} app=${app} state=${state} />
    <${Field} label="Minimum score"><${Typed} type="number" min="0" max="100" value=${state.doc.min_score} set=${(text) => app.edit({ edit: "min_score", min_score: numberOf(text) })} /><//><//>`;
}

function Paths({ app, state, close }) {
  const { paths } = boardOf(state.doc);
  const go = (cursor) => {
    close();
    app.dispatch("cursor", cursor);
  };
  const draw = () => {
    close();
    if (!state.view.path) drawPath(app);
  };
  return html`<${Dialog} title="Paths" close=${close}>
    <p class="soft">Each is a further entry: the letters in its cells are a word of the lists. In the grid, Space leads from across and down to the paths of a cell.</p>
    <ul class="paths">${paths.map((path) => html`<li key=${path.name}>
      <${Typed} aria-label="Name of ${path.name}" maxlength="40" value=${path.name} disabled=${!isDrawn(state, path)} set=${(name) => renamePath(app, path, name.trim())} />
      <small class="soft">${counted(path.cells.length, "cell")}</small>
      <button type="button" onClick=${() => go({ at: path.cells[0], dir: path.dir })}>Go there</button>
      <button type="button" disabled=${!isDrawn(state, path)} aria-label="Delete ${path.name}" onClick=${() => deletePath(app, path)}>Delete</button></li>`)}</ul>
    <p class="row"><button type="button" autofocus class="main" onClick=${draw}>Draw one</button> ${NAMED.map((name) => html`<button type="button" key=${name} onClick=${() => addPath(app, name)}>${name}</button>`)}</p><//>`;
}

// ---- the grid as a whole

function SizeOf({ app, state, close }) {
  const { doc } = state;
  const [fields, set] = useFields({ rows: doc.rows, cols: doc.cols, place: "0 0" });
  const done = () => {
    const { place, rows, cols } = fields;
    const [down, right] = place.split(" ").map(Number);
    const offset = { row: Math.trunc(down * (rows - doc.rows)), col: Math.trunc(right * (cols - doc.cols)) };
    if (rows !== doc.rows || cols !== doc.cols) app.edit({ edit: "resize", rows, cols, ...offset });
    close();
  };
  return html`<${Dialog} title="Size and symmetry" close=${close} main="Done" onMain=${done}>
    <${Size} ...${fields} set=${set} />
    <${Options} label="Symmetry" value=${doc.symmetry} options=${app.info.symmetries} set=${(symmetry) => app.edit({ edit: "symmetry", symmetry })} />
    <${Options} label="What is there stays" value=${fields.place} options=${PLACES} set=${(place) => set({ place })} />
    <p class="soft">Blocks and bars that are set from now on have their mirror images.</p><//>`;
}

// How much of the new rows and columns comes above and to the left.
const PLACES = {
  "0 0": "at the top left", "0 0.5": "at the top", "0 1": "at the top right", "0.5 0": "on the left", "0.5 0.5": "in the centre",
  "0.5 1": "on the right", "1 0": "at the bottom left", "1 0.5": "at the bottom", "1 1": "at the bottom right",
};

function Keys({ close }) {
  const groups = [...new Set(COMMANDS.map((command) => command.group))];
  return html`<${Dialog} title="Keys" close=${close} wide="widest"><div class="sheet">${groups.map((group) => html`<section key=${group}><h3>${group}</h3><table class="keys"><tbody>
    ${COMMANDS.filter((command) => command.group === group && command.keys && command.text).map((command) => html`<tr key=${command.action}><th scope="row">${keysOf(command)}</th><td>${command.text}</td></tr>`)}</tbody></table></section>`)}</div><//>`;
}

function keysOf(command) {
  const names = command.keys.split(" ");
  const shown = names.length > 3 ? [names[0].startsWith("Shift+") ? "Shift+arrows" : "Arrows"] : names.map(shownKey);
  return shown.flatMap((name) => [html`<kbd>${name}</kbd>`, " "]);
}

const DIALOGS = {
  new: New, about: About, version: Version, history: History, lists: Lists, paths: Paths,
  size: SizeOf, keys: Keys, link: Link,
};

// Those that the start of the page does not wait for.
const LATER = {
  panel: later("./panel.js", "PanelDialog"),
  clues: later("./clueaids.js", "ClueSheet"),
  earlier: later("./clueaids.js", "Earlier"),
  web: later("./clueaids.js", "WebLinks"),
  export: later("./exporting.js", "Export"),
  print: later("./printing.js", "Print"),
  files: later("./files.js", "Files"),
  palette: later("./palette.js", "Palette"),
};

/** Loads the dialogs that the start has not waited for, before somebody opens one. */
export const loadDialogs = () => Object.values(LATER).forEach((part) => part.load());
