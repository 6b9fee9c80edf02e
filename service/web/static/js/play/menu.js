// @ts-check
// The menu of actions at a field: planting and harvesting, or why they are refused.
import { Component } from "preact";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { fieldAt, gestureOf, distinctByHand } from "./gestures.js";
import { refusalText } from "./reasons.js";

/** @typedef {import("./player.js").Player} Player @typedef {import("./commands.js").Way} Way */

/** @param {{coins: number} | null | undefined} pay */
const harvestFor = (pay) => say("play-harvest", { coins: pay?.coins ?? 0 });

export class ActionMenu extends Component {
  /** @type {HTMLElement | null} */
  box = null;
  /** `confirming` is the text of the action that the player has to confirm. */
  state = { confirming: "" };

  hold = (/** @type {HTMLElement | null} */ box) => {
    this.box = box;
  };

  componentDidMount() {
    const base = this.box;
    if (!base) return;
    base.showPopover();
    this.#place();
    /** @type {HTMLElement | null} */ (base.querySelector("button:not([aria-disabled=true])") ?? base.querySelector("button"))?.focus({ preventScroll: true });
  }

  componentDidUpdate() {
    this.#place(); // reasons are loaded later and make the menu wider
  }

  /** Place the menu beside the field, within the window. */
  #place() {
    const element = this.props.player.menu.value?.element;
    const base = this.box;
    if (!element || !base) return;
    const at = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = base;
    const above = at.top - height - 8;
    const { clientWidth } = document.documentElement; // on phones innerWidth includes overflowing content
    base.style.left = `${Math.max(8, Math.min(at.left + at.width / 2 - width / 2, clientWidth - width - 8))}px`;
    base.style.top = `${Math.max(8, above > 8 ? above : Math.min(at.bottom + 8, innerHeight - height - 8))}px`;
  }

  handleToggle = (/** @type {any} */ event) => {
    const { player } = this.props;
    const open = player.menu.value;
    if (event.newState === "closed" && open) {
      player.menu.value = null;
      /** @type {HTMLElement | null} */ (document.querySelector(`[data-place="${open.place}"]`))?.focus({ preventScroll: true });
    }
  };

  /** @param {{player: Player}} props @param {{confirming: string}} state */
  render({ player }, { confirming }) {
    const place = player.menu.value?.place ?? "";
    const { game, commands } = player;
    const you = /** @type {number} */ (game.you.value);
    const i = fieldAt(place, you);
    const pay = i === null ? null : game.shown.value?.pays?.[you]?.[i];
    const ways = distinctByHand(player.waysAt(place), commands.position.value.seats[you]);
    const refusedHere = commands.refused.value.filter((one) => gestureOf(one, commands.position.value).from.includes(place) && !one.coin_cards);
    const refused = ["HarvestField", "BuyThirdField"].flatMap((type) => (ways.some((way) => way.order.type === type) ? [] : refusedHere.filter((one) => one.type === type).slice(0, 1)));
    const isHarvest = (/** @type {Way} */ way) => way.order.type === "HarvestField";
    return html`
      <div popover="auto" ref=${this.hold} class="play-menu" aria-label=${i === null ? say("play-choose") : say("table-field", { field: i + 1 })} onToggle=${this.handleToggle}>
        ${place.startsWith("/proposals/") && html`<p class="why-not">${say("play-which-card")}</p>`}
        ${ways.map((way) => {
          const paysNothing = isHarvest(way) && pay && pay.coins === 0;
          const isEarly = isHarvest(way) && !player.isActing.value && pay?.next && pay.next.cards - pay.cards === 1;
          const needsConfirmation = (paysNothing || isEarly) && confirming !== way.words;
          return html`<button type="button" key=${way.words} class=${isHarvest(way) ? "gold" : ""}
            onClick=${() => (needsConfirmation ? this.setState({ confirming: way.words }) : player.send(way))}>
            ${!isHarvest(way) ? way.words : confirming !== way.words ? harvestFor(pay) : paysNothing ? say("play-harvest-naught") : isEarly ? say("play-harvest-early", { coins: pay.next.coins }) : harvestFor(pay)}</button>`;
        })}
        ${refused.map((one) => html`<button type="button" key=${one.type} class="quiet" aria-disabled="true">${one.type === "HarvestField" ? say("play-harvest-not") : one.words}</button><p class="why-not">${refusalText(one)}</p>`)}
      </div>`;
  }
}
