// @ts-check
// The state of one game on a page: what is loaded, and the current event and view, as signals.
import { computed, signal } from "@preact/signals";
import { seatName } from "../seat_names.js";
import { isFile } from "../data_source.js";
import { KnownCards } from "./known_cards.js";
import { Timeline } from "./timeline.js";
import { Verdicts, isFault } from "./verdicts.js";

/** @typedef {import("./tables.js").Snapshot & {view: string | null}} Shown */

const LIVE = new Set(["open", "running"]);

export class GameState {
  /** @type {any[]} the events with their causes, n at index n - 1 */
  events = [];
  /** @type {string[]} */
  sentences = [];
  timeline = new Timeline();
  verdicts = new Verdicts();
  knownCards = new KnownCards();

  head = signal(/** @type {any} */ (null));
  view = signal(/** @type {string | null} */ (null));
  /** The number of loaded events. */
  version = signal(0);
  /** The current event; 0 before the first one is shown. */
  n = signal(0);
  /** The last event that was shown. In story mode the page reveals no later one. */
  lastShown = signal(0);
  result = signal(false);
  following = signal(false);
  playing = signal(false);
  /** Whether a key is held down that steps through the game. */
  isKeyHeld = signal(false);
  speed = signal(1);
  /** The shown snapshot, with its view. */
  shown = signal(/** @type {Shown | null} */ (null));
  loadError = signal("");
  flash = signal("");
  problem = signal("");
  connection = signal("off");
  forks = signal(/** @type {any[]} */ ([]));
  /** The story of a game that is over, once it is loaded. @type {import("@preact/signals").Signal<{summary: string, says: string[], story: any} | null>} */
  story = signal(null);
  /** The events that autoplay shows, if it shows highlights. @type {import("@preact/signals").Signal<number[] | null>} */
  shownEvents = signal(null);
  /** Whether spectators may comment under a name. */
  allowsSpectatorComments = signal(false);
  notes = signal(/** @type {any[]} */ ([]));
  /** The open dialog. */
  dialog = signal(/** @type {string | null} */ (null));
  /** The open tab of the side rail. */
  tab = signal("events");
  /** Whether the rail covers the table, on screens without room beside it. */
  sheet = signal(false);
  /** The pressed card. */
  pressed = signal(/** @type {{place: string, n: number, element: HTMLElement} | null} */ (null));
  /** The digits typed so far, for a jump to an event. */
  typedDigits = signal("");
  /** Watching together with others, on pages of the service itself. */
  watching = signal(/** @type {import("./watching.js").Watching | null} */ (null));
  /** The comparison with another game, if one is open. */
  comparison = signal(/** @type {import("../forks/comparison.js").Comparison | null} */ (null));

  isLive = computed(() => !isFile && LIVE.has(this.head.value?.status));
  /** Whether the page is in story mode: the game is over, and its length and result are hidden until requested. */
  isStory = computed(() => Boolean(this.head.value) && !this.isLive.value && !this.result.value);
  /** The last event that the page may reveal. */
  limit = computed(() => (this.isStory.value ? this.lastShown.value : this.version.value));
  /** Whether the shown table is that of the current event and view. */
  isCurrent = computed(() => this.shown.value?.n === this.n.value && this.shown.value?.view === this.view.value);
  seats = computed(() => /** @type {any[]} */ (this.head.value?.seats || []));
  /** The seat of the person at the screen, or null. */
  you = computed(() => /** @type {number | null} */ (this.head.value?.may.seat ?? null));
  /** The seat whose view is shown, or null. */
  viewSeat = computed(() => (this.view.value?.startsWith("seat:") ? Number(this.view.value.slice(5)) : null));

  names = computed(() => this.seats.value.map(({ name }) => /** @type {string | null} */ (name)));
  /** Return the name of a seat. */
  name = (/** @type {number} */ k) => seatName(this.names.value, k);

  /** Return whether the audit found a fault in an event. @param {number} n */
  isWrong(n) {
    return isFault(this.verdicts.of(n));
  }
}
