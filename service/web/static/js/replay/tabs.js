// @ts-check
// What the rail holds, one tab beside the other.
import { isApart } from "../data_source.js";
import { later } from "../html.js";
import { EventList } from "./event_list.js";
import { takePen, write } from "./comment_focus.js";

const Legal = later(async () => (await import("./legal.js")).Legal);
const Knows = later(async () => (await import("./card_knowledge.js")).Knows);
const Comments = later(async () => (await import("./comments.js")).Comments);
const Branches = later(async () => (await import("../forks/tree.js")).Branches);

/** @typedef {import("../game/game.js").Game} Game */

/**
 * A tab is its name, the key of its words and a part that gets `game`; `count` tells how much is in it. Whoever makes another
 * adds a line here.
 * @type {{name: string, words: string, Panel: any, count?: (game: Game) => number}[]}
 */
const ALL = [
  { name: "events", words: "replay-events", Panel: EventList },
  { name: "legal", words: "replay-legal-here", Panel: Legal },
  { name: "knows", words: "replay-knows", Panel: Knows },
  { name: "comments", words: "replay-comments", Panel: Comments, count: (game) => game.notes.value.filter(({ n }) => n <= game.limit.value).length },
  { name: "branches", words: "branch-tree", Panel: Branches, count: (game) => game.forks.value.length },
];

/** In a file or a frame there are the events alone. */
export const TABS = ALL.filter(({ name }) => name === "events" || !isApart);

/** Opens a tab, where the rail lies over the table too. @param {Game} game @param {string} name */
export function openTab(game, name) {
  game.tab.value = name;
  game.sheet.value = true;
}

/** Opens the comments, with the hand on the pen if there is one. @param {Game} game */
export function comment(game) {
  takePen();
  openTab(game, "comments");
  requestAnimationFrame(() => write(document.querySelector(".comments textarea")));
}
