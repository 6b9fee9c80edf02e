// @ts-check
// The penalties of a tournament: given by an entry of the book of remedies and for a reason, and lifted for one.
import { useEffect, useState } from "preact/hooks";
import { ask, withQuery } from "../api.js";
import { html } from "../html.js";
import { lang, say } from "../i18n.js";
import { AskReason } from "./ask_reason.js";

/** The kinds of penalties; the second and third are about the game of a round, the fourth says how many points. */
const KINDS = ["warning", "coin_loss", "game_loss", "points", "exclusion"];
const OF_A_ROUND = ["coin_loss", "game_loss"];

/** @param {{state: import("./state.js").TournamentState}} props */
export function Penalties({ state }) {
  const { rounds, players, penalties } = state.answer.value;
  const released = rounds.filter((/** @type {any} */ one) => one.state !== "draft");
  const [book, setBook] = useState(/** @type {any[]} */ ([]));
  const [wish, setWish] = useState({ player: "", kind: "warning", article: "", points: "1", round: 0 });
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) => setWish({ ...wish, [name]: event.target.value });
  useEffect(() => { ask(withQuery("/v1/books/tournament", { lang })).then(({ entries }) => setBook(entries), () => {}); }, []);

  /** @param {string} text */
  async function give(text) {
    const { player, kind, article, points } = wish;
    const round = Number(wish.round) || released.at(-1)?.round;
    const given = await state.command({ type: "GivePenalty", player, kind, article, text, ...(kind === "points" && { points }), ...(OF_A_ROUND.includes(kind) && { round }) });
    if (given) setWish({ ...wish, player: "" });
    return given;
  }

  return html`<details><summary>${say("tournament-penalties")}</summary>
    <ul class="penalties">${penalties.map((/** @type {any} */ one) => html`<li key=${one.penalty}>${say(`tournament-penalty-${one.kind}`)} · ${state.name(one.player)} ${one.lifted
      ? html`<span class="chip">${say("tournament-lifted")}</span>`
      : html`<${AskReason} label=${say("tournament-lift")} act=${(/** @type {string} */ text) => state.command({ type: "LiftPenalty", penalty: one.penalty, text })} />`}</li>`)}</ul>
    <div class="row">
      <label><span>${say("tournament-player")}</span><select value=${wish.player} onChange=${set("player")}><option value=""></option>${players.map((/** @type {any} */ one) => html`<option value=${one.player}>${one.name ?? one.player}</option>`)}</select></label>
      <label><span>${say("tournament-penalty")}</span><select value=${wish.kind} onChange=${set("kind")}>${KINDS.map((kind) => html`<option value=${kind}>${say(`tournament-penalty-${kind}`)}</option>`)}</select></label>
      <label><span>${say("tournament-article")}</span><select value=${wish.article} onChange=${set("article")}><option value=""></option>${book.map((one) => html`<option value=${one.id}>${one.id} · ${one.name}</option>`)}</select></label>
      ${wish.kind === "points" && html`<label><span>${say("tournament-points")}</span><input value=${wish.points} pattern="[0-9]+(/[0-9]+)?" onInput=${set("points")} /></label>`}
      ${OF_A_ROUND.includes(wish.kind) && html`<label><span>${say("tournament-of-round")}</span><select value=${wish.round || released.at(-1)?.round} onChange=${set("round")}>${released.map((/** @type {any} */ one) => html`<option value=${one.round}>${one.round}</option>`)}</select></label>`}
    </div>
    ${wish.player && wish.article && html`<${AskReason} label=${say("tournament-penalise")} act=${give} />`}
  </details>`;
}
