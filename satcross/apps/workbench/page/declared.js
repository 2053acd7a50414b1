// The panels: questions with a dialog that the server declares, each with its forms.

import { request } from "./connection.js";

/** As `GET /api/panels` has them; none where the server does not answer, which the page says. */
export const DECLARED = await request("/api/panels").then(({ panels }) => panels, () => []);
