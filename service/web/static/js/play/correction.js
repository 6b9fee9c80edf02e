// @ts-check
// An arbiter sets the table right: the card is pressed, then where it goes; the service tries it before it is given.
import { batch, computed, signal } from "@preact/signals";
import { ask, freshKey, gamePath, withQuery } from "../api.js";
import { lang, say } from "../i18n.js";
import { areasOf } from "../table/areas.js";
import { cardName, FACE_DOWN } from "../table/cards.js";
import { cardAt } from "../table/hit_test.js";
import { trouble } from "../error_messages.js";

/**
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{version: number, fix: string, says: string, table: any}} Tried
 * @typedef {{line: string, words: string, place: string}} Goal
 */

/** What the seats are called in notation. */
const letter = (/** @type {number} */ seat) => String.fromCharCode(65 + seat);
/** What the areas are called in notation, where they have another name there. @type {Record<string, string>} */
const WORDS = { draw_pile: "pile", discard_pile: "discards", turned_up: "up", set_aside: "aside" };
/** Where a card goes most often, which is shown; it may go anywhere. */
const GLOWING = /fields|_pile$/;
const word = (/** @type {string} */ area) => WORDS[area] ?? area;

/** The area of a place, with the seat and the number of the field or card in it. @param {string} place */
function partsOf(place) {
  const [, seat, area = "", nth] = /^(?:\/seats\/([0-9]+))?\/([a-z_]+)(?:\/([0-9]+))?/.exec(place) ?? [];
  return { seat: seat === undefined ? null : Number(seat), area, nth: nth === undefined ? null : Number(nth) };
}

/** What lies at a place. @param {any} table @param {string} place */
const lying = (table, place) => place.slice(1).split("/").reduce((part, name) => part?.[name], table);

/** The beginning of a line: which card is taken, and from where. @param {any} table @param {string} place */
function origin(table, place) {
  const { seat, area, nth } = partsOf(place);
  if (area === "draw_pile") return { from: "pile", cards: "" };
  const card = lying(table, place);
  const cards = typeof card === "string" && card !== FACE_DOWN ? ` {${card}}` : "";
  if (area === "fields") return { from: `${letter(seat ?? 0)} ${(nth ?? 0) + 1}`, cards };
  if (area === "hand") return { from: `${letter(seat ?? 0)} @${(nth ?? 0) + 1}`, cards };
  return { from: seat === null ? word(area) : `${letter(seat)} ${word(area)}`, cards };
}

export class Correcting {
  /** Whether the table is being set right. */
  open = signal(false);
  /** The place of the card that was pressed. */
  picked = signal(/** @type {string | null} */ (null));
  tried = signal(/** @type {Tried | null} */ (null));
  problem = signal("");
  done = signal("");
  busy = signal(false);
  /** The dispute because of which it is done, if there is one. */
  dispute = signal(/** @type {string | null} */ (null));

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Only whoever sees every hand of a game that goes on may be its arbiter. */
  may = computed(() => Boolean(this.game.isLive.value && this.game.you.value === null && this.game.token && this.game.head.value.may.views.includes("omniscient")));

  /** @param {string | null} [dispute] */
  async begin(dispute = null) {
    batch(() => {
      this.dispute.value = dispute;
      this.open.value = true;
      this.done.value = "";
    });
    this.cancel();
    await this.game.look("omniscient");
    this.game.goTo(this.game.version.value);
  }

  end() {
    this.cancel();
    this.open.value = false;
  }

  cancel() {
    batch(() => {
      this.picked.value = null;
      this.tried.value = null;
      this.problem.value = "";
    });
  }

  /** The table as it is, or as it would be. */
  preview = computed(() => {
    const film = this.game.shown.value;
    return film && this.tried.value ? { ...film, table: this.tried.value.table, moves: [], pays: undefined } : null;
  });

  /** Where a card may go, in words; whether it can, the service says. @type {import("@preact/signals").ReadonlySignal<Goal[]>} */
  goals = computed(() => {
    const table = this.game.shown.value?.table;
    if (!table) return [];
    const added = Object.entries(areasOf(table.edition, "seat"));
    const seats = table.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ k) => {
      const own = { who: this.game.name(k) };
      return [
        ...seat.fields.map((/** @type {any} */ _, /** @type {number} */ i) => ({ line: `${letter(k)} ${i + 1}`, words: say("correct-to-field", { ...own, field: i + 1 }), place: `/seats/${k}/fields/${i}` })),
        { line: `${letter(k)} hand`, words: say("correct-to-hand", own), place: `/seats/${k}/hand` },
        { line: `${letter(k)} coins`, words: say("correct-to-coins", own), place: `/seats/${k}/coins` },
        { line: `${letter(k)} aside`, words: say("correct-to-aside", own), place: `/seats/${k}/set_aside` },
        ...added.filter(([area]) => Array.isArray(seat[area])).map(([area, title]) => ({ line: `${letter(k)} ${area}`, words: `${own.who}: ${title}`, place: `/seats/${k}/${area}` })),
      ];
    });
    return [...seats,
      { line: "pile", words: say("correct-to-pile"), place: "/draw_pile" }, { line: "bottom", words: say("correct-to-bottom"), place: "" },
      { line: "discards", words: say("correct-to-discards"), place: "/discard_pile" }, { line: "up", words: say("correct-to-up"), place: "/turned_up" },
    ];
  });

  /** What was pressed first, in words. */
  taken = computed(() => {
    const place = this.picked.value;
    if (place === null) return "";
    const { seat, area } = partsOf(place);
    const card = lying(this.game.shown.value?.table, place);
    const what = typeof card === "string" && area !== "draw_pile" ? cardName(card) : say("correct-top-card");
    return seat === null ? what : say("correct-of", { card: what, who: this.game.name(seat) });
  });

  /** Hears a press on the table: the card, then where it goes. @param {string} pressed */
  press(pressed) {
    const table = this.game.shown.value?.table;
    if (this.tried.value || !table) return true;
    this.done.value = "";
    this.problem.value = "";
    const { seat, area, nth } = partsOf(pressed);
    const place = area === "fields" && nth === null ? "" : area === "fields" ? `/seats/${seat}/fields/${nth}` : `${seat === null ? "" : `/seats/${seat}`}/${area}`;
    if (this.picked.value === null) {
      const card = pressed === "/draw_pile" ? (table.draw_pile.length || table.draw_pile > 0 ? pressed : null) : cardAt(table, pressed);
      if (card) this.picked.value = card;
      else this.problem.value = say("correct-nothing-there");
      return true;
    }
    if (pressed === this.picked.value || cardAt(table, pressed) === this.picked.value) this.cancel();
    else {
      const goal = this.goals.value.find((one) => one.place === place);
      if (goal) this.goTo(goal.line);
    }
    return true;
  }

  /** Tries to move the card there. @param {string} line */
  goTo(line) {
    const { from, cards } = origin(this.game.shown.value?.table, this.picked.value ?? "");
    return this.attempt(`${from} > ${line}${cards}`);
  }

  /** Asks what a line would come to. @param {string} fix */
  async attempt(fix) {
    await this.#ask(async () => {
      this.tried.value = await ask(withQuery(gamePath(this.game.id, "/corrections:try"), { lang }), { method: "POST", body: { fix }, token: this.game.token });
    });
  }

  /** Gives what was tried, at the table at which it was tried. @param {string} reason */
  async give(reason) {
    const tried = this.tried.value;
    if (!tried) return;
    await this.#ask(async () => {
      const headers = { "Idempotency-Key": freshKey(), "If-Match": `"table.${tried.version}.omniscient"` };
      await ask(gamePath(this.game.id, "/corrections"), { method: "POST", body: { fix: tried.fix, reason }, token: this.game.token, headers });
      this.cancel();
      this.done.value = tried.says;
    });
  }

  /** @param {() => Promise<void>} act */
  async #ask(act) {
    this.busy.value = true;
    try {
      await act();
    } catch (error) {
      this.cancel();
      const { code, errors } = /** @type {any} */ (error).problem ?? {};
      this.problem.value = code === "version.mismatch" ? say("correct-went-on") : code === "request.shape" && errors?.length ? say("correct-refused", { why: errors[0].says }) : trouble(error);
    }
    this.busy.value = false;
  }

  /** What is to be seen of places while a card is moved. @type {import("@preact/signals").ReadonlySignal<import("../table/table.js").Marks>} */
  marks = computed(() => {
    /** @type {import("../table/table.js").Marks} */
    const marks = {};
    if (this.picked.value && !this.tried.value) {
      for (const { place, words } of this.goals.value) if (GLOWING.test(place)) marks[place] = { look: "glow", note: words };
      const { seat, area, nth } = partsOf(this.picked.value);
      const held = area === "fields" ? `/seats/${seat}/fields/${nth}` : this.picked.value;
      marks[held] = { look: "picked", note: say("play-picked") };
    }
    return marks;
  });

  answers = () => null;
}
