// @ts-check
// Hints on demand, for the own seat alone: what is legal and what it would earn, what is refused and by which clause.
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";
import { listed, say } from "../i18n.js";
import { Citation } from "../replay/citation.js";
import { Dialog } from "../replay/dialog.js";
import { cardName } from "../table/cards.js";
import { trouble } from "../error_messages.js";

/** @typedef {import("./gestures.js").Order} Order @typedef {{coins: number, cards: number, next?: {cards: number, coins: number} | null}} Pay */

/** What an order would earn, by what the service says of fields; "" where it says nothing. @param {Order} order @param {any} film @param {number} you */
function worth(order, { table, pays }, you) {
  /** @type {Pay | null | undefined} */
  const pay = order.field === undefined ? null : pays?.[you]?.[order.field];
  if (order.type.startsWith("Plant") && pay?.next) {
    const { cards, next, coins } = pay;
    const then = next.cards - cards === 1 ? next.coins : coins;
    return [say("play-hints-plant", { coins: then }), then === next.coins ? "" : say("play-hints-next", next)].filter(Boolean).join(", ");
  }
  if (order.type !== "AcceptTrade") return "";
  const offer = table.proposals.find((/** @type {any} */ one) => one.proposal === order.proposal);
  const grown = new Set(table.seats[you].fields.map((/** @type {string[]} */ field) => field.at(-1)).filter(Boolean));
  const own = [...new Set((offer?.give ?? []).map((/** @type {any} */ { variety }) => variety).filter((/** @type {string} */ card) => grown.has(card)))];
  return own.length ? say("play-hints-grows", { cards: listed(own.map((card) => cardName(/** @type {string} */ (card)))) }) : "";
}

/** What the own fields pay now. @param {{film: any, you: number}} props */
const Fields = ({ film, you }) => film.pays?.[you]?.some(Boolean) && html`
  <h3>${say("play-hints-fields")}</h3>
  <ul>${film.table.seats[you].fields.map((/** @type {string[]} */ field, /** @type {number} */ i) => {
    /** @type {Pay | null | undefined} */
    const pay = film.pays?.[you]?.[i];
    return pay && html`<li key=${i}>${say("play-hints-field", { field: i + 1, card: cardName(field[0]), coins: pay.coins })}${pay.next ? html`, ${say("play-hints-next", pay.next)}` : ""}</li>`;
  })}</ul>`;

/** @param {{game: import("../game/game.js").Game}} props */
export function Hints({ game }) {
  const [choices, setChoices] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const you = /** @type {number} */ (game.you.value);
  const n = game.version.value;
  useEffect(() => {
    game.ask("/legal-commands", { seat: you, at: n, include: "blocked", lang: game.lang }).then(setChoices, (error) => setProblem(trouble(error)));
  }, [n]);
  const film = game.shown.value;
  const ready = film && choices?.n === film.n;
  return html`
    <${Dialog} game=${game} label=${say("play-hints")}>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      ${ready && html`
        <h3>${say("play-hints-may")}</h3>
        <ul class="hints">${choices.legal.map((/** @type {Order} */ order, /** @type {number} */ i) => {
          const earns = worth(order, film, you);
          return html`<li key=${i}><b>${choices.words.legal[i]}</b>${earns && html` <span class="small">${earns}</span>`}</li>`;
        })}
          ${choices.offers.map((/** @type {{type: string}} */ { type }, /** @type {number} */ i) => html`<li key=${type}><b>${choices.words.offers[i]} …</b></li>`)}
          ${!choices.legal.length && !choices.offers.length && html`<li>${say("play-hints-none")}</li>`}</ul>
        <${Fields} film=${film} you=${you} />
        ${choices.blocked.length > 0 && html`<details><summary>${say("play-hints-not")}</summary><ul class="hints">${choices.blocked.map((/** @type {any} */ one, /** @type {number} */ i) => html`
          <li key=${i}><b>${choices.words.blocked[i]}</b> <span class="small"><${Citation} edition=${film.table.edition} clause=${one.clause} /> ${one.says}</span></li>`)}</ul></details>`}`}
    <//>`;
}
