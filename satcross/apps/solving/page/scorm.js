// A page in a SCORM 1.2 package: it reports to the learning platform how much is right, and keeps
// there what was written, so that the next reader at the same computer does not see it.

import { keeper } from "./dom.js";

const MOST_KEPT = 4096; // characters of cmi.suspend_data
const LEVELS = 20; // of frames in frames, in which the platform's API may be
const OFTEN = 30_000; // ms from one commit to the next

/** The object API of a frame or of one around it; null where there is none. */
function apiAround(frame) {
  for (let level = 0; level < LEVELS; level++) {
    try {
      if (frame.API) return frame.API;
    } catch {
      return null; // a frame of another site
    }
    if (frame.parent === frame) return null;
    frame = frame.parent;
  }
  return null;
}

const api = apiAround(window) ?? (window.opener ? apiAround(window.opener) : null);
if (api && String(api.LMSInitialize("")) === "true") attend(api);

function attend(platform) {
  const begun = Date.now();
  const sent = {};
  const browser = { ...keeper };
  let isOver = false, committed = begun;
  const written = platform.LMSGetValue("cmi.suspend_data");
  let isDone = ["completed", "passed"].includes(platform.LMSGetValue("cmi.core.lesson_status"));

  const send = (element, value) => {
    if (isOver || sent[element] === value) return;
    sent[element] = value;
    platform.LMSSetValue(element, value);
  };
  const commit = () => {
    if (isOver) return;
    committed = Date.now();
    send("cmi.core.session_time", duration(committed - begun));
    platform.LMSCommit("");
  };

  keeper.get = (name) => (name === "satcross.theme" ? browser.get(name) : written || null);
  keeper.set = (name, text) => {
    if (name === "satcross.theme") browser.set(name, text);
    else if (text.length <= MOST_KEPT) send("cmi.suspend_data", text);
  };
  if (!isDone) send("cmi.core.lesson_status", "incomplete");
  send("cmi.core.score.min", "0");
  send("cmi.core.score.max", "100");

  document.addEventListener("progress", ({ detail: { right, all, isSolved } }) => {
    if (!isDone) {
      send("cmi.core.score.raw", String(all ? Math.round((100 * right) / all) : 0));
      if (isSolved) {
        isDone = true;
        send("cmi.core.lesson_status", "completed");
        commit();
      }
    }
    if (Date.now() - committed > OFTEN) commit();
  });
  document.addEventListener("visibilitychange", () => document.hidden && commit());
  window.addEventListener("pagehide", () => {
    send("cmi.core.exit", isDone ? "" : "suspend");
    commit();
    if (!isOver) platform.LMSFinish("");
    isOver = true;
  });
}

/** A CMITimespan: hours of four digits, minutes and seconds. */
function duration(ms) {
  const two = (n) => String(n).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 3600)).padStart(4, "0")}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
