// The dialog of a panel: its form, and what comes of it.

import { Dialog, Options } from "./dialog.js";
import { Form, isComplete, saidBy } from "./form.js";
import { Found, Library } from "./patterns.js";
import { html, useEffect, useState } from "./vendor/preact-htm.js";

const LIVE_MS = 700; // after the last change, before it is asked again
const FILES = { html: "Page to solve", pdf: "PDF to print", svg: "Picture", txt: "Text" };

export function PanelDialog({ app, state, panel, close }) {
  const [kind, setKind] = useState(panel.forms[0].kind);
  const { start: begun } = state.view.dialog; // with which it is asked at once
  const [changes, setChanges] = useState({ [panel.forms[0].kind]: begun }); // by kind, as what was said of one stays
  const [seed, setSeed] = useState(0);
  const { fields } = panel.forms.find((each) => each.kind === kind);
  const start = fields.map(({ name, value }) => [name, panel.starts.includes(name) ? state.doc[name] : value]);
  const values = { ...Object.fromEntries(start), ...changes[kind] };
  const said = { ...saidBy(fields, values), ...(kind && { kind }) };
  const about = kind || panel.question;
  const ask = (question) => {
    app.ask(question, { ...said, seed }, about);
    if (!panel.is_live) setSeed(seed + panel.step);
  };
  const canAsk = isComplete(fields, said);
  useEffect(() => {
    if (!panel.is_live || !canAsk) return undefined;
    const timer = setTimeout(() => {
      app.cancel();
      ask(panel.question);
    }, LIVE_MS);
    return () => clearTimeout(timer);
  }, [JSON.stringify(said), seed]);
  useEffect(() => {
    if (begun) ask(panel.question);
  }, []);
  // Whoever closes the dialog does not wait for the answer any more.
  useEffect(() => () => {
    if (app.isAsking(panel.question, ...panel.also.map((each) => each.question))) app.cancel();
  }, []);
  const answer = state.answers[panel.question];
  const Shown = SHOWS[panel.shows];
  const form = html`${panel.forms.length > 1 ? html`<${Options} label="Puzzle" value=${kind} options=${Object.fromEntries(panel.forms.map((each) => [each.kind, each.title]))} set=${setKind} />` : null}
    <${Form} key=${kind} fields=${fields} values=${values} set=${(change) => setChanges({ ...changes, [kind]: { ...changes[kind], ...change } })} />
    ${panel.also.map(({ question, text, note }) => html`<p class="row" key=${question}><button type="button" disabled=${!canAsk} onClick=${() => ask(question)}>${text}</button> <small class="soft">${note}</small></p>`)}`;
  const shown = html`<${Shown} app=${app} state=${state} values=${values} answer=${answer?.about === about ? answer : null} close=${close} />`;
  return html`<${Dialog} title=${panel.title} close=${close} main=${panel.main} onMain=${() => (panel.is_live ? setSeed(seed + panel.step) : ask(panel.question))} wide=${true}>
    ${panel.is_live ? html`<div class="two"><div>${form}</div><div class=${app.isAsking(panel.question) ? "stale" : ""} role="status">${shown}</div></div>` : html`${form}${shown}`}<//>`;
}

/** Files that were made. */
function Made({ app, answer }) {
  const textOf = (ending) => FILES[ending] ?? `.${ending}`;
  return html`<p class="row">${answer.files.map((name) => html`<a key=${name} class="button" href=${app.fileUrl(`made/${answer.made}/${name}`)} download>${textOf(name.split(".").at(-1))}</a>`)}</p>`;
}

/** A puzzle of another kind: lines about it, its picture, and its files. */
function Puzzle({ app, answer }) {
  if (!answer?.made) return html`<p class="soft">${answer ? answer.text || "There is none." : "…"}</p>`;
  const { report, n_clues: n, no_clue: none } = answer;
  const lacking = none === n ? "No entry has a clue." : `${none === 1 ? "1 entry has" : `${none} entries have`} no clue.`;
  const picture = answer.files.find((name) => name.endsWith(".svg"));
  return html`<div class="report">${report.map((line) => html`<p key=${line} class=${line.startsWith(" ") ? "step" : ""}>${line}</p>`)}</div>
    ${none ? html`<p class="warning">${lacking}</p>` : null}
    <img class="puzzle" src=${app.fileUrl(`made/${answer.made}/${picture}`)} alt="The puzzle as it is printed" />
    <${Made} app=${app} answer=${answer} />`;
}

const OfSize = (props) => html`<${Found} ...${props} /><${Library} app=${props.app} state=${props.state} size=${`${props.values.cols}x${props.values.rows}`} close=${props.close} />`;

/** What draws the answers of a panel, by the name that it says. */
const SHOWS = { patterns: Found, library: OfSize, puzzle: Puzzle };
