// @ts-check
// The replay page: puts the parts together around one game, and keeps it playing.
import { effect } from "@preact/signals";
import { read } from "../game/address.js";
import { Follower } from "../game/follower.js";
import { Game } from "../game/game.js";
import { data, html, render } from "../html.js";
import { say } from "../say.js";
import { Player } from "../play/player.js";
import { Tray } from "../play/tray.js";
import { Banner } from "../branches/banner.js";
import { Columns } from "../branches/columns.js";
import { Compared } from "../branches/compared.js";
import { keepCompared } from "../branches/comparison.js";
import { startPlaying } from "../branches/fork.js";
import { handOver } from "../branches/handover.js";
import { autoplay } from "./autoplay.js";
import { Bar } from "./bar.js";
import { Dialogs } from "./dialogs.js";
import { Life } from "./life.js";
import { listen } from "./keys.js";
import { Rail } from "./rail.js";
import { Stage } from "./stage.js";
import { Telling } from "./telling.js";
import { Top } from "./top.js";

const page = data();
const place = read(location.search);
const game = new Game(page.game, place, document.documentElement.lang || "en");
const follower = new Follower(game);
const player = new Player(game);
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
if (place.layout === "broadcast") document.body.classList.add("broadcast");

function App() {
  if (!game.version.value) return html`<p class=${game.problem.value ? "error" : "loading"} role="status">${game.problem.value || say("replay-loading")}</p>`;
  return html`
    <${Top} game=${game} />
    <main class="play-area" id="main">
      <div class=${`scene ${player.plays.value ? "plays" : ""}`}>
        <${Banner} game=${game} />
        <${Telling} game=${game} />
        ${game.comparison.value ? html`<${Compared} game=${game} player=${player} />` : html`<${Stage} game=${game} player=${player} />`}
        <${Tray} player=${player} />
      </div>
      ${game.comparison.value ? html`<${Columns} game=${game} />` : html`<${Rail} game=${game} />`}
    </main>
    <${Bar} game=${game} />
    <${Life} game=${game} />
    <${Dialogs} game=${game} />`;
}

game.onLeft = () => follower.stop();
game.onLoaded = () => {
  if (game.isLive.value) follower.start();
  else follower.stop();
  player.loaded();
};
game.onArrived = (/** @type {any} */ message) => player.orders.arrived(message);
game.onNotice = () => player.loaded();
addEventListener("popstate", () => game.returned(read(location.search)));
effect(() => autoplay(game));
listen(game);
keepCompared(game);
startPlaying(game);
handOver(game);
root.replaceChildren();
render(html`<${App} />`, root);
game.open();
