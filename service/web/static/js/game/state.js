// @ts-check
// All that is known of one game and of where in it we are, as signals that the page is drawn from.
import { computed, signal } from "@preact/signals";
import { seatName } from "../seat_names.js";
import { isFile } from "../data_source.js";
import { Backs } from "./known_cards.js";
import { Timeline } from "./timeline.js";
import { Verdicts, isFault } from "./verdicts.js";

/** @typedef {import("./tables.js").Film & {view: string | null}} Shown */

const LIVE = new Set(["open", "running"]);

export class GameState {
  /** @type {any[]} the events with their causes, n at index n - 1 */
  events = [];
  /** @type {string[]} */
  sentences = [];
  timeline = new Timeline();
  verdicts = new Verdicts();
  backs = new Backs();

  head = signal(/** @type {any} */ (null));
  view = signal(/** @type {string | null} */ (null));
  /** How many events are here. */
  version = signal(0);
  /** Where we are; nothing is shown before the first. */
  n = signal(0);
  /** The furthest we have been; what comes after it is not told of a game whose story is read. */
  furthest = signal(0);
  result = signal(false);
  following = signal(false);
  playing = signal(false);
  /** Whether a key is held down, by which one runs through the game. */
  held = signal(false);
  speed = signal(1);
  /** The table that lies there, with its event and the view it is of. */
  shown = signal(/** @type {Shown | null} */ (null));
  late = signal("");
  flash = signal("");
  problem = signal("");
  connection = signal("off");
  forks = signal(/** @type {any[]} */ ([]));
  /** The story of a game that is over, once it was asked for. @type {import("@preact/signals").Signal<{summary: string, says: string[], story: any} | null>} */
  story = signal(null);
  /** The events that play shows, where it shows highlights. @type {import("@preact/signals").Signal<number[] | null>} */
  shownEvents = signal(null);
  /** Whether spectators may comment under a name. */
  hearsSpectators = signal(false);
  notes = signal(/** @type {any[]} */ ([]));
  /** Which dialog is open, which card was pressed, which digits are typed. */
  dialog = signal(/** @type {string | null} */ (null));
  /** Which tab of the rail is open, and whether the rail lies over the table where there is no room beside it. */
  tab = signal("events");
  sheet = signal(false);
  pressed = signal(/** @type {{place: string, n: number, element: HTMLElement} | null} */ (null));
  typed = signal("");
  /** Who else watches, where the page is the service's own. */
  watching = signal(/** @type {import("./watching.js").Watching | null} */ (null));
  /** The comparison with another game, while there is one. */
  comparison = signal(/** @type {import("../forks/comparison.js").Comparison | null} */ (null));

  isLive = computed(() => !isFile && LIVE.has(this.head.value?.status));
  /** Whether length and result are kept back: the game is over, and nobody asked how it ended. */
  isStory = computed(() => Boolean(this.head.value) && !this.isLive.value && !this.result.value);
  /** The last event that may be told of. */
  limit = computed(() => (this.isStory.value ? this.furthest.value : this.version.value));
  /** Whether the table that lies there is the one of the event that is told, in the view that is looked from. */
  isInStep = computed(() => this.shown.value?.n === this.n.value && this.shown.value?.view === this.view.value);
  seats = computed(() => /** @type {any[]} */ (this.head.value?.seats || []));
  /** The seat of whoever sits before the screen. */
  you = computed(() => /** @type {number | null} */ (this.head.value?.may.seat ?? null));
  /** The seat whose eyes look. */
  eyes = computed(() => (this.view.value?.startsWith("seat:") ? Number(this.view.value.slice(5)) : null));

  names = computed(() => this.seats.value.map(({ name }) => /** @type {string | null} */ (name)));
  /** What a seat is called. */
  name = (/** @type {number} */ k) => seatName(this.names.value, k);

  /** Whether something is wrong with an event. @param {number} n */
  isWrong(n) {
    return isFault(this.verdicts.of(n));
  }
}
