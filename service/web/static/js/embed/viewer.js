// @ts-check
// The read-only viewer of a standalone file, or of a frame on another site.
import { html } from "../html.js";
import { NavigationBar } from "../replay/bar.js";
import { FinalCard } from "../replay/final_card.js";
import { openGame } from "../replay/init.js";
import { ClockStrip } from "../replay/clock_strip.js";
import { Dialogs } from "../replay/dialogs.js";
import { CardHistory } from "../replay/card_history.js";
import { SideRail } from "../replay/sidebar.js";
import { CurrentTable } from "../replay/table_view.js";
import { EventCaption } from "../replay/event_caption.js";
import { Chips, ViewSelect, Title } from "../replay/header.js";
import { say } from "../i18n.js";
import { isFile } from "../data_source.js";
import { makeReadOnly } from "./read_only.js";
import { exchangeMessages } from "./post_message.js";

/** @param {{game: import("../game/game.js").Game}} props */
const Viewer = ({ game }) => html`
  <header class="game-top">
    <${Title} game=${game} />
    <${Chips} game=${game} />
    ${game.head.value.may.views.length > 1 && html`<${ViewSelect} game=${game} />`}
    ${!isFile && html`<a class="button quiet" href=${`/games/${encodeURIComponent(game.id)}${location.search}`} target="_blank" rel="noopener">${say("show-open")}</a>`}
  </header>
  <main class="play-area" id="main">
    <div class="scene">
      <${EventCaption} game=${game} />
      <${ClockStrip} game=${game} />
      <div class="stage"><${CurrentTable} game=${game} /><${FinalCard} game=${game} /></div>
    </div>
    <${SideRail} game=${game} />
  </main>
  <${NavigationBar} game=${game} />
  <${Dialogs} game=${game} />
  ${!isFile && html`<${CardHistory} game=${game} />`}`;

const game = openGame(Viewer);
makeReadOnly(game, ["keys", "values"]);

if (!isFile) exchangeMessages(game);
