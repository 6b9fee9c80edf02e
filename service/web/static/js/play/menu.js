// @ts-check
// What may be done at a field, opened there: planting, harvesting for so many coins, or why not.
import { Component } from "preact";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { fieldAt, gestureOf, leadingApart } from "./gestures.js";
import { told } from "./reasons.js";

/** @typedef {import("./player.js").Player} Player @typedef {import("./commands.js").Way} Way */

/** @param {{coins: number} | null | undefined} pay */
const harvestFor = (pay) => say("play-harvest", { coins: pay?.coins ?? 0 });

export class Menu extends Component {
  /** @type {HTMLElement | null} */
  box = null;
  state = { asked: "" };

  hold = (/** @type {HTMLElement | null} */ box) => {
    this.box = box;
  };

  componentDidMount() {
    const base = this.box;
    if (!base) return;
    base.showPopover();
    this.#stand();
    /** @type {HTMLElement | null} */ (base.querySelector("button:not([aria-disabled=true])") ?? base.querySelector("button"))?.focus({ preventScroll: true });
  }

  componentDidUpdate() {
    this.#stand(); // why something is refused comes later, and is wide
  }

  /** Stands beside the field, within the window. */
  #stand() {
    const element = this.props.player.menu.value?.element;
    const base = this.box;
    if (!element || !base) return;
    const at = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = base;
    const above = at.top - height - 8;
    const { clientWidth } = document.documentElement; // innerWidth grows on a phone with what sticks out
    base.style.left = `${Math.max(8, Math.min(at.left + at.width / 2 - width / 2, clientWidth - width - 8))}px`;
    base.style.top = `${Math.max(8, above > 8 ? above : Math.min(at.bottom + 8, innerHeight - height - 8))}px`;
  }

  closed = (/** @type {any} */ event) => {
    const { player } = this.props;
    const open = player.menu.value;
    if (event.newState === "closed" && open) {
      player.menu.value = null;
      /** @type {HTMLElement | null} */ (document.querySelector(`[data-place="${open.place}"]`))?.focus({ preventScroll: true });
    }
  };

  /** @param {{player: Player}} props @param {{asked: string}} state */
  render({ player }, { asked }) {
    const place = player.menu.value?.place ?? "";
    const { game, orders } = player;
    const you = /** @type {number} */ (game.you.value);
    const i = fieldAt(place, you);
    const pay = i === null ? null : game.shown.value?.pays?.[you]?.[i];
    const ways = leadingApart(player.at(place), orders.position.value.seats[you]);
    const here = orders.refused.value.filter((one) => gestureOf(one, orders.position.value).from.includes(place) && !one.coin_cards);
    const refused = ["HarvestField", "BuyThirdField"].flatMap((type) => (ways.some((way) => way.order.type === type) ? [] : here.filter((one) => one.type === type).slice(0, 1)));
    const harvest = (/** @type {Way} */ way) => way.order.type === "HarvestField";
    return html`
      <div popover="auto" ref=${this.hold} class="play-menu" aria-label=${i === null ? say("play-choose") : say("table-field", { field: i + 1 })} onToggle=${this.closed}>
        ${place.startsWith("/proposals/") && html`<p class="why-not">${say("play-which-card")}</p>`}
        ${ways.map((way) => {
          const naught = harvest(way) && pay && pay.coins === 0;
          const early = harvest(way) && !player.isActing.value && pay?.next && pay.next.cards - pay.cards === 1;
          const again = (naught || early) && asked !== way.words;
          return html`<button type="button" key=${way.words} class=${harvest(way) ? "gold" : ""}
            onClick=${() => (again ? this.setState({ asked: way.words }) : player.do(way))}>
            ${!harvest(way) ? way.words : asked !== way.words ? harvestFor(pay) : naught ? say("play-harvest-naught") : early ? say("play-harvest-early", { coins: pay.next.coins }) : harvestFor(pay)}</button>`;
        })}
        ${refused.map((one) => html`<button type="button" key=${one.type} class="quiet" aria-disabled="true">${one.type === "HarvestField" ? say("play-harvest-not") : one.words}</button><p class="why-not">${told(one)}</p>`)}
      </div>`;
  }
}
