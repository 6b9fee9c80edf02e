// @ts-check
// The organiser's dialog: new links to seats, and calling off a game before it starts.
import { Component } from "preact";
import { ask, randomKey, gamePath, tokens } from "../api.js";
import { html } from "../html.js";
import { CopyLine, joinLink } from "../links.js";
import { newPersonId } from "../person.js";
import { Dialog } from "../replay/dialog.js";
import { say } from "../i18n.js";
import { errorMessage } from "../error_messages.js";

/** Return the commitments of the seats while the deal of a tournament game is being made. @param {import("../game/game.js").Game} game @returns {(string | null)[] | undefined} */
const commitments = (game) => game.shown.value?.table?.turn.commitments;

export class SeatsDialog extends Component {
  /** The new links, by seat. */
  state = { links: /** @type {Record<number, string>} */ ({}), problem: "" };

  /** Create a new link to a seat, which invalidates the old ones. @param {number} seat */
  async make(seat) {
    const { game } = this.props;
    const token = tokens.organiser(game.id);
    try {
      const made = commitments(game)?.[seat]
        ? await ask(gamePath(game.id, `/seats/${seat}`), { method: "PUT", body: { kind: "human", name: game.seats.value[seat].name, person: newPersonId() }, token }) // the new browser needs a share of its own
        : await ask("/v1/tokens", { method: "POST", body: { game: game.id, kind: "seat", seat }, token, headers: { "Idempotency-Key": randomKey() } });
      const link = joinLink(game.id, made.token);
      this.setState((/** @type {any} */ { links }) => ({ links: { ...links, [seat]: link }, problem: "" }));
    } catch (error) {
      this.setState({ problem: errorMessage(error) });
    }
  }

  /** Call off the game, with a public reason. @param {SubmitEvent} event */
  async callOff(event) {
    event.preventDefault();
    const { game } = this.props;
    const reason = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason");
    try {
      await ask(gamePath(game.id, "/void"), { method: "POST", body: { reason }, token: tokens.organiser(game.id), headers: { "Idempotency-Key": randomKey() } });
      game.dialog.value = null;
    } catch (error) {
      this.setState({ problem: errorMessage(error) });
    }
  }

  /** @param {{game: import("../game/game.js").Game}} props @param {SeatsDialog["state"]} state */
  render({ game }, { links, problem }) {
    const people = game.seats.value.flatMap((seat, k) => (seat.kind === "human" && k !== game.you.value ? [k] : []));
    return html`
      <${Dialog} game=${game} label=${say("play-seat-links")}>
        <p>${say("play-seat-links-why")} ${commitments(game) && say("play-seat-links-anew")}</p>
        <ul class="seat-links">${people.map((k) => (links[k] ? html`<${CopyLine} key=${k} label=${`${k + 1} · ${game.name(k)}`} value=${links[k]} isLink />`
          : html`<li key=${k} class=${`seat-${k % 7}`}><span class="disc" aria-hidden="true">${k + 1}</span><b>${game.name(k)}</b><button type="button" onClick=${() => this.make(k)}>${say("play-new-link")}</button></li>`))}</ul>
        ${game.head.value.status === "open" && html`
          <h3>${say("play-call-off")}</h3><p class="small">${say("play-call-off-says")}</p>
          <form class="call-off" onSubmit=${(/** @type {SubmitEvent} */ event) => this.callOff(event)}>
            <label>${say("play-call-off-why")} <input name="reason" required maxlength="500" /></label> <button class="quiet">${say("play-call-off")}</button></form>`}
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <//>`;
  }
}
