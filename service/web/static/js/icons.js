// @ts-check
// The icons of the buttons, drawn in the colour of their text.
import { html } from "./html.js";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  turnBack: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l9 7-9 7z",
  turnNext: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  fork: "M7 4v16M7 13c0-4 10-2 10-9M14 7l3-3 3 3",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  enlarge: "M4 10V4h6M20 14v6h-6M4 4l7 7M20 20l-7-7",
  flag: "M5 21V4h12l-3 4 3 4H5",
  list: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
  table: "M3 5h18v14H3zM3 10h18M3 14.5h18M9 5v14",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  print: "M7 9V3h10v6M7 18H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v7H7z",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
};
const FILLED = new Set(["first", "turnBack", "back", "play", "next", "turnNext", "last"]);

/** @param {{name: keyof typeof PATHS}} props */
export const Icon = ({ name }) => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill=${FILLED.has(name) ? "currentColor" : "none"}
    stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d=${PATHS[name]} /></svg>`;
