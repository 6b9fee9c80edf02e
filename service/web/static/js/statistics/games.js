// @ts-check
// The games behind the numbers of a page: all, or those of one number with their contributions.
import { useEffect, useState } from "preact/hooks";
import { sendRequest, withQuery } from "../api.js";
import { errorMessage } from "../error_messages.js";
import { data, html } from "../html.js";
import { say } from "../i18n.js";
import { day, gamePage, playerPage } from "./figure.js";

/** Return what a game contributes to the chosen number, for all seats or those of a player, or null. @param {string | null} of @param {any} game @param {string | null} player */
function contribution(of, game, player) {
  const [kind, value] = (of ?? "").split(":");
  const { seats, varieties, turns } = game.figures;
  if (kind === "turn") {
    const seat = seats.find((/** @type {any} */ one) => String(one.turn_order) === value);
    return seat ? say("statistics-adds-turn", { coins: seat.score, win: seat.win }) : null;
  }
  if (kind === "bean") {
    const own = player ? seats.filter((/** @type {any} */ seat) => game.seated[seat.seat] === player).flatMap((/** @type {any} */ seat) => seat.varieties) : varieties;
    const beans = own.filter((/** @type {any} */ one) => one.variety === value);
    const sum = (/** @type {string} */ name) => beans.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one[name], 0);
    return beans.length ? say("statistics-adds-bean", { planted: sum("planted"), sold: sum("sold"), coins: sum("coins") }) : null;
  }
  if (kind === "length") return String(turns) === value ? say("statistics-adds-length", { count: turns }) : null;
  return say("statistics-adds-length", { count: turns });
}

/** Describe the chosen number in words. @param {string | null} of */
function describeNumber(of) {
  const [kind, value] = (of ?? "").split(":");
  if (kind === "turn") return say("statistics-turn", { n: Number(value) });
  if (kind === "bean") return data().beans[value] ?? value;
  return kind === "length" ? say("statistics-adds-length", { count: Number(value) }) : "";
}

/** @param {{edition: string, query: URLSearchParams}} props */
export function Games({ edition, query }) {
  const [games, setGames] = useState(/** @type {any[] | null} */ (null));
  const [names, setNames] = useState(/** @type {Record<string, string>} */ ({}));
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const [problem, setProblem] = useState("");
  const of = query.get("of");
  async function load(/** @type {string} */ path) {
    try {
      const answer = await sendRequest(path);
      const found = await answer.json();
      setGames((before) => [...(before ?? []), ...found.games]);
      setNames((before) => ({ ...before, ...found.names }));
      setNext(/<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1] ?? null);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }
  useEffect(() => {
    const wanted = Object.fromEntries(["players", "simulated", "tournament", "player", "with"].map((name) => [name, query.get(name)]));
    load(withQuery(`/v1/statistics/${edition}/games`, { ...wanted, limit: of?.startsWith("length:") ? 50 : 20 })).then(() => {
      if (location.hash === "#games") document.getElementById("games")?.scrollIntoView();
    });
  }, []);
  const shown = (games ?? []).map((game) => ({ game, adds: contribution(of, game, query.get("player")) })).filter(({ adds }) => adds !== null);
  const whose = ["player", "with"].map((name) => query.get(name)).flatMap((one) => (one ? [names[one] ?? one] : []));
  const title = [say("statistics-which-games"), ...whose, describeNumber(of)].filter(Boolean).join(" · ");
  return html`<section class="panel"><h2 id="games">${title}</h2>
    <p class="small">${say("statistics-which-games-how")}</p>
    ${problem && html`<p class="error">${problem}</p>`}
    <ul class="counted">${shown.map(({ game, adds }) => html`<li key=${game.game}>
      <a href=${gamePage(game.game)}>${day(game.ended)}</a>
      <span class="seated">${[...game.figures.seats].sort((one, other) => one.turn_order - other.turn_order).map((seat) => {
        const player = game.seated[seat.seat];
        return html`<span class=${game.places[seat.seat] === 1 ? "won" : ""}>${player ? html`<a href=${playerPage(player)}>${names[player] ?? player}</a>` : say("statistics-nameless")} ${seat.score}</span>`;
      })}</span>
      <span class="small">${adds}${game.simulated && html` · ${say("statistics-simulated")}`}</span></li>`)}</ul>
    ${next && html`<p><button type="button" class="quiet" onClick=${() => load(next)}>${say("statistics-more")}</button></p>`}
  </section>`;
}
