// @ts-check
// Opens the game of a page: follows it while it is live, plays it, hears the keys and the browser's way back.
import { effect } from "@preact/signals";
import { read, write } from "../game/url_state.js";
import { Follower } from "../game/event_stream.js";
import { Game } from "../game/game.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { isApart } from "../data_source.js";
import { autoplay } from "./autoplay.js";
import { listen } from "./keys.js";

/**
 * Draws `App` around the game that the page is about, as soon as there is something to see of it; `loaded` hears whenever
 * it was loaded.
 * @param {(props: {game: Game}) => any} App
 */
export function begin(App, loaded = () => {}) {
  const game = new Game(data().game, read(location.search), document.documentElement.lang || "en");
  const follower = new Follower(game);
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  const Opening = () => (game.version.value
    ? html`<${App} game=${game} />`
    : html`<p class=${game.problem.value ? "error" : "loading"} role="status">${game.problem.value || say("replay-loading")}</p>`);
  if (isApart) game.write = (place) => write(place); // the history around a frame is not ours
  game.onLeft = () => follower.stop();
  game.onLoaded = () => {
    if (game.isLive.value) follower.start();
    else follower.stop();
    loaded();
  };
  addEventListener("popstate", () => game.returned(read(location.search)));
  effect(() => autoplay(game));
  effect(() => {
    if (game.head.value) document.title = `${game.seats.value.map((_, k) => game.name(k)).join(", ")} · Haricot`;
  });
  listen(game);
  root.replaceChildren();
  render(html`<${Opening} />`, root);
  game.open();
  return game;
}
