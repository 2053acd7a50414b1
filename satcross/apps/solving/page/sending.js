// Sends a result to the address that the page names. Pages without an address have no such script.

import { byId } from "./dom.js";
import { say } from "./solving.js";
import { translated } from "./texts.js";

document.addEventListener("result", ({ detail }) => {
  const { postTo } = JSON.parse(byId("puzzle").textContent);
  // "no-cors": the address need not know about pages of other sites, so its answer is not seen.
  fetch(postTo, { method: "POST", mode: "no-cors", body: new URLSearchParams(detail) }).then(
    () => say(translated("Sent."), true),
    () => say(translated("It could not be sent. Save it to a file, and send that.")),
  );
});
