// What is chosen for print: the paper, and how themes and the solution word are shown.

import { recall } from "./dom.js";

export const PAPER = "satcross.paper";
export const CHOICES = "satcross.print";
const LETTER_REGIONS = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "GT", "SV", "NI", "PA", "DO", "PR"]);

/** The paper that was chosen last, or that of the region of the browser's language. */
export const paperOf = () => recall(PAPER) ?? (LETTER_REGIONS.has(new Intl.Locale(navigator.language).maximize().region) ? "letter" : "a4");

/** What the server must know of what is printed or exported. */
export const printQuery = () => ({ paper: paperOf(), ...recall(CHOICES) });
