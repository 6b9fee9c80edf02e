// @ts-check
// The menu of a game, opened by the button in the header.
import { html } from "../html.js";
import { tokens, withQuery } from "../api.js";
import { say } from "../i18n.js";
import { isEmbedded } from "../data_source.js";
import { isRevealed } from "../deal/revealed.js";
import { gamesOfDeal } from "../forks/same_deal.js";
import { moments } from "../game/moments.js";
import { playHighlights } from "./autoplay.js";
import { Dialog } from "./dialog.js";
import { disputesOf, protocolOf, sheetOf } from "./print_links.js";

/** @typedef {import("../game/game.js").Game} Game */

/** Return whether the viewer organised this game and holds links of other players' seats. @param {import("../game/game.js").Game} game */
const hasLinks = (game) => !isEmbedded && game.isLive.value && Boolean(tokens.organiser(game.id)) && game.seats.value.some(({ kind }, k) => kind === "human" && k !== game.you.value);

/**
 * An entry has a message key (`words`); one of a dialog, a page (`href`) or an action (`does`); and a condition (`when`).
 * @type {{words: string, dialog?: string, href?: (game: Game) => string, does?: (game: Game) => void, when?: (game: Game) => boolean}[]}
 */
const ENTRIES = [
  { words: "show-share", dialog: "share" },
  { words: "story-title", does: (game) => { game.setResultShown(true); game.goTo(game.version.value, { push: true }); }, when: (game) => Boolean(game.story.value) },
  { words: "story-highlights", does: playHighlights, when: (game) => moments(game).length > 0 },
  { words: "branch-what-if", dialog: "fork" },
  { words: "branch-same-deal", dialog: "same_deal", when: (game) => !isEmbedded && gamesOfDeal(game).length > 0 },
  { words: "replay-sheet", href: (game) => sheetOf(game, game.n.value), when: () => !isEmbedded },
  { words: "replay-protocol", href: protocolOf, when: () => !isEmbedded },
  { words: "replay-own-name", href: (game) => withQuery(`/join/${encodeURIComponent(game.id)}`, { lang: new URLSearchParams(location.search).get("lang") }), when: (game) => !isEmbedded && game.you.value !== null && game.isLive.value },
  { words: "play-hints", dialog: "hints", when: (game) => !isEmbedded && game.isLive.value && Boolean(game.head.value.may.hints) },
  { words: "play-dispute", dialog: "dispute", when: (game) => !isEmbedded && game.you.value !== null },
  { words: "call-arbiter", dialog: "call", when: (game) => !isEmbedded && (game.you.value !== null || Boolean(tokens.organiser(game.id))) },
  { words: "correct-title", does: (game) => game.startCorrection(), when: (game) => !isEmbedded && game.isLive.value && game.you.value === null && Boolean(game.token) && game.head.value.may.views.includes("omniscient") },
  { words: "replay-disputes", href: disputesOf, when: () => !isEmbedded },
  { words: "deal-made", dialog: "deal", when: (game) => !isEmbedded && isRevealed(game) },
  { words: "play-seat-links", dialog: "seats", when: hasLinks },
  { words: "replay-values", dialog: "values" },
  { words: "replay-keys", dialog: "keys" },
];

/** Return the language links of the page's header, which is hidden on this page. */
const languages = () => /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".languages a")]);

/** @param {{game: Game}} props */
export const Menu = ({ game }) => html`
  <${Dialog} game=${game} label=${say("replay-menu")}>
    <ul class="menu-entries">${ENTRIES.filter(({ when }) => !when || when(game)).map(({ words, dialog, href, does }) => html`
      <li key=${words}>${href ? html`<a class="button quiet" href=${href(game)}>${say(words)}</a>`
        : html`<button type="button" class="quiet" onClick=${() => { game.dialog.value = dialog ?? null; does?.(game); }}>${say(words)}</button>`}</li>`)}
      <li class="tongues">${languages().map((link) => html`<button type="button" class="quiet" key=${link.lang} lang=${link.lang} aria-current=${link.getAttribute("aria-current")} onClick=${() => link.click()}>${link.title}</button>`)}</li></ul>
  <//>`;
