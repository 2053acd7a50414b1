// The workbench without its looks: the store, the wire, and everything that can be asked of them.

import { directionsAt } from "./board.js";
import { Connection, download, request } from "./connection.js";
import { keep } from "./dom.js";
import { changesNothing, isKnown } from "./edits.js";
import { ACTIONS, PAGE_OF_WORDS, START, boardOf, entryName } from "./state.js";
import { printQuery } from "./paper.js";
import { Store } from "./store.js";

const NOTICE_MS = 7000;
export const LAST = "satcross.last"; // the name of the crossword that was opened last

export class App {
  constructor() {
    this.store = new Store(START, ACTIONS, { undoes: false });
    this.info = null;
    this._connection = null;
    this._waiting = []; // questions that wait until the server has all edits
    this._shownView = "";
    this.store.subscribe((state, before) => this._followed(state, before));
  }

  get state() {
    return this.store.state;
  }

  get board() {
    return boardOf(this.state.doc);
  }

  dispatch(name, value) {
    this.store.dispatch(name, value);
  }

  // ---- files

  async start() {
    this.info = await request("/api/info");
    if (this.info.right_to_left) document.body.dataset.rtl = "";
    addEventListener("hashchange", () => this._openNamed());
    if (!this._openNamed()) this.dispatch("home", true);
  }

  /** Opens the crossword that the address names after its "#". */
  _openNamed() {
    const hash = location.hash.slice(1);
    const name = /%(?![0-9a-f]{2})/i.test(hash) ? hash : decodeURIComponent(hash);
    if (name && name !== this._connection?.name) this.open(name);
    return Boolean(name);
  }

  _close() {
    this._connection?.close();
    this._connection = null;
    this._shownView = "";
    this._waiting = [];
    const { notice } = this.state.view;
    this.dispatch("closed");
    this.dispatch("notice", notice);
    history.replaceState(null, "", location.pathname);
  }

  /** Shows the first page. */
  goHome() {
    if (this.state.live.pending.length) return this.notify("That needs the server, which does not have the last edits yet.");
    this._close();
    return this.dispatch("home", true);
  }

  /** Opens a crossword. Args: then: a dialog that is shown first, or "". */
  open(name, then = "") {
    this._close();
    this._then = then;
    keep(LAST, name);
    this.dispatch("trashed", null);
    history.replaceState(null, "", `#${encodeURIComponent(name)}`);
    this._connection = new Connection(name, (message) => this._heard(message));
  }

  /** Imports a crossword's file, and opens it. */
  async takeIn(file) {
    const made = await this.attempt(request(`/api/files/import?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file }));
    if (made) this.open(made.name);
  }

  /** Says something to people for a while; errors too. */
  notify(text) {
    this.dispatch("notice", text);
    clearTimeout(this._noticeTimer);
    this._noticeTimer = setTimeout(() => this.dispatch("notice", ""), NOTICE_MS);
  }

  /** The result of a promise; if it fails, the page shows why, and it is undefined. */
  async attempt(promise) {
    try {
      return await promise;
    } catch (error) {
      this.notify(error.message);
      return undefined;
    }
  }

  /** The address of something that belongs to the open crossword. */
  fileUrl(path) {
    return `/api/files/${encodeURIComponent(this.state.doc.name)}/${path}`;
  }

  exportUrl(format, part = "") {
    return this.fileUrl(`export?${new URLSearchParams({ ...printQuery(), format, ...(part && { part }) })}`);
  }

  /** Downloads a file, and says what it could not hold. */
  async download(url) {
    const saved = await this.attempt(download(url));
    if (!saved) return undefined;
    const { name, left } = saved;
    return this.notify(left.length ? `${name} is written. Left out: ${left.join("; ")}.` : `${name} is written.`);
  }

  // ---- edits

  /** Makes an edit: shown at once, and sent. One that changes nothing is not made. */
  edit(edit) {
    if (this.state.live.readOnly) return this.notify(`${this.state.live.readOnly}: nothing can be changed here. Import it into another folder, or export it.`);
    if (changesNothing(this.state.doc, edit)) return undefined;
    const isSent = this._isConnected;
    const id = this._connection.send({ type: "edit", base: this.state.live.revision, ...edit });
    this.dispatch("edited", { id, edit, isSent });
    return undefined;
  }

  /** Whether an edit of this page, by its number, waits for the server and is shown. */
  _isOwn(id) {
    return this.state.live.pending.some((each) => each.id === id && isKnown(each.edit));
  }

  undo() {
    const last = this.state.live.pending.at(-1);
    if (!this._isConnected && last && !last.isSent) this.dispatch("refused", last.id);
    else this._tell({ type: "undo" });
  }

  redo() {
    this._tell({ type: "redo" });
  }

  goTo(revision) {
    this._tell({ type: "go_to", revision });
  }

  nameVersion(name) {
    return this._tell({ type: "version", name });
  }

  get _isConnected() {
    return this.state.live.connection === "open";
  }

  /** Sends what cannot wait for the server to come back; whether it could be sent. */
  _tell(message) {
    if (this._isConnected) this._connection.send(message);
    else this.notify("That needs the server, which does not answer now.");
    return this._isConnected;
  }

  /** Asks for moments of the history. Args: kind: of them, or "" for all; before: a revision. */
  askHistory({ kind = "", before } = {}) {
    this._tell({ type: "history", kind, ...(before && { before }), limit: 60 });
  }

  // ---- questions

  /** Asks the engine; the answer comes into the state. `about` names what it is about. */
  ask(question, fields = {}, about = "") {
    if (this.state.live.pending.length || !this._isConnected) {
      this._waiting = [...this._waiting.filter((each) => each.question !== question), { question, fields, about }];
      return;
    }
    const id = this._connection.send({ type: "ask", revision: this.state.live.revision, question, ...fields });
    this.dispatch("asked", { id, question, about, fields });
  }

  cancel() {
    this._connection.send({ type: "cancel" });
    this.dispatch("cancelled");
  }

  isAsking(...questions) {
    return Object.values(this.state.live.asked).some((each) => questions.includes(each.question));
  }

  /**
   * Shows the fill that a word in an entry, or a letter in a cell, has; asks for it if need be.
   * `changes`: the edits after which it is one.
   */
  point(key, fields, cells, changes) {
    if (this.state.view.hovered === key) return;
    this.dispatch("hover", { key, cells, changes });
    if (key && !cells && this.state.answers.witnesses?.[key] === undefined) {
      clearTimeout(this._pointTimer);
      this._pointTimer = setTimeout(() => this.state.view.hovered === key && this.ask("witness", fields, key), 60);
    }
  }

  // ---- what the server says

  _heard(message) {
    switch (message.type) {
      case "connection":
        if (message.state === "lost") {
          this._shownView = "";
          this._waiting.push(...Object.values(this.state.live.asked)); // nobody will answer them there
        }
        this.dispatch("connection", message.state);
        break;
      case "opened":
        this.dispatch("opened", message);
        if (this._then) this.dispatch("dialog", { name: this._then });
        this._then = "";
        if (message.remarks.length) this.notify(`Read with remarks: ${message.remarks.join("; ")}.`);
        this._resend();
        this._sendView();
        if (!this.state.live.pending.length) this._flush();
        break;
      case "changed":
        if (message.from !== this.state.live.revision && message.revision !== this.state.live.revision) {
          this._connection.send({ type: "reload" });
          break;
        }
        // What was known was dropped when an edit was made here that has changed nothing there.
        if (message.from === message.revision && this._isOwn(message.id)) this._connection.send({ type: "reload" });
        this.dispatch("changed", message);
        if (!this.state.live.pending.length) this._flush();
        break;
      case "error":
        // A question may be stale too, of a change that comes or has come: whoever asks does so again.
        if (this.state.live.pending.some(({ id, edit }) => id === message.id && (message.code === "stale" || isKnown(edit)))) this._connection.send({ type: "reload" });
        this.dispatch("refused", message.id);
        if (message.code !== "stale") this.notify(message.hint ? `${message.problem}; ${message.hint}` : message.problem);
        break;
      case "gone":
        this.notify(message.hint ? `${message.problem}; ${message.hint}` : message.problem);
        if (this.state.live.pending.length) break; // edits that no server has wait for it
        this._close();
        this.dispatch("home", true);
        break;
      case "renamed":
        this.open(message.name);
        break;
      case "deleted":
        this._close();
        this.notify(`${message.name} was deleted.`);
        this.dispatch("home", true);
        break;
      case "tabs":
        this.dispatch("tabs", message.tabs);
        break;
      case "closing":
        break;
      default:
        if (message.type in ACTIONS) this.dispatch(message.type, message);
    }
  }

  _flush() {
    const waiting = this._waiting;
    this._waiting = [];
    for (const { question, fields, about } of waiting) this.ask(question, fields, about);
  }

  _resend() {
    const { pending, revision } = this.state.live;
    const again = pending.filter(({ edit, isSent }) => !isSent || isKnown(edit));
    this.dispatch("resent", again.map(({ edit }) => ({ edit, isSent: true, id: this._connection.send({ type: "edit", base: revision, ...edit }) })));
  }

  // ---- what the server must know of the page

  _followed(state, before) {
    if (!state.doc) return;
    if (state.view !== before.view || state.doc !== before.doc) {
      if (!this._viewTimer) this._viewTimer = setTimeout(() => this._sendView(), 0);
    }
  }

  _sendView() {
    clearTimeout(this._viewTimer);
    this._viewTimer = null;
    const { doc, live, view } = this.state;
    if (!doc || live.connection !== "open") return;
    // The one in whose direction people write is settled first.
    const lists = directionsAt(this.board, view.cursor).map((dir) => (
      { entry: entryName(this.board.entryAt(view.cursor.at, dir)), filter: view.filters[dir] ?? "", offset: 0, limit: view.limits[dir] ?? PAGE_OF_WORDS }));
    const seen = { cell: view.cursor.at, lists };
    // The numbering may be another one, so blocks and bars count as well.
    const text = JSON.stringify([seen, this.board.kinds, doc.bars_right, doc.bars_below, doc.paths]);
    if (text === this._shownView) return;
    if (live.pending.length) return; // the change of the last edit comes, and with it the view
    this._shownView = text;
    this._connection.send({ type: "view", revision: live.revision, ...seen });
  }
}
