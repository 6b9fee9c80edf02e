// @ts-check
// The countdown of how long a bot waits for an answer.
import { Component } from "preact";
import { html } from "../html.js";
import { serverNow, formatDuration } from "../clock.js";

/** Return until when a bot waits for this seat's answer, otherwise for the last other answer, or null. @param {import("./player.js").Player} player */
export function botDeadline({ game }) {
  const head = game.head.value;
  /** @type {Record<string, string>} */
  const until = head.paused ? {} : head.asked_until ?? {};
  const own = until[`${game.you.value}`];
  return own ?? Object.values(until).sort().at(-1) ?? null;
}

export class Countdown extends Component {
  state = { at: serverNow() };

  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer;

  componentDidMount() {
    this.timer = setInterval(() => this.setState({ at: serverNow() }), 500);
  }

  componentWillUnmount() {
    clearInterval(this.timer);
  }

  /** @param {{player: import("./player.js").Player}} props @param {{at: number}} state */
  render({ player }, { at }) {
    const until = botDeadline(player);
    return until && html`<span class="until" role="timer">${formatDuration(Date.parse(until) - at)}</span>`;
  }
}
