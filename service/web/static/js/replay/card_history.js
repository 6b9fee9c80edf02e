// @ts-check
// The history of a card: where it was drawn, offered, traded, planted and sold. Each line jumps to its event.
import { Component } from "preact";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { FACE_DOWN, cardName } from "../table/cards.js";
import { errorMessage } from "../error_messages.js";

/** The place of a card in a hand, from 0 at the front. */
const HAND = /^\/seats\/\d+\/hand\/(\d+)$/;

/** The popover beside a pressed card, which loads the history of the card from the service. */
export class CardHistory extends Component {
  state = { life: /** @type {any} */ (null), problem: "" };
  /** The pressed card whose history is loaded. @type {unknown} */
  requested = null;

  /** @type {HTMLElement | null} */
  box = null;

  hold = (/** @type {HTMLElement | null} */ box) => {
    this.box = box;
    if (box && !box.matches(":popover-open")) box.showPopover();
  };

  componentDidUpdate() {
    this.loadHistory();
  }

  componentDidMount() {
    this.loadHistory();
  }

  async loadHistory() {
    const { game } = this.props;
    const pressed = game.pressed.value;
    if (pressed === this.requested) return;
    this.requested = pressed;
    this.setState({ life: null, problem: "" });
    if (!pressed) return;
    try {
      const life = await game.ask("/card", { at: pressed.n, card: pressed.place, as: game.view.value, lang: game.lang });
      if (this.requested === pressed) this.setState({ life });
    } catch (error) {
      if (this.requested === pressed) this.setState({ problem: errorMessage(error) });
    }
  }

  /** @param {{game: import("../game/game.js").Game}} props @param {{life: any, problem: string}} state */
  render({ game }, { life, problem }) {
    const pressed = game.pressed.value;
    if (!pressed) return null;
    const close = () => { if (game.pressed.value === pressed) game.pressed.value = null; };
    const shown = pressed.element.dataset.card || FACE_DOWN;
    const [, place] = (shown === FACE_DOWN && HAND.exec(pressed.place)) || [];
    // A coin is a card too. The service names its variety if the viewer may know it.
    const name = shown !== FACE_DOWN ? cardName(shown) : life || pressed.element.dataset.card ? cardName(life?.variety ?? FACE_DOWN) : "…";
    // In story mode, later events stay hidden.
    const events = life?.life.filter((/** @type {any} */ { n }) => n <= game.limit.value) || [];
    return html`
      <div class="life" popover tabindex="-1" autofocus aria-label=${name} role="dialog" ref=${this.hold} key=${pressed.place} style=${positionBeside(pressed.element)} onToggle=${(/** @type {ToggleEvent} */ event) => event.newState === "closed" && close()}>
        <h2>${name}</h2>
        ${place && html`<p class="small">${say("replay-back-place", { place: Number(place) + 1 })}</p>`}
        ${events.some((/** @type {{sure: boolean}} */ { sure }) => !sure) && html`<p class="small">${say("replay-back-came")}</p>`}
        ${problem && html`<p class="error">${problem}</p>`}
        <ol>${events.map((/** @type {{n: number, says: string, did: string}} */ { n, says, did }) => html`<li key=${n} class=${n === pressed.n ? "here" : ""}><button type="button" class="link" onClick=${() => { this.box?.hidePopover(); game.goTo(n, { push: true }); }}>
          <b>${n}</b> ${did === "lost" ? say("replay-lost-sight") : says}</button></li>`)}</ol>
        ${!life && !problem && html`<p class="small">…</p>`}
      </div>`;
  }
}

/** Return the position of a popover beside an element. @param {HTMLElement} element */
function positionBeside(element) {
  const { left, right, top } = element.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const width = Math.min(320, clientWidth - 16);
  const fits = right + 8 + width < clientWidth;
  return { left: `${fits ? right + 8 : Math.max(8, left - width - 8)}px`, top: `${Math.max(8, Math.min(top, innerHeight - 300))}px`, width: `${width}px` };
}
