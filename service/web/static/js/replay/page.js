// @ts-check
// The replay page: puts the parts together around one game, which one may play, fork and compare.
import { html } from "../html.js";
import { Player } from "../play/player.js";
import { Tray } from "../play/tray.js";
import { Banner } from "../branches/banner.js";
import { Columns } from "../branches/columns.js";
import { Compared } from "../branches/compared.js";
import { keepCompared } from "../branches/comparison.js";
import { startPlaying } from "../branches/fork.js";
import { Bar } from "./bar.js";
import { begin } from "./begin.js";
import { Dialogs } from "./dialogs.js";
import { Life } from "./life.js";
import { Rail } from "./rail.js";
import { Stage } from "./stage.js";
import { Telling } from "./telling.js";
import { Top } from "./top.js";

/** @param {{game: import("../game/game.js").Game}} props */
const App = ({ game }) => html`
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

const game = begin(App, () => player.loaded());
const player = new Player(game);
game.onArrived = (/** @type {any} */ message) => player.orders.arrived(message);
game.onNotice = () => player.loaded();
keepCompared(game);
startPlaying(game);
