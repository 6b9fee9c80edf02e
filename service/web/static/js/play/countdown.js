// @ts-check
// For how long a bot still waits for an answer, second by second.
import { Component } from "preact";
import { html } from "../html.js";
import { now, span } from "../clock.js";

/** Until when a bot waits: for an answer of ours, else of the last who was asked; null where none waits. @param {import("./player.js").Player} player */
export function waitsUntil({ game }) {
  const head = game.head.value;
  /** @type {Record<string, string>} */
  const until = head.paused ? {} : head.asked_until ?? {};
  const own = until[`${game.you.value}`];
  return own ?? Object.values(until).sort().at(-1) ?? null;
}

export class Remaining extends Component {
  state = { at: now() };

  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer;

  componentDidMount() {
    this.timer = setInterval(() => this.setState({ at: now() }), 500);
  }

  componentWillUnmount() {
    clearInterval(this.timer);
  }

  /** @param {{player: import("./player.js").Player}} props @param {{at: number}} state */
  render({ player }, { at }) {
    const until = waitsUntil(player);
    return until && html`<span class="until" role="timer">${span(Date.parse(until) - at)}</span>`;
  }
}
