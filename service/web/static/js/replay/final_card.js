// @ts-check
// The card at the end of a game: the winners, the results, and the key moments.
import { useEffect, useState } from "preact/hooks";
import { withQuery } from "../api.js";
import { isEmbedded } from "../data_source.js";
import { data, html } from "../html.js";
import { Icon } from "../icons.js";
import { lang, say } from "../i18n.js";
import { Bean, Coin, cardName } from "../table/cards.js";
import { playHighlights } from "./autoplay.js";
import { Glyph } from "./glyphs.js";
import { Par } from "./par.js";

/** @typedef {import("../game/game.js").Game} Game */

/** Format hundredths of a coin as coins with their sign. @param {number} value */
const formatGain = (value) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(value / 100);

/** Return whether the service has pictures of a game: if it can draw, and the game is public. @param {Game} game */
const hasPictures = (game) => data().pictures && !isEmbedded && !game.head.value.private;

/** Return the address of a picture of a game. @param {Game} game @param {string} file @param {Record<string, any>} [query] */
const pictureOf = (game, file, query = {}) => withQuery(`/games/${encodeURIComponent(game.id)}/${file}`, { ...query, lang });

/** Return the event of the end, or Infinity. @param {Game} game */
const endOf = (game) => game.timeline.markers.findLast(({ kind }) => kind === "end")?.n ?? Infinity;

/** Show the card over the table at the end of the game, until the user closes it. @param {{game: Game}} props */
export function FinalCard({ game }) {
  const [isClosed, setClosed] = useState(false);
  game.timeline.changes.value;
  const isEnd = game.n.value >= endOf(game);
  useEffect(() => { if (!isEnd) setClosed(false); }, [isEnd]);
  const answer = game.story.value;
  if (!isEnd || !answer) return null;
  if (isClosed) return html`<button type="button" class="final-again" onClick=${() => setClosed(false)}><${Glyph} kind="lead" /> ${say("story-title")}</button>`;
  return html`<section class="final" aria-label=${say("story-title")}><${Body} game=${game} answer=${answer} close=${() => setClosed(true)} /></section>`;
}

/** @param {{game: Game, answer: {summary: string, says: string[], story: any}, close: () => void}} props */
function Body({ game, answer: { summary, says, story }, close }) {
  const seats = [...story.seats].sort((one, other) => one.place - other.place || one.seat - other.seat);
  const playFrom = (/** @type {number} */ n) => {
    game.goTo(game.timeline.turns.findLast((start) => start <= n) ?? 1, { push: true });
    game.playing.value = true;
  };
  return html`
    <p class="summary">${summary}</p>
    <div class="final-acts">
      ${story.turned && html`<button type="button" class="main" onClick=${() => playFrom(story.turned.n)}><${Icon} name="play" />${say("story-from-turn")}</button>`}
      ${story.moments.length > 0 && html`<button type="button" class="quiet" onClick=${() => playHighlights(game)}><${Icon} name="next" />${say("story-highlights")}</button>`}
      <button type="button" class="quiet" onClick=${() => playFrom(1)}>${say("story-from-start")}</button>
      ${hasPictures(game) && html`<a class="button quiet" href=${pictureOf(game, "story.png")} target="_blank" rel="noopener">${say("story-picture")}</a>`}
      <button type="button" class="quiet" onClick=${close}>${say("story-table")}</button>
    </div>
    <ol class="places">${seats.map((seat) => html`<${Place} key=${seat.seat} game=${game} seat=${seat} won=${story.winners.includes(seat.seat)} />`)}</ol>
    ${story.moments.length > 0 && html`<h3>${say("story-moments")}</h3>
      <ol class="moments">${story.moments.map((/** @type {import("../game/moments.js").Moment} */ moment, /** @type {number} */ i) => html`
        <li key=${i} class=${story.turned && moment.kind === "lead" && moment.n === story.turned.n ? "turned" : ""}><button type="button" onClick=${() => game.goTo(moment.n, { push: true })}>
          <${Glyph} kind=${moment.kind === "gift" ? "donation" : moment.kind} /><span class="when">${moment.turn ? say("replay-turn", { turn: String(moment.turn) }) : ""}</span><span>${says[i]}</span></button>
          ${hasPictures(game) && html`<a href=${pictureOf(game, "moment.gif", { n: moment.n })} target="_blank" rel="noopener" title=${say("story-animation", { moment: says[i] })}>GIF<span class="visually-hidden"> ${says[i]}</span></a>`}</li>`)}</ol>`}
    <${Par} game=${game} />`;
}

/** @param {{game: Game, seat: any, won: boolean}} props */
function Place({ game, seat, won }) {
  const { best_harvest: best } = seat;
  const earned = seat.varieties.filter((/** @type {any} */ { coins }) => coins > 0);
  return html`
    <li class=${`place seat-${seat.seat % 7} ${won ? "won" : ""}`}>
      <span class="rank">${seat.place}.</span><span class="disc" aria-hidden="true">${seat.seat + 1}</span><b class="name">${game.name(seat.seat)}</b>
      <span class="points">${game.shown.value?.lands ? html`<${Icon} name="flag" />` : html`<${Coin} />`}<b>${seat.score}</b></span>
      <ul class="earned" aria-label=${say("story-by-bean")}>${earned.map((/** @type {any} */ { variety, coins }) => html`<li key=${variety} title=${cardName(variety)}><${Bean} card=${variety} /><span class="visually-hidden">${cardName(variety)}</span>${coins}</li>`)}</ul>
      <p class="facts"><span>${say("story-exchanges", { count: seat.exchanges, gain: formatGain(seat.got - seat.given) })}</span>
        ${best && html`<button type="button" class="jump" onClick=${() => game.goTo(best.n, { push: true })}>${say("story-best", { coins: best.coins, turn: String(best.turn) })}</button>`}</p>
    </li>`;
}
