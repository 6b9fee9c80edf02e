// @ts-check
// The viewer without the service around it: in a file, or in a frame on another site. One may look and move, no more.
import { html } from "../html.js";
import { Bar } from "../replay/bar.js";
import { FinalCard } from "../replay/final_card.js";
import { begin } from "../replay/init.js";
import { ClockStrip } from "../replay/clock_strip.js";
import { Dialogs } from "../replay/dialogs.js";
import { Life } from "../replay/card_history.js";
import { Rail } from "../replay/sidebar.js";
import { Stage } from "../replay/table_view.js";
import { Telling } from "../replay/event_caption.js";
import { Chips, Eyes, Title } from "../replay/header.js";
import { say } from "../i18n.js";
import { isFile } from "../data_source.js";
import { onlyLook } from "./read_only.js";
import { talk } from "./post_message.js";

/** @param {{game: import("../game/game.js").Game}} props */
const Viewer = ({ game }) => html`
  <header class="game-top">
    <${Title} game=${game} />
    <${Chips} game=${game} />
    ${game.head.value.may.views.length > 1 && html`<${Eyes} game=${game} />`}
    ${!isFile && html`<a class="button quiet" href=${`/games/${encodeURIComponent(game.id)}${location.search}`} target="_blank" rel="noopener">${say("show-open")}</a>`}
  </header>
  <main class="play-area" id="main">
    <div class="scene">
      <${Telling} game=${game} />
      <${ClockStrip} game=${game} />
      <div class="stage"><${Stage} game=${game} /><${FinalCard} game=${game} /></div>
    </div>
    <${Rail} game=${game} />
  </main>
  <${Bar} game=${game} />
  <${Dialogs} game=${game} />
  ${!isFile && html`<${Life} game=${game} />`}`;

const game = begin(Viewer);
onlyLook(game, ["keys", "values"]);

if (!isFile) talk(game);
