// @ts-check
// The statistics of an edition: turn order, varieties, pairs, length and ratings, with the games behind them.
import "../lang.js";
import { useEffect, useState } from "preact/hooks";
import { ask, withQuery } from "../api.js";
import { errorMessage } from "../error_messages.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { exact, Figure, number, pageAt, percent, playerPage } from "./figure.js";
import { Games } from "./games.js";
import { Columns, Rows } from "./plots.js";

const query = new URLSearchParams(location.search);
const { edition } = data();
const asked = { players: query.get("players"), simulated: query.get("simulated"), tournament: query.get("tournament") };
/** Return the address of this page with other filters. @param {Record<string, any>} more */
const here = (more, fragment = "") => pageAt(`/statistics/${edition}`, { ...asked, ...more }, fragment);
const bean = (/** @type {string} */ variety) => data().beans[variety] ?? variety;
const named = (/** @type {any} */ answer, /** @type {string} */ player) => answer.names[player] ?? player;

function Filters() {
  const sizes = data().players;
  const only = query.get("simulated") === "false";
  const chip = (/** @type {string} */ label, /** @type {boolean} */ current, /** @type {Record<string, any>} */ more) => html`<a class="chip" href=${here(more)} aria-current=${current ? "true" : undefined}>${label}</a>`;
  return html`<nav class="statistics-filters" aria-label=${say("statistics-which")}>
    ${sizes.length > 1 && html`${chip(say("statistics-all-sizes"), !asked.players, { players: null })}${sizes.map((/** @type {number} */ one) => chip(say("statistics-of-players", { count: one }), asked.players === String(one), { players: one }))}`}
    <span>${chip(say("statistics-with-simulated"), !only, { simulated: null })}${chip(say("statistics-without-simulated"), only, { simulated: "false" })}</span></nav>`;
}

/** @param {{answer: any}} props */
function TurnOrder({ answer }) {
  const lines = answer.by_turn_order.map((/** @type {any} */ one) => ({ ...one, share: exact(one.wins) / one.games }));
  const seats = lines.filter((/** @type {any} */ one) => one.games === answer.games).length;
  const link = (/** @type {any} */ one) => here({ of: `turn:${one.turn_order}` }, "games");
  return html`<${Figure} title=${say("statistics-turn-order")} says=${say("statistics-turn-order-how")} file=${`${edition}-turn-order`} label=${say("statistics-turn-order")}
    rows=${answer.by_turn_order.map((/** @type {any} */ one) => ({ turn_order: one.turn_order, games: one.games, wins: one.wins, wins_low: one.wins_interval[0], wins_high: one.wins_interval[1], coins_mean: one.coins_mean, coins_low: one.coins_interval?.[0] ?? "", coins_high: one.coins_interval?.[1] ?? "" }))}
    points=${lines.map((/** @type {any} */ one) => ({ says: say("statistics-turn-order-point", { n: one.turn_order, share: percent(one.share), low: percent(one.wins_interval[0]), high: percent(one.wins_interval[1]), count: one.games }), href: link(one) }))}
    plot=${(/** @type {any} */ at, /** @type {any} */ choose) => html`<${Rows} at=${at} choose=${choose} format=${percent} reference=${seats === lines.length ? 1 / seats : undefined}
      rows=${lines.map((/** @type {any} */ one) => ({ label: say("statistics-turn", { n: one.turn_order }), value: one.share, low: one.wins_interval[0], high: one.wins_interval[1] }))} />`}
    table=${html`<table><thead><tr><th scope="col">${say("statistics-order")}</th><th scope="col">${say("statistics-games")}</th><th scope="col">${say("statistics-won")}</th><th scope="col">${say("statistics-interval")}</th><th scope="col">${say("statistics-coins")}</th><th scope="col">${say("statistics-interval")}</th></tr></thead><tbody>
      ${lines.map((/** @type {any} */ one) => html`<tr><th scope="row">${one.turn_order}</th><td><a href=${link(one)}>${one.games}</a></td><td>${percent(one.share)}</td><td>${percent(one.wins_interval[0])} – ${percent(one.wins_interval[1])}</td><td>${number(one.coins_mean, 2)}</td><td>${one.coins_interval ? `${number(one.coins_interval[0], 2)} – ${number(one.coins_interval[1], 2)}` : "–"}</td></tr>`)}</tbody></table>
      ${answer.bots && html`<table><caption class="small">${say("statistics-bots-order", { deals: answer.bots.deals })}</caption><thead><tr><th scope="col">${say("statistics-order")}</th><th scope="col">${say("statistics-won")}</th><th scope="col">${say("statistics-interval")}</th><th scope="col">${say("statistics-coins")}</th><th scope="col">${say("statistics-interval")}</th></tr></thead><tbody>
        ${answer.bots.lines.map((/** @type {any} */ one) => html`<tr><th scope="row">${one.turn_order}</th><td>${percent(one.wins)}</td><td>${percent(one.wins_interval[0])} – ${percent(one.wins_interval[1])}</td><td>${number(one.coins_mean, 2)}</td><td>${number(one.coins_interval[0], 2)} – ${number(one.coins_interval[1], 2)}</td></tr>`)}</tbody></table>`}`} />`;
}

/** @param {{answer: any}} props */
function Varieties({ answer }) {
  const lines = answer.by_variety.map((/** @type {any} */ one) => ({ ...one, rate: one.sold ? (one.coins / one.sold) * 100 : 0 })).sort((/** @type {any} */ one, /** @type {any} */ other) => other.rate - one.rate);
  const link = (/** @type {any} */ one) => here({ of: `bean:${one.variety}` }, "games");
  return html`<${Figure} title=${say("statistics-varieties")} says=${say("statistics-varieties-how")} file=${`${edition}-varieties`} label=${say("statistics-varieties")} rows=${answer.by_variety}
    points=${lines.map((/** @type {any} */ one) => ({ says: say("statistics-variety-point", { bean: bean(one.variety), rate: number(one.rate), sold: one.sold, coins: one.coins }), href: link(one) }))}
    plot=${(/** @type {any} */ at, /** @type {any} */ choose) => html`<${Rows} bars at=${at} choose=${choose} format=${(/** @type {number} */ value) => number(value)} rows=${lines.map((/** @type {any} */ one) => ({ label: bean(one.variety), value: one.rate }))} />`}
    table=${html`<table><thead><tr><th scope="col">${say("statistics-bean")}</th><th scope="col">${say("statistics-planted")}</th><th scope="col">${say("statistics-sold")}</th><th scope="col">${say("statistics-coins")}</th><th scope="col">${say("statistics-rate")}</th></tr></thead><tbody>
      ${lines.map((/** @type {any} */ one) => html`<tr><th scope="row">${bean(one.variety)}</th><td><a href=${link(one)}>${one.planted}</a></td><td>${one.sold}</td><td>${one.coins}</td><td>${number(one.rate)}</td></tr>`)}</tbody></table>`} />`;
}

/** @param {{answer: any}} props */
function Length({ answer }) {
  const bars = answer.by_length.map((/** @type {any} */ one) => ({ x: one.turns, y: one.games }));
  const mean = { mean: number(answer.turns_mean), low: number(answer.turns_interval?.[0] ?? 0), high: number(answer.turns_interval?.[1] ?? 0), count: answer.games };
  return html`<${Figure} title=${say("statistics-length")} says=${say("statistics-length-how", mean)} file=${`${edition}-length`} label=${say("statistics-length")} rows=${answer.by_length}
    points=${bars.map((/** @type {any} */ one) => ({ says: say("statistics-length-point", { turns: one.x, count: one.y }), href: here({ of: `length:${one.x}` }, "games") }))}
    plot=${(/** @type {any} */ at, /** @type {any} */ choose) => html`<${Columns} bars=${bars} at=${at} choose=${choose} />`}
    table=${html`<details><summary>${say("statistics-as-table")}</summary><table><thead><tr><th scope="col">${say("statistics-turns")}</th><th scope="col">${say("statistics-games")}</th></tr></thead><tbody>
      ${bars.map((/** @type {any} */ one) => html`<tr><th scope="row">${one.x}</th><td><a href=${here({ of: `length:${one.x}` }, "games")}>${one.y}</a></td></tr>`)}</tbody></table></details>`} />`;
}

/** @param {{answer: any}} props */
function Pairs({ answer }) {
  if (!answer.by_pair.length) return null;
  const lines = [...answer.by_pair].sort((one, other) => other.trades + other.gifts - one.trades - one.gifts).slice(0, 50);
  return html`<${Figure} title=${say("statistics-pairs")} says=${say("statistics-pairs-how")} file=${`${edition}-pairs`} label="" points=${[]} plot=${() => null}
    rows=${answer.by_pair.map((/** @type {any} */ one) => ({ player: one.players[0], other: one.players[1], trades: one.trades, gifts: one.gifts, given: one.given, got: one.got }))}
    table=${html`<table><thead><tr><th scope="col">${say("statistics-pair")}</th><th scope="col">${say("statistics-trades")}</th><th scope="col">${say("statistics-gifts")}</th><th scope="col">${say("statistics-given")}</th><th scope="col">${say("statistics-got")}</th></tr></thead><tbody>
      ${lines.map((one) => html`<tr><th scope="row">${one.players.map((/** @type {string} */ player, /** @type {number} */ k) => html`${k ? " · " : ""}<a href=${playerPage(player)}>${named(answer, player)}</a>`)}</th><td><a href=${here({ player: one.players[0], with: one.players[1] }, "games")}>${one.trades}</a></td><td>${one.gifts}</td><td>${number(one.given / 100)}</td><td>${number(one.got / 100)}</td></tr>`)}</tbody></table>`} />`;
}

/** @param {{answer: any}} props */
function Ratings({ answer }) {
  if (!answer.ratings.length) return null;
  const lines = answer.ratings.slice(0, 50);
  return html`<${Figure} title=${say("statistics-ratings")} says=${say("statistics-ratings-how")} file=${`${edition}-ratings`} label=${say("statistics-ratings")} rows=${answer.ratings}
    points=${lines.map((/** @type {any} */ one) => ({ says: say("statistics-rating-point", { player: named(answer, one.player), rating: number(one.rating), uncertainty: number(one.uncertainty), count: one.games }), href: playerPage(one.player) }))}
    plot=${(/** @type {any} */ at, /** @type {any} */ choose) => html`<${Rows} at=${at} choose=${choose} format=${(/** @type {number} */ value) => number(value)} rows=${lines.slice(0, 20).map((/** @type {any} */ one) => ({ label: named(answer, one.player), value: one.rating, low: Math.max(one.rating - one.uncertainty, 0), high: one.rating + one.uncertainty }))} />`}
    table=${html`<table><thead><tr><th scope="col">${say("statistics-player")}</th><th scope="col">${say("statistics-rating")}</th><th scope="col">±</th><th scope="col">${say("statistics-games")}</th></tr></thead><tbody>
      ${lines.map((/** @type {any} */ one) => html`<tr><th scope="row"><a href=${playerPage(one.player)}>${named(answer, one.player)}</a>${one.provisional && html` <span class="chip">${say("statistics-provisional")}</span>`}</th><td>${number(one.rating, 2)}</td><td>${number(one.uncertainty, 2)}</td><td><a href=${playerPage(one.player)}>${one.games}</a></td></tr>`)}</tbody></table>`} />`;
}

function App() {
  const [answers, setAnswers] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    Promise.all([ask(withQuery(`/v1/statistics/${edition}`, asked)), ask(`/v1/ratings/${edition}`)]).then(setAnswers, (error) => setProblem(errorMessage(error)));
  }, []);
  if (!answers) return html`<p class=${problem ? "error" : "loading"} role="status">${problem || say("statistics-loading")}</p>`;
  const [answer, ratings] = answers;
  return html`
    <p class="lead">${say("statistics-lead", { edition: data().names[edition], count: answer.games })} <a href=${pageAt(`/rules/${edition}`)}>${say("statistics-rules")}</a></p>
    ${asked.tournament && html`<p>${say("statistics-of-tournament")} <a href=${pageAt(`/tournaments/${encodeURIComponent(asked.tournament)}`)}>${asked.tournament}</a> · <a href=${here({ tournament: null })}>${say("statistics-all-tournaments")}</a></p>`}
    <${Filters} />
    ${answer.games ? html`<div class="figures"><${TurnOrder} answer=${answer} /><${Varieties} answer=${answer} /><${Length} answer=${answer} />${!asked.tournament && html`<${Ratings} answer=${ratings} />`}<${Pairs} answer=${answer} /></div>
      <${Games} edition=${edition} query=${query} />` : html`<p class="empty">${say("statistics-none")}</p>`}
    <p class="small">${say("statistics-definitions", { version: String(answer.definitions) })} <a href=${pageAt("/docs/guide/analytics")}>${say("statistics-definitions-where")}</a></p>`;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${App} />`, root);
