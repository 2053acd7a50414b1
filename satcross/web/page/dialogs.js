// Dialogs: files, titles, lists, sizes, patterns, themes, word searches, history, keys.

import { request } from "./connection.js";
import { COMMANDS } from "./commands.js";
import { Dialog, Field } from "./dialog.js";
import { counted } from "./dom.js";
import { SYMMETRIES } from "./edits.js";
import { Files } from "./files.js";
import { shownKey } from "./keyboard.js";
import { ListChoice } from "./lists.js";
import { NAMED, addPath, deletePath, drawPath, isDrawn, renamePath } from "./paths.js";
import { boardOf } from "./state.js";
import { isFull } from "./twotexts.js";
import { ClueSheet } from "./panels/clues.js";
import { Print } from "./printing.js";
import { Share } from "./sharing.js";
import { RowsThumb, Typed, ago, shownNumber } from "./ui.js";
import { html, useEffect, useLayoutEffect, useState } from "./vendor/preact-htm.js";

export function Dialogs({ app, state }) {
  const { dialog } = state.view;
  const Shown = dialog && DIALOGS[dialog.name];
  return Shown ? html`<${Shown} key=${dialog.name} app=${app} state=${state} close=${() => app.dispatch("dialog", null)} />` : null;
}

function Size({ rows, cols, set }) {
  const one = (name, value) => html`<input type="number" min="1" max="200" required aria-label=${name} value=${value} onInput=${(event) => set({ [name]: Number(event.target.value) })} />`;
  return html`<${Field} label="Columns × rows">${one("cols", cols)} × ${one("rows", rows)}<//>`;
}

function Options({ value, options, set, label }) {
  return html`<${Field} label=${label}><select value=${value} onChange=${(event) => set(event.target.value)}>
    ${Object.entries(options).map(([name, text]) => html`<option key=${name} value=${name} selected=${name === value}>${text}</option>`)}</select><//>`;
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
    const made = await app.attempt(request("/api/files", { method: "POST", json: { ...rest, ...(preset && { preset }) } }));
    if (made) app.open(made.name);
  };
  return html`<${Dialog} title="New crossword" close=${close} main="Make it" onMain=${make}>
    <${Field} label="Name"><input required autofocus value=${fields.name} onInput=${(event) => set({ name: event.target.value })} /><//>
    <${Size} ...${fields} set=${set} />
    <${Options} label="Symmetry" value=${fields.symmetry} options=${SYMMETRIES} set=${(symmetry) => set({ symmetry })} />
    <${Presets} app=${app} label="Blocks by the rules of" none="no blocks" value=${fields.preset} set=${set} /><//>`;
}

const TEXTS = { title: "Title", author: "Author", editor: "Editor", copyright: "Copyright", publisher: "Publisher", date: "Date" };

function About({ app, state, close }) {
  const { doc } = state;
  const write = (name) => (event) => app.edit({ edit: "about", [name]: event.target.value, join: `about ${name}` });
  return html`<${Dialog} title="Title and author" close=${close}>
    ${Object.entries(TEXTS).map(([name, label]) => html`<${Field} key=${name} label=${label}><input value=${doc[name]} onInput=${write(name)} /><//>`)}
    <${Field} label="Notes"><textarea rows="3" value=${doc.notes} onInput=${write("notes")}></textarea><//><//>`;
}

/** What is not finished yet, for people; "" where all is. */
function lacking({ doc, answers }) {
  const n = doc.cells.filter((cell) => (cell.kind ?? "open") === "open" && !isFull(cell.letter ?? "")).length;
  const unlisted = Object.keys(answers.consistency?.unlisted ?? {});
  const names = `${unlisted.slice(0, MOST_NAMED).join(", ")}${unlisted.length > MOST_NAMED ? ", …" : ""}`;
  const parts = [
    n && `${counted(n, "cell")} ${n === 1 ? "is" : "are"} empty`,
    unlisted.length && `${unlisted.length === 1 ? "1 entry is" : `${unlisted.length} entries are`} in no list (${names})`,
    !doc.title.trim() && "there is no title",
  ];
  return parts.filter(Boolean).join("; ");
}

const MOST_NAMED = 8;

function Export({ app, state, close }) {
  const lacks = lacking(state);
  const link = (format, part, text, className) => html`<a class=${className} href=${app.exportUrl(format, part)} download onClick=${(event) => {
    event.preventDefault();
    app.download(event.target.href);
  }}>${text}</a>`;
  return html`<${Dialog} title="Export" close=${close} wide=${true}>
    ${lacks ? html`<p class="warning" role="status">Not finished: ${lacks}.</p>` : null}<ul class="exports">${(app.info?.exports ?? []).map(({ name, title, suffix, parts }) => html`<li key=${name}>
    ${link(name, "", `${title} (${suffix.match(/\.\w+$/)})`, "button")}
    ${Object.entries(parts).map(([part, text]) => link(name, part, text))}</li>`)}</ul>
    <p class="row"><button type="button" onClick=${() => app.dispatch("dialog", { name: "puzzles" })}>Codeword, fill-in or jigsaw of this grid…</button></p>
    <${Share} can=${app.info?.shares} share=${() => request(app.fileUrl("share"), { method: "POST" })} attempt=${(asked) => app.attempt(asked)} />
    <p class="soft">What a format cannot hold is left out, and reported. The crossword itself is saved all the time, as ${app.state.doc.name}.json.</p><//>`;
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

function History({ app, state, close }) {
  const { history } = state.view;
  const entries = history?.entries ?? [];
  useLayoutEffect(() => document.querySelector("dialog .history button")?.focus(), [Boolean(entries.length)]);
  return html`<${Dialog} title="History" close=${close} wide=${true}>
    <ol class="history thumbs many">${entries.map((entry) => html`<li key=${entry.revision}><${RowsButton} rows=${entry.rows} theme=${[]} isCurrent=${entry.revision === state.live.revision} use=${() => app.goTo(entry.revision)}
      text=${html`${entry.name ? html`<b>${entry.name}</b> ` : null}${entry.label}<br /><small>${ago(entry.at)} · ${entry.revision}</small>`} /></li>`)}</ol>
    <p class="soft">${history?.more ? html`<button type="button" onClick=${() => app.askHistory(entries.at(-1).revision)}>Older…</button>` : "A press makes the crossword what it was then; that can be undone too."}</p><//>`;
}

// ---- words and rules

function Lists({ app, state, close }) {
  const { doc } = state;
  const numberOf = (text) => (text === "" ? null : Number(text));
  const rule = (name) => (text) => app.edit({ edit: "rules", [name]: numberOf(text) });
  const others = doc.rules.rules ?? [];
  const setOthers = (text) => {
    const rules = text.split("\n").map((line) => line.trim()).filter(Boolean);
    if (rules.join("\n") !== others.join("\n")) app.edit({ edit: "rules", rules });
  };
  const check = (name) => (event) => app.edit({ edit: "rules", [name]: event.target.checked });
  return html`<${Dialog} title="Word lists and rules" close=${close}>
    <${ListChoice} app=${app} state=${state} />
    <${Field} label="Minimum score"><${Typed} type="number" min="0" max="100" value=${doc.min_score} set=${(text) => app.edit({ edit: "min_score", min_score: numberOf(text) })} /><//>
    ${state.live.ruleOptions.filter((each) => each.kind === "int").map(({ name, label }) => html`<${Field} key=${name} label=${label}><${Typed} type="number" min="1" max="200" placeholder="any" value=${doc.rules[name]} set=${rule(name)} /><//>`)}
    ${state.live.ruleOptions.filter((each) => each.kind === "bool").map(({ name, label }) => html`<label class="check" key=${name}><input type="checkbox" checked=${doc.rules[name]} onChange=${check(name)} /> ${label}</label>`)}
    ${state.live.ruleOptions.filter((each) => each.kind === "tuple").map(({ name, label }) => html`<${Field} key=${name} label=${label}><${Typed} value=${doc.rules[name].join(", ")} set=${(text) => app.edit({ edit: "rules", [name]: text.split(/[\s,]+/).filter(Boolean) })} /><//>`)}
    <${Field} label="Other rules, one a line"><${Typed} lines=${3} spellcheck="false" placeholder=${"somewhere Z\n~12A=*S\nslot nina: r1c1-r5c5"} value=${others.join("\n")} set=${setOthers} /><//><//>`;
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
    <${Options} label="Symmetry" value=${doc.symmetry} options=${SYMMETRIES} set=${(symmetry) => app.edit({ edit: "symmetry", symmetry })} />
    <${Options} label="What is there stays" value=${fields.place} options=${PLACES} set=${(place) => set({ place })} />
    <p class="soft">Blocks and bars that are set from now on have their mirror images.</p><//>`;
}

// How much of the new rows and columns comes above and to the left.
const PLACES = {
  "0 0": "at the top left", "0 0.5": "at the top", "0 1": "at the top right", "0.5 0": "on the left", "0.5 0.5": "in the centre",
  "0.5 1": "on the right", "1 0": "at the bottom left", "1 0.5": "at the bottom", "1 1": "at the bottom right",
};

function Patterns({ app, state, close }) {
  const { doc } = state;
  const [fields, set] = useFields({ rows: doc.rows, cols: doc.cols, symmetry: doc.symmetry, preset: usualPreset(app), seed: 0 });
  const ask = () => {
    app.ask("pattern", { ...fields, n: 6 }, "patterns");
    set({ seed: fields.seed + 6 });
  };
  return html`<${Dialog} title="Block pattern" close=${close} main="Show six" onMain=${ask} wide=${true}>
    <${Size} ...${fields} set=${set} />
    <${Options} label="Symmetry" value=${fields.symmetry} options=${SYMMETRIES} set=${(symmetry) => set({ symmetry })} />
    <${Presets} app=${app} value=${fields.preset} set=${set} />
    <${Found} app=${app} state=${state} close=${close} />
    <${Library} app=${app} size=${`${fields.cols}x${fields.rows}`} close=${close} /><//>`;
}

/** Patterns that are ready-made, and those of other crosswords in the folder, of one size. */
function Library({ app, size, close }) {
  const [all, setAll] = useState([]);
  useEffect(() => {
    app.attempt(Promise.all([request("/page/patterns.json"), request("/api/files")])).then((found) => {
      if (!found) return;
      const [made, { files }] = found;
      const own = files.filter((file) => file.pattern?.length && file.name !== app.state.doc.name);
      setAll([...own.map((file) => ({ kind: file.title || file.name, rows: file.pattern })), ...made]);
    });
  }, []);
  const cells = (rows) => rows.map((row) => row.replace(/[ |-]/g, ""));
  const sizeOf = ({ rows }) => `${cells(rows)[0].length}x${rows.length}`;
  const some = all.filter((each) => sizeOf(each) === size);
  const use = (rows) => {
    app.edit({ edit: "pattern", rows });
    close();
  };
  const facts = ({ kind, rows }) => {
    const blocks = cells(rows).join("").replace(/[^#]/g, "").length;
    return [kind, blocks && counted(blocks, "block")].filter(Boolean).join(" · ");
  };
  if (!all.length) return null;
  return html`<h3>Ready-made</h3>${some.length ? html`<div class="thumbs many">${some.map((each, index) => html`<${RowsButton} key=${index} rows=${each.rows} theme=${[]} text=${facts(each)} use=${use} />`)}</div>`
    : html`<p class="soft">None of ${size}; there are ${[...new Set(all.map(sizeOf))].join(", ")}.</p>`}`;
}

export function usualPreset(app) {
  const names = Object.keys(app.info?.presets ?? {});
  return names.includes("nyt") ? "nyt" : names[0] ?? "";
}

/** Sets of rules by name; what the chosen one says is below, as it is too long for a list. */
export function Presets({ app, label = "Rules", none, value, set }) {
  const presets = app.info?.presets ?? {};
  const names = Object.fromEntries([...(none ? [["", none]] : []), ...Object.keys(presets).map((name) => [name, name])]);
  return html`<${Options} label=${label} value=${value} options=${names} set=${(preset) => set({ preset })} />
    ${presets[value] ? html`<p class="soft rules">${presets[value]}</p>` : null}`;
}

export function Found({ app, state, close }) {
  const { patterns, made } = state.answers;
  const isAsking = app.isAsking("pattern", "theme_patterns", "make");
  // Whether they can be filled is found out for one after the other.
  const outcomes = state.answers.outcomes ?? {};
  const all = [...(patterns?.patterns ?? []), ...(patterns?.others ?? [])];
  const next = patterns?.done ? all.find(({ rows }) => !(keyOf(rows) in outcomes)) : null;
  useEffect(() => {
    if (next) app.ask("what_if", { changes: [{ edit: "pattern", rows: next.rows }] }, keyOf(next.rows));
  }, [next && keyOf(next.rows)]);
  // The pattern and its theme cells are one step of undo.
  const use = (rows, theme) => {
    const changes = [{ edit: "pattern", rows }, ...(theme.length ? [{ edit: "theme", cells: theme, on: true }] : [])];
    app.edit({ edit: "correction", changes, label: theme.length ? "pattern around theme entries" : "pattern" });
    close();
  };
  const factsOf = (each) => [
    each.text && `with ${each.text}`, each.blocks && counted(each.blocks, "block"), counted(each.words, "word"),
    each.n_cheaters && counted(each.n_cheaters, "cheater"), OUTCOMES[outcomes[keyOf(each.rows)]] ?? (each === next ? "…" : ""),
  ].filter(Boolean).join(" · ");
  const shown = (found) => html`<div class="thumbs many">${found.map((each, index) => html`<${RowsButton} key=${index} rows=${each.rows} theme=${Object.values(each.slots).flat()} text=${factsOf(each)} use=${use} />`)}</div>`;
  const none = (answer, what) => html`<p class="soft">${answer.text || (answer.outcome === "impossible" ? `There is no ${what} by these rules.` : `No ${what} was found in time.`)}</p>
    ${answer.others?.length ? html`<h3>With one other rule, each found so</h3>${shown(answer.others)}` : null}
    ${answer.without?.length ? html`<p class="soft">Tried, and nothing found: ${answer.without.join("; ")}.</p>` : null}`;
  return html`${isAsking ? html`<p class="soft" role="status">Searching… <button type="button" onClick=${() => app.cancel()}>Stop</button></p>` : null}
    ${made ? html`${made.rows?.length ? html`<h3>A finished grid</h3><div class="thumbs"><${RowsButton} rows=${made.rows} text=${[`mean score ${shownNumber(made.mean_score, 1)}`, made.n_cheaters && counted(made.n_cheaters, "cheater")].filter(Boolean).join(" · ")} theme=${made.theme} use=${use} /></div>` : none(made, "grid")}` : null}
    ${patterns?.patterns.length ? shown(patterns.patterns) : null}
    ${patterns?.trying && isAsking ? html`<h3>Being filled</h3>${shown([patterns.trying])}` : null}
    ${patterns && !patterns.patterns.length && patterns.outcome ? none(patterns, "pattern") : null}`;
}

const keyOf = (rows) => rows.join();
const OUTCOMES = { fillable: "✓ has a fill", impossible: "✗ has no fill", stopped: "… not known" };

function RowsButton({ rows, theme, text, isCurrent, use }) {
  return html`<button type="button" class="shown" aria-current=${isCurrent} onClick=${() => use(rows, theme)}><${RowsThumb} rows=${rows} theme=${theme} /><span>${text}</span></button>`;
}

function Themes({ app, state, close }) {
  const { doc } = state;
  const [fields, set] = useFields({ phrases: "", rows: doc.rows, cols: doc.cols, preset: usualPreset(app), seed: 0 });
  const phrases = fields.phrases.split("\n").map((line) => line.trim()).filter(Boolean);
  const { phrases: _, ...rest } = fields;
  const show = () => {
    app.ask("theme_patterns", { ...rest, phrases, n: 6 }, "themes");
    set({ seed: fields.seed + 1 });
  };
  return html`<${Dialog} title="Around theme entries" close=${close} main="Show patterns" onMain=${show} wide=${true}>
    <${Field} label="Theme entries, one a line"><textarea required rows="5" value=${fields.phrases} onInput=${(event) => set({ phrases: event.target.value })}></textarea><//>
    <${Size} ...${fields} set=${set} />
    <${Presets} app=${app} value=${fields.preset} set=${set} />
    <p class="row"><button type="button" disabled=${!phrases.length} onClick=${() => app.ask("make", { ...rest, phrases }, "make")}>A finished grid at once</button> <small class="soft">looks for a pattern that has a fill</small></p>
    <${Found} app=${app} state=${state} close=${close} /><//>`;
}

// ---- word search

const LIVE_MS = 700; // after the last change, before a new layout is made
const LEVELS = { easy: "easy: across and down", medium: "medium: diagonals too", hard: "hard: backwards too" };
const WS_FILES = { html: "Page to solve", pdf: "PDF to print", svg: "Picture", txt: "Text", json: "JSON" };

function WordSearch({ app, state, close }) {
  const [fields, set] = useFields({ words: "", rows: "", cols: "", level: "hard", message: "", title: "", seed: 0 });
  const [shown, setShown] = useState(-1);
  const words = fields.words.split("\n").map((line) => line.trim()).filter((line) => line.length > 1);
  const { wordsearch } = state.answers;
  const ask = () => {
    if (!words.length) return;
    app.cancel();
    const size = fields.rows && fields.cols ? { rows: Number(fields.rows), cols: Number(fields.cols) } : {};
    const { rows, cols, ...rest } = fields;
    app.ask("wordsearch", { ...rest, ...size, words }, "wordsearch");
  };
  useEffect(() => {
    const timer = setTimeout(ask, LIVE_MS);
    return () => clearTimeout(timer);
  }, [words.join("\n"), fields.rows, fields.cols, fields.level, fields.message, fields.title, fields.seed]);
  return html`<${Dialog} title="Word search" close=${close} main="Another one" onMain=${() => set({ seed: fields.seed + 1 })} wide=${true}>
    <div class="two"><div>
      <${Field} label="Words, one a line"><textarea required rows="9" value=${fields.words} onInput=${(event) => set({ words: event.target.value })}></textarea><//>
      <${Field} label="Columns × rows"><input type="number" min="2" max="200" value=${fields.cols} aria-label="Columns" placeholder="any" onInput=${(event) => set({ cols: event.target.value })} /> × <input type="number" min="2" max="200" aria-label="Rows" placeholder="any" value=${fields.rows} onInput=${(event) => set({ rows: event.target.value })} /><//>
      <${Options} label="Level" value=${fields.level} options=${LEVELS} set=${(level) => set({ level })} />
      <${Field} label="Message in the other letters"><input value=${fields.message} onInput=${(event) => set({ message: event.target.value })} /><//>
      <${Field} label="Title"><input value=${fields.title} onInput=${(event) => set({ title: event.target.value })} /><//>
    </div><div class=${app.isAsking("wordsearch") ? "stale" : ""}>
      ${wordsearch?.rows?.length ? html`<${WordBoard} wordsearch=${wordsearch} shown=${shown} />
        <ul class="found">${wordsearch.words.map((each, index) => html`<li key=${each.word}><button type="button" class="plain" onPointerEnter=${() => setShown(index)} onFocus=${() => setShown(index)}>${each.word}</button></li>`)}</ul>
        <p class="soft">${shownNumber(wordsearch.crossings.length)} crossings</p>
        <${Made} app=${app} folder=${wordsearch.made} stem="wordsearch" files=${WS_FILES} />`
        : html`<p class="soft">${wordsearch ? wordsearch.text || "They could not be hidden so." : "The board is shown here as you type the words. Point at a word to see where it is."}</p>`}
    </div></div><//>`;
}

/** Files that were made, by the ends of their names. */
function Made({ app, folder, stem, files }) {
  return html`<p class="row">${Object.entries(files).map(([ending, text]) => html`<a key=${ending} class="button" href=${app.fileUrl(`made/${folder}/${stem}.${ending}`)} download>${text}</a>`)}</p>`;
}

function WordBoard({ wordsearch, shown }) {
  const marked = new Set(wordsearch.words[shown]?.cells);
  const crossings = new Set(wordsearch.crossings);
  const classOf = (at) => [marked.has(at) && "on", crossings.has(at) && "cross"].filter(Boolean).join(" ");
  return html`<pre class="board" role="img" aria-label="The word search">${wordsearch.rows.map((row, r) => html`<span key=${r}>${[...row].map((letter, c) => html`<i class=${classOf(r * [...row].length + c)}>${letter}</i>`)}${"\n"}</span>`)}</pre>`;
}

// ---- other puzzles of the grid

const PUZZLES = { codeword: "Codeword", "fill-in": "Fill-in", jigsaw: "Alphabetical jigsaw" };
const RATINGS = { 0: "fewest letters given", 1: "1: single words", 2: "2: patterns", 3: "3: shared letters", 4: "4: look-ups", 5: "5: guesses" };
const puzzleFiles = (kind) => ({ html: "Page to solve", pdf: "PDF to print", svg: "Picture", ...(kind === "jigsaw" ? { json: ".json" } : { ipuz: ".ipuz" }), txt: "Text" });
const MOST_STEPS = 5;

function Puzzles({ app, state, close }) {
  const [fields, set] = useFields({ kind: "codeword", difficulty: "0", letters: "", givens: "", seed: 0 });
  const isCodeword = fields.kind === "codeword";
  const question = isCodeword ? "codeword" : "fillin";
  const isAsking = app.isAsking(question);
  useEffect(() => {
    const timer = setTimeout(() => {
      app.cancel();
      app.ask(question, { ...fields, givens: Number(fields.givens) }, question);
    }, LIVE_MS);
    return () => clearTimeout(timer);
  }, Object.values(fields));
  const answer = state.answers[question];
  const isShown = answer?.made && (isCodeword || answer.kind === fields.kind);
  return html`<${Dialog} title="Other puzzles of this grid" close=${close} main=${isCodeword ? "Other numbers" : null} onMain=${() => isCodeword && set({ seed: fields.seed + 1 })} wide=${true}>
    <div class="two"><div>
      <${Options} label="Puzzle" value=${fields.kind} options=${PUZZLES} set=${(kind) => set({ kind })} />
      ${isCodeword ? html`<${Options} label="Difficulty" value=${fields.difficulty} options=${RATINGS} set=${(difficulty) => set({ difficulty })} />
        <${Field} label="Letters to give in any case"><input value=${fields.letters} placeholder="as in QJ" onInput=${(event) => set({ letters: event.target.value })} /><//>
        <p class="soft">The numbers stand for the letters of this grid. It is proved that there is no other solution with words of the lists, of any score.</p>`
      : html`<${Field} label="Entries to give at least"><input type="number" min="0" max="999" placeholder="0" value=${fields.givens} onInput=${(event) => set({ givens: event.target.value })} /><//>
        <p class="soft">${fields.kind === "jigsaw" ? "The clues are in the order of their answers, and the grid has no numbers." : "The words are listed by their length, and their places are asked for."} It is proved that they have one place each.</p>`}
    </div><div class=${isAsking ? "stale" : ""} role="status">
      ${isShown ? html`<${isCodeword ? CodewordMade : FillInMade} made=${answer} fields=${fields} /><${Made} app=${app} folder=${answer.made} stem=${fields.kind} files=${puzzleFiles(fields.kind)} />`
        : html`<p class="soft">${answer && !answer.made && !isAsking ? answer.text || "There is none." : "…"}</p>`}
    </div></div><//>`;
}

function CodewordMade({ made, fields }) {
  const given = Object.entries(made.given);
  return html`<p><b>One solution among ${shownNumber(made.n_words)} words</b>, proved: ${given.length ? html`with ${counted(given.length, "letter")} given, ${given.map(([number, letter]) => `${number}=${letter}`).join(" ")}` : "no letter is given"}.</p>
    <p>${made.difficulty.replace("difficulty", "Difficulty")}${fields.difficulty !== "0" && made.rating !== Number(fields.difficulty) ? "; this grid has none nearer" : ""}.</p>
    <ol class="steps">${made.steps.slice(0, MOST_STEPS).map((step, index) => html`<li key=${index}>${step}</li>`)}</ol>`;
}

function FillInMade({ made }) {
  const { given, needed, least, no_clue: noClue } = made;
  const lacking = noClue === made.n_words ? "No entry has a clue, so solvers would see the grid alone. Write clues first, or make a fill-in, which lists the words."
    : noClue === 1 ? "1 entry has no clue." : `${noClue} entries have no clue.`;
  const few = needed > least ? `; at least ${least} are needed` : needed && needed === given.length ? ", and no fewer do" : "";
  return html`<p><b>One solution for ${counted(made.n_words, "word")}</b>, proved: ${given.length ? `with ${given.length === 1 ? "1 entry" : `${given.length} entries`} given, ${given.join(" ")}${few}` : "no entry is given"}.</p>
    ${made.kind === "jigsaw" && noClue ? html`<p class="warning">${lacking}</p>` : null}
    <ul class="listed">${made.listed.map(([head, text], index) => html`<li key=${index}><b>${head}</b> ${text}</li>`)}</ul>`;
}

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
  files: Files, new: New, about: About, export: Export, version: Version, history: History, lists: Lists, paths: Paths,
  size: SizeOf, patterns: Patterns, themes: Themes, wordsearch: WordSearch, puzzles: Puzzles, print: Print, keys: Keys, clues: ClueSheet, link: Link,
};
