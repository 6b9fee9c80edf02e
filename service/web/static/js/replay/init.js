// @ts-check
// Opens the game of a page: connects its stream, autoplay, keys and browser history.
import { effect } from "@preact/signals";
import { read, write } from "../game/url_state.js";
import { Follower } from "../game/event_stream.js";
import { Game } from "../game/game.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { isEmbedded } from "../data_source.js";
import { autoplay } from "./autoplay.js";
import { handleKeys } from "./keys.js";

/**
 * Open the page's game and draw `App` once it is loaded. `loaded` is called after each load.
 * @param {(props: {game: Game}) => any} App
 */
export function openGame(App, loaded = () => {}) {
  const game = new Game(data().game, read(location.search), document.documentElement.lang || "en");
  const follower = new Follower(game);
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  const AppOrLoading = () => (game.version.value
    ? html`<${App} game=${game} />`
    : html`<p class=${game.problem.value ? "error" : "loading"} role="status">${game.problem.value || say("replay-loading")}</p>`);
  if (isEmbedded) game.write = (place) => write(place); // a frame must not add entries to the history of the page around it
  game.onViewChange = () => follower.stop();
  game.onLoaded = () => {
    if (game.isLive.value) follower.start();
    else follower.stop();
    loaded();
  };
  addEventListener("popstate", () => game.restorePlace(read(location.search)));
  effect(() => autoplay(game));
  effect(() => {
    if (game.head.value) document.title = `${game.seats.value.map((_, k) => game.name(k)).join(", ")} · Haricot`;
  });
  handleKeys(game);
  root.replaceChildren();
  render(html`<${AppOrLoading} />`, root);
  game.open();
  return game;
}
