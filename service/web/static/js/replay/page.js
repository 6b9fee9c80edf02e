// @ts-check
// The replay page: puts the parts together around one game, which one may play, fork and compare.
import "../lang.js";
import { signal } from "@preact/signals";
import { tokens } from "../api.js";
import { html, later } from "../html.js";
import { keepCompared } from "../forks/compare_loader.js";
import { startPlaying } from "./autoplay.js";
import { Bar } from "./bar.js";
import { begin } from "./init.js";
import { CaseBanner, officialToken } from "./dispute_banner.js";
import { ClockStrip } from "./clock_strip.js";
import { Dialogs } from "./dialogs.js";
import { Rail } from "./sidebar.js";
import { Stage } from "./table_view.js";
import { openTab } from "./tabs.js";
import { Telling } from "./event_caption.js";
import { FinalCard } from "./final_card.js";
import { Top } from "./header.js";
import { isApart } from "../data_source.js";
import { say } from "../i18n.js";
import { trouble } from "../error_messages.js";
import { Commentary, commentaryOn, spoken } from "./commentary.js";

const Banner = later(async () => (await import("../forks/banner.js")).Banner);
const Columns = later(async () => (await import("../forks/columns.js")).Columns);
const Compared = later(async () => (await import("../forks/table_diff.js")).Compared);
const Life = later(async () => (await import("./card_history.js")).Life);
const CorrectPanel = later(async () => (await import("../play/correction_panel.js")).CorrectPanel);
const Together = later(async () => (await import("./watching_parts.js")).Together);
const Tray = later(async () => (await import("../play/tray.js")).Tray);

/** Whoever plays at this screen: nobody, until a seat is theirs. */
const player = signal(/** @type {import("../play/player.js").Player | null} */ (null));

/** Whoever sets the table right at this screen: nobody, until an arbiter begins. */
const correcting = signal(/** @type {import("../play/correction.js").Correcting | null} */ (null));

/** @param {{game: import("../game/game.js").Game}} props */
const App = ({ game }) => html`
  <${Top} game=${game} />
  <main class="play-area" id="main">
    <div class=${`scene ${game.you.value !== null ? "plays" : ""}`}>
      ${game.head.value.forked_from && html`<${Banner} game=${game} />`}
      ${!isApart && html`<${CaseBanner} game=${game} />`}
      <${Telling} game=${game} />
      <${ClockStrip} game=${game} host=${isApart ? null : officialToken(game)} />
      ${game.comparison.value ? html`<${Compared} game=${game} player=${player.value} />` : html`<div class="stage"><${Stage} game=${game} player=${correcting.value?.open.value ? correcting.value : player.value} more=${spoken(commentaryOn(game, game.n.value).flatMap(({ marks }) => marks))} /><${Commentary} game=${game} /><${FinalCard} game=${game} /></div>`}
      ${correcting.value?.open.value && html`<${CorrectPanel} correcting=${correcting.value} />`}
      ${player.value && html`<${Tray} player=${player.value} />`}
      ${game.watching.value?.isClose.value && html`<${Together} watching=${game.watching.value} />`}
    </div>
    ${game.comparison.value ? html`<${Columns} game=${game} />` : html`<${Rail} game=${game} />`}
  </main>
  <${Bar} game=${game} />
  ${game.pressed.value && html`<${Life} game=${game} />`}
  <${Dialogs} game=${game} />`;

/** What is told while that which players need does not come. */
let missing = "";

/** Has what may be done here looked at anew; what only players need is fetched for the first of them, and again when the service is found again. */
async function look() {
  if (!player.value && (game.you.value !== null || tokens.seats(game.id).length > 0)) {
    try {
      const [{ Player }, { keepFocus }] = await Promise.all([import("../play/player.js"), import("../play/focus.js")]);
      if (!player.value) keepFocus(/** @type {HTMLElement} */ (document.querySelector(".scene")));
      player.value ??= new Player(game);
      if (missing && game.flash.value === missing) game.flash.value = "";
    } catch (error) {
      game.flash.value = missing = trouble(error);
    }
  }
  player.value?.loaded();
}

/** Begins to set the table right, for a dispute where the address names one. @param {string | null} [dispute] */
async function correct(dispute = null) {
  try {
    const { Correcting } = await import("../play/correction.js");
    correcting.value ??= new Correcting(game);
    if (correcting.value.may.value) await correcting.value.begin(dispute);
    else game.flash.value = say("correct-not-arbiter");
  } catch (error) {
    game.flash.value = trouble(error);
  }
}

const game = begin(App, look);
game.correct = correct;
/** Who has looked on for so many milliseconds watches. */
const STAYED = 20_000;
game.watch = async () => {
  const { Watching } = await import("../game/watching.js");
  game.watching.value ??= new Watching(game);
};
if (!isApart) setTimeout(() => game.watch().catch(() => {}), new URLSearchParams(location.search).has("follow") || localStorage.getItem("haricot:reactions") === "on" ? 0 : STAYED);
const asked = new URLSearchParams(location.hash.slice(1)).get("correct");
if (asked !== null && !isApart) {
  history.replaceState(history.state, "", location.pathname + location.search);
  const loaded = game.onLoaded;
  game.onLoaded = () => { loaded(); game.onLoaded = loaded; correct(asked || null); };
}
if (location.hash === "#comments" && !isApart) openTab(game, "comments");
game.onArrived = (/** @type {any} */ message) => player.value?.orders.arrived(message);
game.onNotice = look;
keepCompared(game);
startPlaying(game);
