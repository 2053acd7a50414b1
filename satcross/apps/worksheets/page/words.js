// A crossword or a word search from somebody's words: a list, its printed pages, and files of it.

import { download, request, save } from "./connection.js";
import { counted, keep, pictureUrl, recall, tendTheme } from "./dom.js";
import { Share } from "./sharing.js";
import { html, render, useEffect, useMemo, useRef, useState } from "./vendor/preact-htm.js";

const PAUSE_MS = 250; // without a key, before the puzzle is drawn again
const KINDS = { crossword: "A crossword from my words", wordsearch: "A word search from my words" };
const START = { text: "", title: "", language: "", alphabet: "", seed: 0, paper: "a4", square_mm: 0, bank: false, solution: true, whole: false, clues: false, lower_case: false, answers: "words", gaps: false, name_line: false, grey_voids: false, message: "", level: "easy", rows: 0, cols: 0 };
const EXAMPLE = "dog: It barks\nicecream: Cold and sweet\nwatermelon: A large fruit\nball";
const SQUARES = [16, 14, 12, 10, 8, 6];
const ANSWERS = { words: "the words", clues: "the clues", mixed: "half of each" };
const LEVELS = { easy: "right and down", medium: "diagonals too", hard: "backwards too" };
const SIZES = [8, 10, 12, 14, 16, 18, 20, 24, 28];
const TAB = Math.random().toString(36).slice(2);

const nameOf = (language) => new Intl.DisplayNames([language], { type: "language" }).of(language);
const kindNow = () => (location.hash.slice(1) in KINDS ? location.hash.slice(1) : "crossword");
const KEPT = "satcross.words"; // of both kinds, so that the list stays when the kind changes

const Choice = ({ label, value, set, options }) => html`<label class="field"><span>${label}</span>
  <select value=${value} onChange=${(event) => set(event.target.value)}>${options.map(([key, text]) => html`<option value=${key} selected=${String(key) === String(value)}>${text}</option>`)}</select></label>`;

const Check = ({ label, value, set }) => html`<label class="check"><input type="checkbox" checked=${value} onChange=${(event) => set(event.target.checked)} />${label}</label>`;

const NOTHING = { pages: [], n_words: 0, left_out: [], notes: [], language: "en", alphabet: "" };

function Page({ kind, choices }) {
  const [wanted, setWanted] = useState(() => ({ ...START, ...recall(KEPT) }));
  const [seen, setSeen] = useState(NOTHING);
  const [state, setState] = useState("");
  const [problem, setProblem] = useState("");
  const [said, setSaid] = useState("");
  const [format, setFormat] = useState("html");
  const latest = useRef(0);
  const urls = useMemo(() => seen.pages.map(pictureUrl), [seen]);
  const set = (name) => (value) => setWanted((before) => ({ ...before, [name]: value }));
  const asked = { ...wanted, kind, tab: TAB };

  useEffect(() => {
    keep(KEPT, wanted);
    const number = ++latest.current;
    setState("…");
    const timer = setTimeout(async () => {
      try {
        const found = await request("/api/words/look", { method: "POST", json: asked });
        if (number !== latest.current) return;
        setSeen(found);
        setProblem("");
        setState("");
      } catch (error) {
        if (number !== latest.current) return;
        setProblem(error.message);
        setSeen(NOTHING);
        setState("");
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${wanted.paper}; margin: 0 }`);
    document.adoptedStyleSheets = [sheet];
  }, [wanted.paper]);

  const attempt = async (doing) => {
    try {
      setSaid(await doing());
      setProblem("");
    } catch (error) {
      setSaid("");
      setProblem(error.message);
    }
  };
  const post = (what) => request(`/api/words/${what}`, { method: "POST", json: asked });
  const saveAs = (name) => attempt(async () => {
    const { name: file, left } = await download(`/api/words/file/${name}`, { method: "POST", json: asked });
    return left.length ? `${file} is saved. Left out: ${left.join("; ")}.` : `${file} is saved.`;
  });
  const shown = (answer) => answer.then((found) => {
    setProblem("");
    return found;
  }, (error) => setProblem(error.message));
  const edit = () => attempt(async () => {
    const { name } = await post("keep");
    location.href = `/#${encodeURIComponent(name)}`;
    return "";
  });
  const open = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    await attempt(async () => {
      const { text } = await request("/api/words/open", { method: "POST", body: file });
      setWanted((before) => ({ ...before, text, title: before.title || file.name.replace(/\.[^.]*$/, "") }));
      return "";
    });
    event.target.value = "";
  };
  const isCrossword = kind === "crossword";
  const isEmpty = !seen.pages.length;
  const board = wanted.rows ? String(wanted.rows) : "0";
  const summary = state || problem || !wanted.text.trim() ? "" : `${counted(seen.n_words, "word")} on ${counted(seen.pages.length, "page")}.`;
  return html`<header><h1>${KINDS[kind]}</h1><nav aria-label="Puzzles">
      <a class="button" href="#crossword" aria-current=${isCrossword ? "page" : null}>Crossword</a>
      <a class="button" href="#wordsearch" aria-current=${isCrossword ? null : "page"}>Word search</a>
      <a class="button" href="/">All crosswords</a>
      <button type="button" onClick=${turnTheme}>Light or dark</button></nav></header>
  <main><form onSubmit=${(event) => event.preventDefault()}>
    <label class="field"><span>Title</span><input value=${wanted.title} maxlength="120" onInput=${(event) => set("title")(event.target.value)} /></label>
    <label class="field"><span>Words</span>
      <textarea rows="13" autofocus spellcheck="false" dir="auto" placeholder=${EXAMPLE} value=${wanted.text} onInput=${(event) => set("text")(event.target.value)} aria-describedby="how" /></label>
    <p id="how" class="hint">A word or phrase on each line, and perhaps its clue: “dog: It barks”, or two columns of a table.</p>
    <p class="row"><label class="button">Open a list<input type="file" class="unseen" accept=".txt,.csv,.tsv,.xlsx,.ods,text/*" onChange=${open} /></label>
      <button type="button" disabled=${!wanted.text.trim()} onClick=${() => save(new Blob([wanted.text]), `${wanted.title || "words"}.txt`)}>Save the list</button></p>
    <div class="said" role="status" aria-live="polite"><p>${state ? "Drawing…" : summary || (problem ? "" : "Type or paste words: the puzzle is drawn while you write.")}</p>
      ${problem ? html`<p class="trouble">${problem}</p>` : null}
      ${seen.left_out.length ? html`<p>Left out:</p><ul class="left-out">${seen.left_out.map(({ word, why }) => html`<li><b dir="auto">${word}</b>: ${why}</li>`)}</ul>` : null}
      ${seen.notes.map((note) => html`<p>${note[0].toUpperCase()}${note.slice(1)}.</p>`)}
      ${said ? html`<p>${said}</p>` : null}</div>
    <p class="row"><button type="button" class="main" disabled=${isEmpty} onClick=${() => print()}>Print</button>
      <button type="button" disabled=${isEmpty} onClick=${() => saveAs("pdf")}>Save as PDF</button>
      <button type="button" disabled=${isEmpty} onClick=${() => set("seed")(wanted.seed + 1)}>Another layout</button>
      ${isCrossword ? html`<button type="button" disabled=${isEmpty} onClick=${edit}>Edit in the workbench</button>` : null}</p>
    <p class="row"><select aria-label="Other files" value=${format} onChange=${(event) => setFormat(event.target.value)}>${choices.files[kind].map((one) => html`<option value=${one.name} selected=${one.name === format}>${one.title}</option>`)}</select>
      <button type="button" disabled=${isEmpty} onClick=${() => saveAs(format)}>Save</button></p>
    <${Share} can=${choices.shares} disabled=${isEmpty} share=${() => post("share")} attempt=${shown} />
    <details open=${innerWidth > 820}><summary>Options</summary><div class="options">
      <${Check} label="With the solution" value=${wanted.solution} set=${set("solution")} />
      <${Check} label="A line for name and date" value=${wanted.name_line} set=${set("name_line")} />
      ${isCrossword ? html`<${Check} label="List the words below" value=${wanted.bank} set=${set("bank")} />
        <${Check} label="Keep all words, in several grids" value=${wanted.whole} set=${set("whole")} />
        <${Check} label="Grey between the words" value=${wanted.grey_voids} set=${set("grey_voids")} />`
      : html`<${Check} label="Clues instead of words" value=${wanted.clues} set=${set("clues")} />
        <${Check} label="Lower case" value=${wanted.lower_case} set=${set("lower_case")} />
        <label class="field"><span>Message in the other letters</span><input value=${wanted.message} maxlength="200" onInput=${(event) => set("message")(event.target.value)} /></label>
        <${Choice} label="Directions" value=${wanted.level} set=${set("level")} options=${Object.entries(LEVELS)} />
        <${Choice} label="Rows and columns" value=${board} set=${(value) => setWanted((before) => ({ ...before, rows: Number(value), cols: Number(value) }))} options=${[["0", "as needed"], ...SIZES.map((n) => [String(n), `${n} × ${n}`])]} />`}
      <${Check} label="A gap for the word in its clue" value=${wanted.gaps} set=${set("gaps")} />
      <${Choice} label="Answers are" value=${wanted.answers} set=${set("answers")} options=${Object.entries(ANSWERS)} />
      <${Choice} label="Language of the page" value=${wanted.language} set=${set("language")} options=${[["", "that of the alphabet"], ...choices.languages.map((one) => [one, nameOf(one)])]} />
      <${Choice} label="Alphabet" value=${wanted.alphabet} set=${set("alphabet")} options=${[["", seen.alphabet ? `of the words: ${seen.alphabet}` : "of the words"], ...choices.alphabets.map((one) => [one, one])]} />
      <${Choice} label="Squares" value=${wanted.square_mm} set=${(value) => set("square_mm")(Number(value))} options=${[[0, "as large as fits"], ...SQUARES.map((n) => [n, `${n} mm at most`])]} />
      <${Choice} label="Paper" value=${wanted.paper} set=${set("paper")} options=${choices.papers.map((one) => [one, one.toUpperCase()])} />
    </div></details></form>
    <section class=${state ? "pages old" : "pages"} aria-label="Printed pages" aria-busy=${Boolean(state)}>${seen.pages.length ? urls.map((page, at) => html`<img key=${at} src=${page} alt="Page ${at + 1} of ${seen.pages.length}: ${at && wanted.solution && at === seen.pages.length - 1 ? "solution" : "puzzle"}" />`) : html`<p class="nothing">Your puzzle appears here.</p>`}</section></main>`;
}

const turnTheme = tendTheme();
const choices = await request("/api/words").catch(() => null);

function show() {
  document.title = KINDS[kindNow()];
  render(choices ? html`<${Page} key=${kindNow()} kind=${kindNow()} choices=${choices} />` : html`<main><p class="trouble">The server does not answer. It may have ended: start it again as you did before.</p></main>`, document.body);
}

addEventListener("hashchange", show);
show();
