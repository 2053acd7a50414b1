// The clock of a page to solve: it can be paused, and stops while the page is hidden.

import { byId, clock } from "./dom.js";
import { translated } from "./texts.js";

export class Timer {
  /**
   * @param {{seconds: number, runs: boolean, solved: boolean}} start
   * @param {HTMLElement} board cannot be used while the clock stands
   * @param {function()} onchange after every second, and every pause
   */
  constructor(start, board, onchange) {
    Object.assign(this, start);
    this._board = board;
    this._onchange = onchange;
    setInterval(() => {
      if (!this.runs || document.hidden) return;
      this.seconds++;
      this._show();
      onchange();
    }, 1000);
    this._cover();
    this._show();
  }

  toggle() {
    if (this.solved) return;
    this.runs = !this.runs;
    this._cover();
    this._show();
    if (!this.runs) byId("resume").focus();
    this._onchange();
  }

  /** Stops for good; `text` for people. */
  finish() {
    this.solved = true;
    this.runs = false;
    this._show();
  }

  restart() {
    Object.assign(this, { seconds: 0, solved: false, runs: true });
    this._cover();
    this._show();
  }

  get text() {
    return clock(this.seconds);
  }

  _cover() {
    const stands = !this.runs && !this.solved;
    byId("curtain").hidden = !stands;
    this._board.inert = stands;
  }

  _show() {
    byId("time").textContent = this.text;
    byId("time-state").textContent = this.solved ? "✓" : this.runs ? "❚❚" : "▶";
    byId("timer").setAttribute("aria-label", translated(this.runs ? "Pause the timer, {time}" : "Continue the timer, {time}", { time: this.text }));
    byId("timer").disabled = this.solved;
  }
}
