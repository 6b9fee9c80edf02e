// @ts-check
// A player: form, rating over time with its whys, favourite beans, partners, last games; or two players side by side.
import "../lang.js";
import { useEffect, useState } from "preact/hooks";
import { ask, gamePath, Problem, withQuery } from "../api.js";
import { errorMessage } from "../error_messages.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { day, exact, Figure, gamePage, number, pageAt, percent, playerPage } from "./figure.js";
import { Lines, Rows, Thumbnail } from "./plots.js";

const FORM = 12;
const { player } = data();
const query = new URLSearchParams(location.search);
const other = query.get("with");
const bean = (/** @type {string} */ variety) => data().beans[variety] ?? variety;
const editionName = (/** @type {string} */ edition) => data().names[edition] ?? edition;
const named = (/** @type {any} */ answer, /** @type {string | null} */ who) => (who === null ? say("statistics-nameless") : (answer.names[who] ?? who));
const nameOf = (/** @type {any} */ answer) => answer.name ?? answer.player;
const together = (/** @type {string} */ edition, /** @type {string} */ one, /** @type {string | null} */ two) => pageAt(`/statistics/${edition}`, { player: one, with: two }, "games");

/** @param {{answer: any, edition: string}} props */
function Form({ answer, edition }) {
  const last = answer.last_games.filter((/** @type {any} */ one) => one.edition === edition).slice(0, FORM);
  return html`<section><h2>${say("statistics-form")}</h2><p class="small">${say("statistics-form-how")}</p>
    <ol class="form">${last.map((/** @type {any} */ one) => html`<li class=${one.place === 1 ? "won" : ""}><a href=${gamePage(one.game)} title=${day(one.ended)} aria-label=${say("statistics-form-game", { place: one.place, count: one.players, day: day(one.ended) })}>${one.place}</a></li>`)}</ol></section>`;
}

/** @param {{line: any}} props */
function KeyNumbers({ line }) {
  const share = exact(line.wins) / line.seats;
  const coins = line.coins_interval;
  return html`<dl class="key-numbers">
    <div><dt>${say("statistics-games")}</dt><dd><a href=${together(line.edition, player, null)}>${line.games}</a></dd></div>
    <div><dt>${say("statistics-won")}</dt><dd>${percent(share)}<small>${percent(line.wins_interval[0])} – ${percent(line.wins_interval[1])}</small></dd></div>
    <div><dt>${say("statistics-coins")}</dt><dd>${number(line.coins_mean, 2)}<small>${coins ? `${number(coins[0], 2)} – ${number(coins[1], 2)}` : "–"}</small></dd></div>
    ${line.rating && html`<div><dt>${say("statistics-rating")}</dt><dd>${number(line.rating.rating, 2)}<small>± ${number(line.rating.uncertainty, 2)}${line.rating.provisional && ` · ${say("statistics-provisional")}`}</small></dd></div>`}
  </dl>`;
}

/** What each opponent added in one step. @param {{answer: any, step: any}} props */
const Whys = ({ answer, step }) => html`<table><caption class="small">${day(step.ended)} · ${number(step.before.rating, 2)} → ${number(step.after.rating, 2)} · <a href=${gamePage(step.game)}>${say("statistics-game")}</a></caption>
  <thead><tr><th scope="col">${say("statistics-opponent")}</th><th scope="col">${say("statistics-rating")}</th><th scope="col">${say("statistics-expected")}</th><th scope="col">${say("statistics-result")}</th><th scope="col">${say("statistics-part")}</th></tr></thead>
  <tbody>${step.opponents.map((/** @type {any} */ part) => html`<tr><th scope="row">${part.opponent ? html`<a href=${playerPage(part.opponent)}>${named(answer, part.opponent)}</a>` : named(answer, null)}</th><td>${number(part.rating, 2)}</td><td>${number(part.expected, 2)}</td><td>${number(part.result, 1)}</td><td>${part.part < 0 ? "\u2212" : "+"}${number(Math.abs(part.part), 2)}</td></tr>`)}</tbody></table>`;

/** @param {{steps: any, edition: string, beside: any}} props */
function RatingOverTime({ steps, edition, beside }) {
  const of = (/** @type {any} */ answer) => (answer?.steps ?? []).filter((/** @type {any} */ one) => one.edition === edition);
  const own = of(steps);
  const [at, show] = useState(own.length - 1);
  if (!own.length) return null;
  // Games are evenly spaced, but for two players, whose games stand by their dates.
  const points = (/** @type {any[]} */ lines) => lines.map((one, k) => ({ x: beside ? Date.parse(one.ended) : k, y: one.after.rating, spread: one.after.uncertainty }));
  const lines = [{ label: nameOf(steps), points: points(own) }, ...(beside ? [{ label: nameOf(beside), points: points(of(beside)) }] : [])];
  return html`<${Figure} title=${say("statistics-rating-course")} says=${say("statistics-rating-course-how")} file=${`${player}-${edition}-rating`} label=${say("statistics-rating-course")} onPoint=${show}
    rows=${own.map((/** @type {any} */ one) => ({ ended: one.ended, game: one.game, rating: one.after.rating, uncertainty: one.after.uncertainty }))}
    points=${own.map((/** @type {any} */ one) => ({ says: say("statistics-rating-step", { day: day(one.ended), before: number(one.before.rating, 2), after: number(one.after.rating, 2) }), href: gamePage(one.game) }))}
    plot=${(/** @type {any} */ chosen, /** @type {any} */ choose) => html`${beside && html`<p class="legend small">${lines.map(({ label }) => html`<span>${label}</span>`)}</p>`}<${Lines} lines=${lines} at=${chosen ?? own.length - 1} choose=${choose} />`}
    table=${html`<${Whys} answer=${steps} step=${own[Math.min(at, own.length - 1)]} />`} />`;
}

/** What ratings were before they were computed again, and why. @param {{steps: any, edition: string}} props */
function Corrections({ steps, edition }) {
  const own = steps.corrections.filter((/** @type {any} */ one) => one.edition === edition).reverse();
  if (!own.length) return null;
  const why = (/** @type {any} */ one) => ({ voided: say("statistics-why-voided"), ruled: say("statistics-why-ruled"), counted_again: say("statistics-why-counted-again"), merged: say("statistics-why-merged") })[/** @type {"ruled"} */ (one.reason)];
  return html`<section class="panel"><h2>${say("statistics-corrections")}</h2>
    <ul>${own.map((/** @type {any} */ one) => html`<li key=${one.corrected}>${say("statistics-correction", { day: day(one.corrected), before: number(one.before, 2), after: one.after === null ? say("statistics-no-rating") : number(one.after, 2), why: why(one) })} <a href=${gamePage(one.game)}>${say("statistics-game")}</a></li>`)}</ul></section>`;
}

/** @param {{line: any}} props */
function Beans({ line }) {
  const lines = [...line.by_variety].sort((one, two) => two.planted - one.planted);
  return html`<${Figure} title=${say("statistics-favourites")} says=${say("statistics-favourites-how")} file=${`${player}-${line.edition}-varieties`} label=${say("statistics-favourites")} rows=${line.by_variety}
    points=${lines.map((one) => ({ says: say("statistics-favourite-point", { bean: bean(one.variety), planted: one.planted, coins: one.coins }), href: pageAt(`/statistics/${line.edition}`, { player, of: `bean:${one.variety}` }, "games") }))}
    plot=${(/** @type {any} */ at, /** @type {any} */ choose) => html`<${Rows} bars at=${at} choose=${choose} format=${(/** @type {number} */ value) => number(value)} rows=${lines.map((one) => ({ label: bean(one.variety), value: one.planted }))} />`}
    table=${html`<details><summary>${say("statistics-as-table")}</summary><table><thead><tr><th scope="col">${say("statistics-bean")}</th><th scope="col">${say("statistics-planted")}</th><th scope="col">${say("statistics-sold")}</th><th scope="col">${say("statistics-coins")}</th></tr></thead><tbody>
      ${lines.map((one) => html`<tr><th scope="row">${bean(one.variety)}</th><td><a href=${pageAt(`/statistics/${line.edition}`, { player, of: `bean:${one.variety}` }, "games")}>${one.planted}</a></td><td>${one.sold}</td><td>${one.coins}</td></tr>`)}</tbody></table></details>`} />`;
}

/** @param {{answer: any, line: any}} props */
function Partners({ answer, line }) {
  if (!line.partners.length) return null;
  return html`<${Figure} title=${say("statistics-partners")} says=${say("statistics-partners-how")} file=${`${player}-${line.edition}-partners`} label="" points=${[]} plot=${() => null} rows=${line.partners}
    table=${html`<table><thead><tr><th scope="col">${say("statistics-player")}</th><th scope="col">${say("statistics-games")}</th><th scope="col">${say("statistics-ahead")}</th><th scope="col">${say("statistics-trades")}</th><th scope="col">${say("statistics-gifts")}</th><th scope="col">${say("statistics-given")}</th><th scope="col">${say("statistics-got")}</th><th scope="col"><span class="visually-hidden">${say("statistics-compare")}</span></th></tr></thead><tbody>
      ${line.partners.slice(0, 50).map((/** @type {any} */ one) => html`<tr><th scope="row"><a href=${playerPage(one.player)}>${named(answer, one.player)}</a></th><td><a href=${together(line.edition, player, one.player)}>${one.games}</a></td><td>${one.ahead} : ${one.level} : ${one.behind}</td><td>${one.trades}</td><td>${one.gifts}</td><td>${number(one.given / 100)}</td><td>${number(one.got / 100)}</td><td><a href=${pageAt(`/players/${encodeURIComponent(player)}`, { with: one.player, edition: line.edition })}>${say("statistics-compare")}</a></td></tr>`)}</tbody></table>`} />`;
}

/** The coin graph of a game, once there is one. @param {{one: any}} props */
function Graph({ one }) {
  const [timeline, setTimeline] = useState(/** @type {any} */ (null));
  useEffect(() => { ask(gamePath(one.game, "/timeline")).then(setTimeline, () => {}); }, []);
  return timeline ? html`<${Thumbnail} series=${timeline.series} own=${one.seat} last=${timeline.version} />` : html`<span class="thumbnail"></span>`;
}

/** @param {{answer: any, edition: string}} props */
function Played({ answer, edition }) {
  const games = answer.last_games.filter((/** @type {any} */ one) => one.edition === edition).slice(0, 10);
  return html`<section class="panel"><h2>${say("statistics-last-games")}</h2>
    <ul class="counted played">${games.map((/** @type {any} */ one) => html`<li key=${`${one.game}:${one.seat}`}><${Graph} one=${one} />
      <span><a href=${gamePage(one.game)}>${day(one.ended)}</a> · ${say("statistics-turn", { n: one.turn_order })} · <span class=${one.place === 1 ? "won" : ""}>${say("statistics-place", { place: one.place, count: one.players })}</span></span>
      <span class="small">${say("statistics-score", { count: one.score })}${one.simulated && html` · ${say("statistics-simulated")}`}</span></li>`)}</ul>
    <p><a href=${together(edition, player, null)}>${say("statistics-all-games")}</a></p></section>`;
}

/** @param {{answer: any, beside: any, edition: string}} props */
function Comparison({ answer, beside, edition }) {
  const [one, two] = [answer, beside].map((/** @type {any} */ each) => each.editions.find((/** @type {any} */ line) => line.edition === edition));
  if (!two) return html`<p class="empty">${say("statistics-never-here", { player: nameOf(beside), edition: editionName(edition) })}</p>`;
  const met = one.partners.find((/** @type {any} */ partner) => partner.player === beside.player);
  const interval = (/** @type {any} */ pair, /** @type {(value: number) => string} */ format) => (pair ? ` (${format(pair[0])} – ${format(pair[1])})` : "");
  const two_places = (/** @type {number} */ value) => number(value, 2);
  const rows = [
    [say("statistics-games"), ...[one, two].map((line, k) => html`<a href=${together(edition, k ? beside.player : player, null)}>${line.games}</a>`)],
    [say("statistics-won"), ...[one, two].map((line) => percent(exact(line.wins) / line.seats) + interval(line.wins_interval, percent))],
    [say("statistics-coins"), ...[one, two].map((line) => number(line.coins_mean, 2) + interval(line.coins_interval, two_places))],
    [say("statistics-rating"), ...[one, two].map((line) => (line.rating ? `${number(line.rating.rating, 2)} ± ${number(line.rating.uncertainty, 2)}` : "–"))],
    ...(met ? [
      [say("statistics-ahead-of"), met.ahead, met.behind],
      [say("statistics-given-to"), number(met.given / 100), number(met.got / 100)],
    ] : []),
  ];
  return html`<section class="panel compare"><h2>${say("statistics-comparison")}</h2>
    <div class="scroll"><table><thead><tr><th><span class="visually-hidden">${say("statistics-figure")}</span></th>${[answer, beside].map((each) => html`<th scope="col"><a href=${playerPage(each.player)}>${nameOf(each)}</a></th>`)}</tr></thead>
    <tbody>${rows.map(([label, ...cells]) => html`<tr><th scope="row">${label}</th>${cells.map((each) => html`<td>${each}</td>`)}</tr>`)}</tbody></table></div>
    <p class="small">${met ? html`<a href=${together(edition, player, beside.player)}>${say("statistics-met", { count: met.games })}</a>` : say("statistics-never-met")} · <a href=${playerPage(player)}>${say("statistics-alone", { player: nameOf(answer) })}</a></p></section>`;
}

/** Where to go on from a player who is not there. @param {{who: string}} props */
const Unknown = ({ who }) => html`<section class="panel narrow center">
  <h1>${who}</h1>
  <p role="status">${say("statistics-unknown-player")}</p>
  <p class="actions"><a class="button" href=${pageAt("/", { player: who })}>${say("statistics-search-games")}</a>
    ${who === other && html`<a class="button quiet" href=${playerPage(player)}>${say("statistics-alone", { player })}</a>`}
    <a class="button quiet" href=${pageAt("/statistics")}>${say("statistics-title")}</a>
    <a class="button quiet" href=${pageAt("/tournaments")}>${say("statistics-tournaments")}</a></p></section>`;

/** What the pages know of a player; null for one who is not there. @param {string} who */
async function answersFor(who) {
  const at = `/v1/players/${encodeURIComponent(who)}`;
  try {
    return await Promise.all([ask(withQuery(at, { limit: 50 })), ask(withQuery(`${at}/ratings`, { limit: 1000 }))]);
  } catch (error) {
    if (error instanceof Problem && error.problem.code === "not-found") return null;
    throw error;
  }
}

function App() {
  const [answers, setAnswers] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const [unknown, setUnknown] = useState("");
  useEffect(() => {
    const asked = [player, ...(other ? [other] : [])];
    Promise.all(asked.map(answersFor)).then((found) => {
      const missing = asked.find((_, k) => found[k] === null);
      if (missing === undefined) setAnswers(found.flat());
      else setUnknown(missing);
    }, (error) => setProblem(errorMessage(error)));
  }, []);
  if (unknown) return html`<${Unknown} who=${unknown} />`;
  if (!answers) return html`<p class=${problem ? "error" : "loading"} role="status">${problem || say("statistics-loading")}</p>`;
  const [answer, steps, beside, besideSteps] = answers;
  const editions = answer.editions.map((/** @type {any} */ line) => line.edition);
  const shared = (/** @type {any} */ one) => Number(Boolean(beside?.editions.some((/** @type {any} */ each) => each.edition === one.edition)));
  const edition = editions.includes(query.get("edition")) ? query.get("edition") : [...answer.editions].sort((one, two) => shared(two) - shared(one) || two.games - one.games)[0]?.edition;
  const line = answer.editions.find((/** @type {any} */ one) => one.edition === edition);
  document.title = `${nameOf(answer)} · Haricot`;
  return html`
    <header class="player-head"><h1>${nameOf(answer)}</h1><span class="small">${answer.bot ? say("statistics-is-bot") : answer.player}</span></header>
    ${editions.length > 1 && html`<nav class="statistics-editions" aria-label=${say("statistics-editions")}>${editions.map((/** @type {string} */ one) => html`<a class="chip" href=${pageAt(`/players/${encodeURIComponent(player)}`, { edition: one, with: other })} aria-current=${one === edition ? "page" : undefined}>${editionName(one)}</a>`)}</nav>`}
    ${!line && html`<p class="empty">${say("statistics-none")}</p>`}
    ${line && html`
      ${beside ? html`<${Comparison} answer=${answer} beside=${beside} edition=${edition} />` : html`<${KeyNumbers} line=${line} /><${Form} answer=${answer} edition=${edition} />`}
      <div class="figures"><${RatingOverTime} steps=${steps} edition=${edition} beside=${besideSteps} />
      ${!beside && html`<${Beans} line=${line} /><${Partners} answer=${answer} line=${line} />`}</div>
      ${!beside && html`<${Corrections} steps=${steps} edition=${edition} />`}
      ${!beside && html`<${Played} answer=${answer} edition=${edition} />`}
      <p class="small"><a href=${pageAt(`/statistics/${edition}`)}>${say("statistics-title")}: ${editionName(edition)}</a> · ${say("statistics-definitions", { version: String(answer.definitions) })} <a href=${pageAt("/docs/guide/analytics")}>${say("statistics-definitions-where")}</a></p>`}`;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${App} />`, root);
