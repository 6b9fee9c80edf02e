// @ts-check
// Hints for the player's own seat: legal commands with what they earn, and refused commands with their clauses.
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";
import { formatList, say } from "../i18n.js";
import { Citation } from "../replay/citation.js";
import { Dialog } from "../replay/dialog.js";
import { cardName } from "../table/cards.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("./gestures.js").Order} Order @typedef {{coins: number, cards: number, next?: {cards: number, coins: number} | null}} Pay */

/** Describe what a command would earn, from what the fields pay, or return "". @param {Order} order @param {any} snapshot @param {number} you */
function describeGain(order, { table, pays }, you) {
  /** @type {Pay | null | undefined} */
  const pay = order.field === undefined ? null : pays?.[you]?.[order.field];
  if (order.type.startsWith("Plant") && pay?.next) {
    const { cards, next, coins } = pay;
    const coinsAfter = next.cards - cards === 1 ? next.coins : coins;
    return [say("play-hints-plant", { coins: coinsAfter }), coinsAfter === next.coins ? "" : say("play-hints-next", next)].filter(Boolean).join(", ");
  }
  if (order.type !== "AcceptTrade") return "";
  const offer = table.proposals.find((/** @type {any} */ one) => one.proposal === order.proposal);
  const plantedVarieties = new Set(table.seats[you].fields.map((/** @type {string[]} */ field) => field.at(-1)).filter(Boolean));
  const own = [...new Set((offer?.give ?? []).map((/** @type {any} */ { variety }) => variety).filter((/** @type {string} */ card) => plantedVarieties.has(card)))];
  return own.length ? say("play-hints-grows", { cards: formatList(own.map((card) => cardName(/** @type {string} */ (card)))) }) : "";
}

/** Show what the player's fields pay now. @param {{snapshot: any, you: number}} props */
const Fields = ({ snapshot, you }) => snapshot.pays?.[you]?.some(Boolean) && html`
  <h3>${say("play-hints-fields")}</h3>
  <ul>${snapshot.table.seats[you].fields.map((/** @type {string[]} */ field, /** @type {number} */ i) => {
    /** @type {Pay | null | undefined} */
    const pay = snapshot.pays?.[you]?.[i];
    return pay && html`<li key=${i}>${say("play-hints-field", { field: i + 1, card: cardName(field[0]), coins: pay.coins })}${pay.next ? html`, ${say("play-hints-next", pay.next)}` : ""}</li>`;
  })}</ul>`;

/** @param {{game: import("../game/game.js").Game}} props */
export function Hints({ game }) {
  const [choices, setChoices] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const you = /** @type {number} */ (game.you.value);
  const n = game.version.value;
  useEffect(() => {
    game.ask("/legal-commands", { seat: you, at: n, include: "blocked", lang: game.lang }).then(setChoices, (error) => setProblem(errorMessage(error)));
  }, [n]);
  const snapshot = game.shown.value;
  const ready = snapshot && choices?.n === snapshot.n;
  return html`
    <${Dialog} game=${game} label=${say("play-hints")}>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      ${ready && html`
        <h3>${say("play-hints-may")}</h3>
        <ul class="hints">${choices.legal.map((/** @type {Order} */ order, /** @type {number} */ i) => {
          const gain = describeGain(order, snapshot, you);
          return html`<li key=${i}><b>${choices.words.legal[i]}</b>${gain && html` <span class="small">${gain}</span>`}</li>`;
        })}
          ${choices.offers.map((/** @type {{type: string}} */ { type }, /** @type {number} */ i) => html`<li key=${type}><b>${choices.words.offers[i]} …</b></li>`)}
          ${!choices.legal.length && !choices.offers.length && html`<li>${say("play-hints-none")}</li>`}</ul>
        <${Fields} snapshot=${snapshot} you=${you} />
        ${choices.blocked.length > 0 && html`<details><summary>${say("play-hints-not")}</summary><ul class="hints">${choices.blocked.map((/** @type {any} */ one, /** @type {number} */ i) => html`
          <li key=${i}><b>${choices.words.blocked[i]}</b> <span class="small"><${Citation} edition=${snapshot.table.edition} clause=${one.clause} /> ${one.says}</span></li>`)}</ul></details>`}`}
    <//>`;
}
