// The wire to the server: HTTP for files, and a WebSocket for the open crossword that comes back
// after it was lost. What it hears goes to one function.

const PROTOCOL = "satcross.workbench.1";
const RETRIES = [250, 500, 1000, 2000, 4000]; // ms

/** A request to the server; rejects with an Error that has the server's words. */
export async function request(path, options) {
  const response = await answered(path, options);
  return isJson(response) ? response.json() : null;
}

/**
 * Saves the file that an address gives.
 *
 * @returns {Promise<{name: string, left: string[]}>} its name, and what it could not hold
 */
export async function download(path, options) {
  const response = await answered(path, options);
  const name = decodeURIComponent(response.headers.get("content-disposition")?.match(/filename\*=UTF-8''(.+)/)?.[1] ?? "crossword");
  save(await response.blob(), name);
  return { name, left: JSON.parse(response.headers.get("x-left-out") ?? "[]") };
}

/** Gives a file to the browser. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const isJson = (response) => response.headers.get("content-type")?.includes("json");

/** The answer to a request. Throws an error with what the server says of one that is refused. */
async function answered(path, { method = "GET", json, body } = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: json === undefined ? {} : { "content-type": "application/json" },
      body: json === undefined ? body : JSON.stringify(json),
    });
  } catch {
    throw new Error("The server does not answer. It may have ended: start it again as you did before.");
  }
  if (!response.ok) {
    const data = isJson(response) ? await response.json() : null;
    const { problem, hint } = data?.error ?? { problem: `the server says ${response.status}` };
    throw new Error(hint ? `${problem}; ${hint}` : problem);
  }
  return response;
}

export class Connection {
  /**
   * @param {string} name of the crossword
   * @param {function(object)} heard takes every message, and {type: "connection", state}
   */
  constructor(name, heard) {
    this.name = name;
    this._heard = heard;
    this._tries = 0;
    this._number = 0;
    this._isReady = false;
    this._open();
  }

  /** Sends a message with an id of its own, which is returned; nothing while the wire is down. */
  send(message) {
    const id = ++this._number;
    if (this._isReady) this._socket.send(JSON.stringify({ ...message, id }));
    return id;
  }

  close() {
    this._isClosed = true;
    clearTimeout(this._timer);
    this._socket.close();
  }

  /** A server that was restarted answers, and does not know this browser yet. */
  async _learnWhy() {
    const response = await fetch("/api/info").catch(() => null);
    if (response?.status === 403 && !this._isReady && !this._isClosed) this._heard({ type: "connection", state: "strange" });
  }

  _open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this._socket = new WebSocket(`${scheme}://${location.host}/api/files/${encodeURIComponent(this.name)}/live`, PROTOCOL);
    this._socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      // There is no such crossword, or it cannot be read.
      if (message.type === "error" && !this._isReady) message.type = "gone";
      if (message.type === "opened") {
        this._tries = 0;
        this._isReady = true;
        this._heard({ type: "connection", state: "open" });
      }
      this._heard(message);
    };
    this._socket.onclose = () => {
      if (this._isClosed) return;
      this._isReady = false;
      this._heard({ type: "connection", state: "lost" });
      this._learnWhy();
      this._timer = setTimeout(() => this._open(), RETRIES[Math.min(this._tries++, RETRIES.length - 1)]);
    };
  }
}
