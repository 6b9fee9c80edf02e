// @ts-check
// The replay page: puts the parts together around one game, which one may play, fork and compare.
import { html, later } from "../html.js";
import { keepFocus } from "../play/focus.js";
import { Player } from "../play/player.js";
import { keepCompared } from "../branches/comparing.js";
import { startPlaying } from "./autoplay.js";
import { Bar } from "./bar.js";
import { begin } from "./begin.js";
import { Dialogs } from "./dialogs.js";
import { Rail } from "./rail.js";
import { Stage } from "./stage.js";
import { Telling } from "./telling.js";
import { Top } from "./top.js";

const Banner = later(async () => (await import("../branches/banner.js")).Banner);
const Columns = later(async () => (await import("../branches/columns.js")).Columns);
const Compared = later(async () => (await import("../branches/compared.js")).Compared);
const Life = later(async () => (await import("./life.js")).Life);
const Tray = later(async () => (await import("../play/tray.js")).Tray);

/** @param {{game: import("../game/game.js").Game}} props */
const App = ({ game }) => html`
  <${Top} game=${game} />
  <main class="play-area" id="main">
    <div class=${`scene ${player.plays.value ? "plays" : ""}`}>
      ${game.head.value.forked_from && html`<${Banner} game=${game} />`}
      <${Telling} game=${game} />
      ${game.comparison.value ? html`<${Compared} game=${game} player=${player} />` : html`<${Stage} game=${game} player=${player} />`}
      ${(player.plays.value || player.held().length > 0) && html`<${Tray} player=${player} />`}
    </div>
    ${game.comparison.value ? html`<${Columns} game=${game} />` : html`<${Rail} game=${game} />`}
  </main>
  <${Bar} game=${game} />
  ${game.pressed.value && html`<${Life} game=${game} />`}
  <${Dialogs} game=${game} />`;

const game = begin(App, () => player.loaded());
const player = new Player(game);
game.onArrived = (/** @type {any} */ message) => player.orders.arrived(message);
game.onNotice = () => player.loaded();
keepCompared(game);
keepFocus(document.body);
startPlaying(game);
