// @ts-check
// The replay page: one game to watch, play, fork and compare.
import "../lang.js";
import { signal } from "@preact/signals";
import { tokens } from "../api.js";
import { html, lazy } from "../html.js";
import { compareByAddress } from "../forks/compare_loader.js";
import { playIfRequested } from "./autoplay.js";
import { NavigationBar } from "./bar.js";
import { openGame } from "./init.js";
import { CaseBanner, officialToken } from "./dispute_banner.js";
import { ClockStrip } from "./clock_strip.js";
import { Dialogs } from "./dialogs.js";
import { SideRail } from "./sidebar.js";
import { CurrentTable } from "./table_view.js";
import { openTab } from "./tabs.js";
import { EventCaption } from "./event_caption.js";
import { FinalCard } from "./final_card.js";
import { Header } from "./header.js";
import { isEmbedded } from "../data_source.js";
import { say } from "../i18n.js";
import { errorMessage } from "../error_messages.js";
import { Commentary, commentaryOn, commentaryMarks } from "./commentary.js";

const Banner = lazy(async () => (await import("../forks/banner.js")).ForkBanner);
const Columns = lazy(async () => (await import("../forks/columns.js")).EventPairs);
const Compared = lazy(async () => (await import("../forks/table_diff.js")).ComparedTables);
const Life = lazy(async () => (await import("./card_history.js")).CardHistory);
const CorrectPanel = lazy(async () => (await import("../play/correction_panel.js")).CorrectionPanel);
const Together = lazy(async () => (await import("./watching_parts.js")).Together);
const Tray = lazy(async () => (await import("../play/tray.js")).Tray);

/** The player at this screen; null until a seat is joined. */
const player = signal(/** @type {import("../play/player.js").Player | null} */ (null));

/** The correction of the table; null until an arbiter starts one. */
const correction = signal(/** @type {import("../play/correction.js").Correction | null} */ (null));

/** @param {{game: import("../game/game.js").Game}} props */
const App = ({ game }) => html`
  <${Header} game=${game} />
  <main class="play-area" id="main">
    <div class=${`scene ${game.you.value !== null ? "plays" : ""}`}>
      ${game.head.value.forked_from && html`<${Banner} game=${game} />`}
      ${!isEmbedded && html`<${CaseBanner} game=${game} />`}
      <${EventCaption} game=${game} />
      <${ClockStrip} game=${game} host=${isEmbedded ? null : officialToken(game)} />
      ${game.comparison.value ? html`<${Compared} game=${game} player=${player.value} />` : html`<div class="stage"><${CurrentTable} game=${game} player=${correction.value?.isOpen.value ? correction.value : player.value} more=${commentaryMarks(commentaryOn(game, game.n.value).flatMap(({ marks }) => marks))} /><${Commentary} game=${game} /><${FinalCard} game=${game} /></div>`}
      ${correction.value?.isOpen.value && html`<${CorrectPanel} correction=${correction.value} />`}
      ${player.value && html`<${Tray} player=${player.value} />`}
      ${game.watching.value?.isActive.value && html`<${Together} watching=${game.watching.value} />`}
    </div>
    ${game.comparison.value ? html`<${Columns} game=${game} />` : html`<${SideRail} game=${game} />`}
  </main>
  <${NavigationBar} game=${game} />
  ${game.pressed.value && html`<${Life} game=${game} />`}
  <${Dialogs} game=${game} />`;

/** The error that was shown because the scripts for players could not be loaded. */
let loadError = "";

/** Update the player's choices. The scripts for players are loaded on first use; a failed load is repeated with the next call. */
async function updatePlayer() {
  if (!player.value && (game.you.value !== null || tokens.seats(game.id).length > 0)) {
    try {
      const [{ Player }, { rescueFocus: keepFocus }] = await Promise.all([import("../play/player.js"), import("../play/focus.js")]);
      if (!player.value) keepFocus(/** @type {HTMLElement} */ (document.querySelector(".scene")));
      player.value ??= new Player(game);
      if (loadError && game.flash.value === loadError) game.flash.value = "";
    } catch (error) {
      game.flash.value = loadError = errorMessage(error);
    }
  }
  player.value?.loadChoices();
}

/** Start a correction of the table, for a dispute if the address names one. @param {string | null} [dispute] */
async function startCorrection(dispute = null) {
  try {
    const { Correction } = await import("../play/correction.js");
    correction.value ??= new Correction(game);
    if (correction.value.isAllowed.value) await correction.value.begin(dispute);
    else game.flash.value = say("correct-not-arbiter");
  } catch (error) {
    game.flash.value = errorMessage(error);
  }
}

const game = openGame(App, updatePlayer);
game.startCorrection = startCorrection;
/** After this time a visitor counts as watching. */
const WATCHING_AFTER_MS = 20_000;
game.startWatching = async () => {
  const { Watching } = await import("../game/watching.js");
  game.watching.value ??= new Watching(game);
};
if (!isEmbedded) setTimeout(() => game.startWatching().catch(() => {}), new URLSearchParams(location.search).has("follow") || localStorage.getItem("haricot:reactions") === "on" ? 0 : WATCHING_AFTER_MS);
const correctedDispute = new URLSearchParams(location.hash.slice(1)).get("correct");
if (correctedDispute !== null && !isEmbedded) {
  history.replaceState(history.state, "", location.pathname + location.search);
  const loaded = game.onLoaded;
  game.onLoaded = () => { loaded(); game.onLoaded = loaded; startCorrection(correctedDispute || null); };
}
if (location.hash === "#comments" && !isEmbedded) openTab(game, "comments");
game.onArrived = (/** @type {any} */ message) => player.value?.commands.addEvent(message);
game.onNotice = updatePlayer;
compareByAddress(game);
playIfRequested(game);
