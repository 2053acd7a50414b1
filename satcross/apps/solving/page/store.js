// One immutable state, changed only by named actions, with undo from the log of what they did.

/**
 * Holds a state of two parts: `doc`, which is what people make and can be undone, and `view`,
 * which is where they look. An action is a function from a state and a value to a new state.
 */
export class Store {
  /**
   * @param {{doc: object, view: object}} state
   * @param {Object<string, function>} actions by name
   * @param {{undoes: boolean}} options `undoes` is false where somebody else keeps the history
   */
  constructor(state, actions, { undoes = true } = {}) {
    this.state = state;
    this._undoes = undoes;
    this._actions = actions;
    this._done = [];
    this._undone = [];
    this._listeners = [];
    this._batch = null; // the state before the actions of which listeners will hear as one
  }

  /** Calls a function after every change, with the new and the old state. */
  subscribe(listener) {
    this._listeners.push(listener);
  }

  /** Does an action. What it changes in `doc` can be undone. */
  dispatch(name, value) {
    const before = this.state;
    const after = this._actions[name](before, value);
    if (after === before) return;
    if (this._undoes && after.doc !== before.doc) {
      this._done.push({ name, doc: before.doc, view: before.view });
      this._undone = [];
    }
    this._set(after);
  }

  /** Does several actions of which listeners hear as one. Args: act: does them. */
  batch(act) {
    if (this._batch) return act();
    this._batch = this.state;
    try {
      return act();
    } finally {
      const before = this._batch;
      this._batch = null;
      if (this.state !== before) this._tell(before);
    }
  }

  get canUndo() {
    return this._done.length > 0;
  }

  get canRedo() {
    return this._undone.length > 0;
  }

  /** Takes back the latest change of `doc`; the view returns to where it was made. */
  undo() {
    this._swap(this._done, this._undone);
  }

  redo() {
    this._swap(this._undone, this._done);
  }

  _swap(from, to) {
    const entry = from.pop();
    if (!entry) return;
    to.push({ name: entry.name, doc: this.state.doc, view: this.state.view });
    this._set({ doc: entry.doc, view: { ...this.state.view, cursor: entry.view.cursor } });
  }

  _set(state) {
    const before = this.state;
    this.state = state;
    if (!this._batch) this._tell(before);
  }

  _tell(before) {
    const { state } = this;
    for (const listener of this._listeners) listener(state, before);
  }
}
