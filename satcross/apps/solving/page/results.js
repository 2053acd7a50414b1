// What a reader has done as a file that can be loaded again, and as a result to be sent.

import { byId, element, keep, keeper, recall } from "./dom.js";
import { say } from "./solving.js";
import { translated } from "./texts.js";

const SCHEMA = "satcross.solving/1";

/** Whether what a file has can take the place of what the page keeps. */
function isLike(loaded, kept) {
  return Object.entries(kept).every(([name, value]) => typeof loaded?.[name] === typeof value && loaded[name]?.length === value?.length);
}

/**
 * By name, the actions that save, load and send what is kept of a puzzle.
 *
 * @param {object} puzzle with its `key`
 * @param {string} name under which the page keeps what is done
 * @param {function()} save keeps it, and reports how much is right
 */
export function resultActions(puzzle, name, save) {
  let done = { right: 0, all: 0, isSolved: false };
  document.addEventListener("progress", ({ detail }) => (done = detail));
  const result = () => {
    save();
    const kept = recall(name);
    return { schema: SCHEMA, key: puzzle.key, title: document.title, ...done, seconds: kept?.seconds ?? 0, kept };
  };
  const chooser = element("input", { type: "file", accept: ".json,application/json" });
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files;
    chooser.value = "";
    const loaded = await file.text().then(JSON.parse).catch(() => null);
    if (loaded?.schema !== SCHEMA || loaded.key !== puzzle.key || !isLike(loaded.kept, result().kept)) {
      say(translated("This file belongs to another puzzle."));
      return;
    }
    keep(name, loaded.kept);
    keeper.set = () => {}; // or the page would keep what it shows now
    location.reload();
  });
  const dialog = byId("send");
  dialog?.addEventListener("close", () => {
    if (dialog.returnValue !== "send") return;
    const { kept, ...told } = result();
    const detail = { ...told, name: byId("send-name").value, kept: JSON.stringify(kept) };
    document.dispatchEvent(new CustomEvent("result", { detail }));
  });
  return {
    "save file": () => {
      const href = URL.createObjectURL(new Blob([JSON.stringify(result())], { type: "application/json" }));
      const stem = document.title.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "puzzle";
      const link = element("a", { href, download: `${stem}.json` });
      link.click();
      URL.revokeObjectURL(link.href);
    },
    "load file": () => chooser.click(),
    send: () => dialog.showModal(),
  };
}
