// @ts-check
// A round: its tables with players in turn order, results, and the actions of officials.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { lang, say } from "../i18n.js";
import { localizedUrl } from "../links.js";
import { AskReason } from "./ask_reason.js";
import { OtherClock } from "./game_clock.js";
import { ResultForm } from "./result_form.js";
import { OtherTables } from "./same_deal.js";
import { RoundClock } from "./round_clock.js";
import { withoutTable } from "./without_table.js";

/** Return the seating with two players exchanged. @param {any} round @param {string} one @param {string} other */
export function withSwapped(round, one, other) {
  const turned = (/** @type {string} */ player) => (player === one ? other : player === other ? one : player);
  return {
    tables: round.tables.map((/** @type {any} */ table) => ({ table: table.table, players: table.players.map(turned) })),
    sit_outs: round.sit_outs.map(turned),
  };
}

/** Return the status of a table. @param {any} table */
function statusOf(table) {
  if (table.voided !== null) return "voided";
  if (!table.result) return table.game ? "playing" : "open";
  return table.result.confirmed ? "confirmed" : "entered";
}

/** A table; `marked` is the player whose path it is part of. @param {{state: import("./state.js").TournamentState, round: any, table: any, chosen?: string[], choose?: ((player: string) => void) | null, marked?: string}} props */
export function Table({ state, round, table, chosen = [], choose = null, marked = "" }) {
  const [form, setForm] = useState("");
  const status = statusOf(table);
  const isDraft = round.state === "draft";
  const scores = state.isSpoilerFree.value ? null : table.result?.scores;
  const close = () => setForm("");
  const scorer = state.may("director", "scorer", "arbiter") || (state.may("player") && table.players.includes(state.own.value));
  return html`
    <li class=${`round-table ${status}`} tabindex="-1" id=${`r${round.round}-t${table.table}`}>
      <h3><span>${say("tournament-table", { n: table.table })}</span>
        ${!isDraft && html`<span class=${`chip ${status === "confirmed" ? "good" : status === "voided" ? "bad" : ""}`}>${say(`tournament-table-${status}`)}</span>`}</h3>
      <ol class="sitting">${table.players.map((/** @type {string} */ player, /** @type {number} */ k) => html`
        <li key=${player}>${choose
          ? html`<button type="button" class=${`quiet swap${chosen.includes(player) ? " chosen" : ""}`} aria-pressed=${String(chosen.includes(player))} onClick=${() => choose(player)}>${state.name(player)}</button>`
          : html`<button type="button" class=${`link name${player === marked ? " marked" : ""}`} onClick=${() => state.shown.showPlayer(player)}>${state.name(player)}</button>`}
          ${scores && html`<span class="score"><b class="number">${scores[k]}</b> <span class="small">${say("tournament-place", { n: table.result.places[k] })}</span></span>`}</li>`)}</ol>
      ${table.voided === null && !table.result?.confirmed && html`<${RoundClock} state=${state} round=${round} table=${table} />`}
      ${table.game && html`<p class="small"><a href=${localizedUrl(`/games/${encodeURIComponent(table.game)}`)}>${say("tournament-game")}</a></p>`}
      ${!state.isSpoilerFree.value && html`<${OtherTables} round=${round} table=${table} />`}
      ${form === "enter" && html`<${ResultForm} state=${state} round=${round.round} table=${table} onDone=${close} />`}
      ${form === "correct" && html`<${ResultForm} state=${state} round=${round.round} table=${table} ruling onDone=${close} />`}
      ${!form && !isDraft && html`<p class="actions no-print">
        ${status === "open" && round.state === "released" && scorer && html`<button type="button" onClick=${() => setForm("enter")}>${say("tournament-enter")}</button>`}
        ${status === "entered" && scorer && html`<button type="button" disabled=${state.busy.value} onClick=${() => state.command({ type: "ConfirmTableResult", round: round.round, table: table.table })}>${say("tournament-confirm")}</button>`}
        ${status !== "open" && status !== "playing" && state.may("director", "arbiter") && html`<button type="button" class="quiet" onClick=${() => setForm("correct")}>${say("tournament-correct")}</button>`}
        ${status !== "voided" && round.state === "released" && state.may("director", "arbiter") && html`<${AskReason} label=${say("tournament-void")} act=${(/** @type {string} */ text) => state.command({ type: "VoidTable", round: round.round, table: table.table, text })} />`}
      </p>`}
    </li>`;
}

/** @param {{state: import("./state.js").TournamentState, round: any}} props */
export function Round({ state, round }) {
  const [chosen, setChosen] = useState("");
  const [other, setOther] = useState("");
  const [isWrong, setWrong] = useState(false);

  /** Choose a player: two players are swapped in a draft; later, a ruling corrects their seats. @param {string} player */
  async function choose(player) {
    if (!chosen || chosen === player) {
      setChosen(chosen === player ? "" : player);
      return setOther("");
    }
    if (isWrong) return setOther(other === player ? "" : player);
    setChosen("");
    const text = say("tournament-swapped", { one: state.name(chosen), other: state.name(player) });
    const made = await state.command({ type: "OverrideSeating", round: round.round, text, ...withSwapped(round, chosen, player) });
    const event = made?.events.at(-1)?.event;
    if (event?.type === "seating_overridden.1") state.done.value = say("tournament-swap-cost", { before: event.cost_before, after: event.cost_after });
  }

  const isDraft = round.state === "draft";
  const swaps = isDraft ? state.may("director") : isWrong && state.may("director", "arbiter");
  const correct = (/** @type {boolean} */ begins) => {
    setWrong(begins);
    setChosen("");
    setOther("");
  };
  const rule = async (/** @type {string} */ text) => {
    const done = await state.command({ type: "SwapSeats", round: round.round, player: chosen, other, text });
    if (done) correct(false);
    return done;
  };
  return html`
    <section class="round" aria-label=${say("tournament-round", { n: round.round })}>
      <${RoundClock} state=${state} round=${round} />
      <${OtherClock} round=${round} rules=${state.answer.value.rules} />
      ${swaps && !other && html`<p class="small no-print">${say(chosen ? "tournament-swap-with" : "tournament-swap-how", chosen ? { name: state.name(chosen) } : {})}</p>`}
      ${!isDraft && state.may("director", "arbiter") && html`<p class="actions no-print">${other
        ? html`<${AskReason} label=${say("tournament-seats-ruling", { one: state.name(chosen), other: state.name(other) })} act=${rule} cancel=${() => correct(false)} />`
        : html`<button type="button" class="quiet" aria-pressed=${String(isWrong)} onClick=${() => correct(!isWrong)}>${say(isWrong ? "tournament-cancel" : "tournament-wrong-seats")}</button>`}</p>`}
      <ul class="round-tables">${round.tables.map((/** @type {any} */ table) => html`<${Table} key=${table.table} state=${state} round=${round} table=${table} chosen=${[chosen, other]} choose=${swaps ? choose : null} />`)}</ul>
      ${withoutTable(round).map(([word, players]) => html`<p key=${word}>${say(word)} ${players.map((player) => (isDraft && swaps && word !== "tournament-out"
        ? html`<button type="button" class=${`quiet swap${chosen === player ? " chosen" : ""}`} onClick=${() => choose(player)}>${state.name(player)}</button> `
        : html`<span class="chip">${state.name(player)}</span> `))}</p>`)}
      <p class="small">${say("tournament-cost", { cost: round.cost, bound: round.bound })} ${round.secret && html`<span class="secret">${say("tournament-secret")} <code>${round.secret.slice(0, 16)}…</code></span>`}</p>
    </section>`;
}

/** Show the announced times of rounds that are not confirmed yet. @param {{answer: any}} props */
function Schedule({ answer }) {
  const open = answer.schedule.filter((/** @type {any} */ one) => answer.rounds[one.round - 1]?.state !== "confirmed");
  const time = (/** @type {string} */ at) => new Date(at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
  return open.map((/** @type {any} */ one) => html`<p class="small" key=${one.round}>${say("tournament-window", { n: one.round, opens: time(one.opens), closes: time(one.closes) })}</p>`);
}

/** Show all rounds, with the chosen one open. @param {{state: import("./state.js").TournamentState}} props */
export function Rounds({ state }) {
  const rounds = state.answer.value?.rounds ?? [];
  const number = state.shown.round.value;
  if (!rounds.length) return html`${state.answer.value && html`<${Schedule} answer=${state.answer.value} />`}<p class="empty">${say("tournament-no-rounds")}</p>`;
  const round = rounds.find((/** @type {any} */ one) => one.round === number) ?? rounds.at(-1);
  return html`
    <${Schedule} answer=${state.answer.value} />
    <p class="round-choice" role="group" aria-label=${say("tournament-rounds")}>${rounds.map((/** @type {any} */ one) => html`
      <button type="button" key=${one.round} class=${one === round ? "" : "quiet"} aria-pressed=${String(one === round)} onClick=${() => { state.shown.round.value = one.round; }}>${say("tournament-round", { n: one.round })}</button>`)}
      <span class=${`chip ${round.state === "confirmed" ? "good" : ""}`}>${say(`tournament-round-${round.state}`)}</span></p>
    <${Round} key=${round.round} state=${state} round=${round} />`;
}
