// @ts-check
// The dialog that verifies a deal by recomputing it in the browser: the commitment, the shares, and each shuffle.
import { Component } from "preact";
import { loadEvents } from "../api.js";
import { data, html } from "../html.js";
import { Dialog } from "../replay/dialog.js";
import { say } from "../i18n.js";
import { errorMessage } from "../error_messages.js";
import { recomputeDeal } from "./recomputed.js";

/** @typedef {import("../game/game.js").Game} Game */

const mark = (/** @type {boolean} */ holds) => html`<b class=${holds ? "good" : "bad"}>${say(holds ? "deal-holds" : "deal-differs")}</b>`;

export class DealDialog extends Component {
  state = { deal: /** @type {import("./recomputed.js").Deal | null | undefined} */ (undefined), problem: "" };

  async componentDidMount() {
    /** @type {Game} */
    const game = this.props.game;
    try {
      const lines = await loadEvents(game.id, { after: 0, as: "omniscient" }, game.token);
      const varieties = data().editions[game.head.value.rules.edition].varieties.map((/** @type {{id: string}} */ { id }) => id);
      const discards = async (/** @type {number} */ at) => (await game.ask("/table", { at, as: "omniscient" })).discard_pile;
      this.setState({ deal: await recomputeDeal(game.id, lines, varieties, discards) });
    } catch (error) {
      this.setState({ problem: errorMessage(error) });
    }
  }

  /** @param {{game: Game}} props @param {DealDialog["state"]} state */
  render({ game }, { deal, problem }) {
    return html`
      <${Dialog} game=${game} label=${say("deal-made")}>
        <div class="deal">${deal ? this.#drawDeal(game, deal) : html`<p role="status">${problem || say(deal === null ? "deal-elsewhere" : "deal-reckoning")}</p>`}</div>
      <//>`;
  }

  /** @param {Game} game @param {import("./recomputed.js").Deal} deal */
  #drawDeal(game, { commitment, seed, holds, shares, lot, shuffles, hands, draws, boardByLot }) {
    const hand = hands.find((one) => !one.holds);
    const draw = draws.find((one) => !one.holds);
    return html`
      <p class="small">${say("deal-says")}</p>
      <dl>
        <dt>${say("deal-seed")} ${mark(holds)}</dt><dd><code>${seed}</code></dd>
        <dd>${say("deal-commitment")} <code>${commitment}</code></dd>
        ${shares.map((one) => html`<dt key=${one.seat}>${say("replay-labelled", { name: game.name(one.seat), says: say(one.chosen ? "deal-chosen" : "deal-drawn") })} ${one.commitment && mark(one.holds)}</dt>
          <dd><code>${one.contribution}</code></dd>${one.commitment && html`<dd>${say("deal-commitment")} <code>${one.commitment}</code></dd>`}`)}
        ${lot && html`<dt>${say("deal-lot", { n: String(lot.n), name: game.name(lot.seat) })} ${mark(lot.holds)}</dt>`}
        ${shuffles.map((one) => html`<dt key=${one.n}>${say("deal-shuffle", { n: String(one.n), count: one.count })} ${mark(one.holds)}</dt>`)}
        <dt>${hand ? say("deal-hand", { name: game.name(hand.seat) }) : say("deal-hands", { count: hands.length })} ${mark(!hand)}</dt>
        <dt>${draw ? say("deal-draw", { n: String(draw.n), count: draw.cards.length }) : say("deal-draws", { count: draws.reduce((sum, one) => sum + one.cards.length, 0) })} ${mark(!draw)}</dt>
      </dl>
      ${boardByLot && html`<p class="small">${say("deal-board")}</p>`}`;
  }
}
