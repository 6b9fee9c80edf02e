// @ts-check
// Creates the games of a round, with bots for some players, and shows the links to the seats.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { CopyLine, joinLink } from "../links.js";

/** @param {{state: import("./state.js").TournamentState, round: any}} props */
export function Games({ state, round }) {
  const [bots, setBots] = useState(/** @type {Set<string>} */ (new Set()));
  const [made, setMade] = useState(/** @type {any[]} */ ([]));
  const open = round.tables.filter((/** @type {any} */ one) => !one.game && !one.result && one.voided === null);
  if (!open.length && !made.length) return null;

  async function start() {
    const strengths = Object.fromEntries([...bots].map((player) => [player, "trader"]));
    const answer = await state.send(`/rounds/${round.round}/games`, { bots: strengths, pace: 1 });
    if (answer) setMade(answer.games.filter((/** @type {any} */ game) => game.seats.some((/** @type {any} */ seat) => seat.token)));
  }

  /** @param {string} player */
  function turn(player) {
    const next = new Set(bots);
    if (!next.delete(player)) next.add(player);
    setBots(next);
  }

  return html`<details class="games"><summary>${say("tournament-start-games", { n: round.round })}</summary>
    ${open.length > 0 && html`<p class="small">${say("tournament-start-how")}</p>
      <div class="row">${open.flatMap((/** @type {any} */ table) => table.players.map((/** @type {string} */ player) => html`
        <label class="check" key=${player}><input type="checkbox" checked=${bots.has(player)} onChange=${() => turn(player)} /> ${state.name(player)}</label>`))}</div>
      <p class="actions"><button type="button" disabled=${state.busy.value} onClick=${start}>${say("tournament-start-do", { count: open.length })}</button></p>`}
    ${made.map((game) => html`<h3 key=${game.game}>${say("tournament-table", { n: game.table })}</h3>
      <ul class="tokens">${game.seats.filter((/** @type {any} */ seat) => seat.token).map((/** @type {any} */ seat) => html`<${CopyLine} key=${seat.seat} label=${state.name(seat.player)} value=${joinLink(game.game, seat.token)} isLink />`)}</ul>`)}
  </details>`;
}
