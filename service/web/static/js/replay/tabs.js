// @ts-check
// The tabs of the side rail.
import { isEmbedded } from "../data_source.js";
import { lazy } from "../html.js";
import { EventList } from "./event_list.js";
import { requestFocus, focusIfRequested } from "./comment_focus.js";

const Legal = lazy(async () => (await import("./legal.js")).Legal);
const Knows = lazy(async () => (await import("./card_knowledge.js")).CardKnowledge);
const Comments = lazy(async () => (await import("./comments.js")).Comments);
const Branches = lazy(async () => (await import("../forks/tree.js")).Branches);

/** @typedef {import("../game/game.js").Game} Game */

/**
 * A tab has a name, a message key (`words`) and a component with the property `game`. `count` is the number on the tab.
 * @type {{name: string, words: string, Panel: any, count?: (game: Game) => number}[]}
 */
const ALL = [
  { name: "events", words: "replay-events", Panel: EventList },
  { name: "legal", words: "replay-legal-here", Panel: Legal },
  { name: "knows", words: "replay-knows", Panel: Knows },
  { name: "comments", words: "replay-comments", Panel: Comments, count: (game) => game.notes.value.filter(({ n }) => n <= game.limit.value).length },
  { name: "branches", words: "branch-tree", Panel: Branches, count: (game) => game.forks.value.length },
];

/** The tabs of this page. Files and frames have only the events. */
export const TABS = ALL.filter(({ name }) => name === "events" || !isEmbedded);

/** Open a tab, and the rail if it covers the table. @param {Game} game @param {string} name */
export function openTab(game, name) {
  game.tab.value = name;
  game.sheet.value = true;
}

/** Open the comments and focus the comment field. @param {Game} game */
export function openComments(game) {
  requestFocus();
  openTab(game, "comments");
  requestAnimationFrame(() => focusIfRequested(document.querySelector(".comments textarea")));
}
