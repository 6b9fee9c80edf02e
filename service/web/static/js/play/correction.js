// @ts-check
// Correction of a table by an arbiter: press a card, then its target. The service previews the correction before it is recorded.
import { batch, computed, signal } from "@preact/signals";
import { ask, randomKey, gamePath, withQuery } from "../api.js";
import { lang, say } from "../i18n.js";
import { areasOf } from "../table/areas.js";
import { cardName, FACE_DOWN } from "../table/cards.js";
import { cardPlaceAt } from "../table/hit_test.js";
import { errorMessage } from "../error_messages.js";

/**
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{version: number, fix: string, says: string, table: any}} CorrectionPreview
 * @typedef {{line: string, words: string, place: string}} Target `line` is the target in notation
 */

/** Return the letter of a seat in notation. */
const letter = (/** @type {number} */ seat) => String.fromCharCode(65 + seat);
/** The names of areas in notation, if they differ. @type {Record<string, string>} */
const NOTATION_NAMES = { draw_pile: "pile", discard_pile: "discards", turned_up: "up", set_aside: "aside" };
/** The most frequent targets, which are highlighted. A card may go anywhere. */
const HIGHLIGHTED = /fields|_pile$/;
const notationName = (/** @type {string} */ area) => NOTATION_NAMES[area] ?? area;

/** Split a place into its seat, its area, and the index of the field or card in the area. @param {string} place */
function parsePlace(place) {
  const [, seat, area = "", index] = /^(?:\/seats\/([0-9]+))?\/([a-z_]+)(?:\/([0-9]+))?/.exec(place) ?? [];
  return { seat: seat === undefined ? null : Number(seat), area, index: index === undefined ? null : Number(index) };
}

/** Return the value at a place. @param {any} table @param {string} place */
const valueAt = (table, place) => place.slice(1).split("/").reduce((part, name) => part?.[name], table);

/** Return the origin and the card of a correction, in notation. @param {any} table @param {string} place */
function origin(table, place) {
  const { seat, area, index } = parsePlace(place);
  if (area === "draw_pile") return { from: "pile", cards: "" };
  const card = valueAt(table, place);
  const cards = typeof card === "string" && card !== FACE_DOWN ? ` {${card}}` : "";
  if (area === "fields") return { from: `${letter(seat ?? 0)} ${(index ?? 0) + 1}`, cards };
  if (area === "hand") return { from: `${letter(seat ?? 0)} @${(index ?? 0) + 1}`, cards };
  return { from: seat === null ? notationName(area) : `${letter(seat)} ${notationName(area)}`, cards };
}

export class Correction {
  /** Whether a correction is in progress. */
  isOpen = signal(false);
  /** The place of the card that was pressed. */
  picked = signal(/** @type {string | null} */ (null));
  previewed = signal(/** @type {CorrectionPreview | null} */ (null));
  problem = signal("");
  done = signal("");
  busy = signal(false);
  /** The dispute that the correction belongs to, or null. */
  dispute = signal(/** @type {string | null} */ (null));

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Whether the viewer may correct the table: the token of a running game that sees every hand. */
  isAllowed = computed(() => Boolean(this.game.isLive.value && this.game.you.value === null && this.game.token && this.game.head.value.may.views.includes("omniscient")));

  /** @param {string | null} [dispute] */
  async begin(dispute = null) {
    batch(() => {
      this.dispute.value = dispute;
      this.isOpen.value = true;
      this.done.value = "";
    });
    this.cancel();
    await this.game.changeView("omniscient");
    this.game.goTo(this.game.version.value);
  }

  end() {
    this.cancel();
    this.isOpen.value = false;
  }

  cancel() {
    batch(() => {
      this.picked.value = null;
      this.previewed.value = null;
      this.problem.value = "";
    });
  }

  /** The snapshot after the previewed correction, or null. */
  preview = computed(() => {
    const snapshot = this.game.shown.value;
    return snapshot && this.previewed.value ? { ...snapshot, table: this.previewed.value.table, moves: [], pays: undefined } : null;
  });

  /** The targets of a card in words. The service decides whether a target is possible. @type {import("@preact/signals").ReadonlySignal<Target[]>} */
  targets = computed(() => {
    const table = this.game.shown.value?.table;
    if (!table) return [];
    const editionAreas = Object.entries(areasOf(table.edition, "seat"));
    const seats = table.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ k) => {
      const args = { who: this.game.name(k) };
      return [
        ...seat.fields.map((/** @type {any} */ _, /** @type {number} */ i) => ({ line: `${letter(k)} ${i + 1}`, words: say("correct-to-field", { ...args, field: i + 1 }), place: `/seats/${k}/fields/${i}` })),
        { line: `${letter(k)} hand`, words: say("correct-to-hand", args), place: `/seats/${k}/hand` },
        { line: `${letter(k)} coins`, words: say("correct-to-coins", args), place: `/seats/${k}/coins` },
        { line: `${letter(k)} aside`, words: say("correct-to-aside", args), place: `/seats/${k}/set_aside` },
        ...editionAreas.filter(([area]) => Array.isArray(seat[area])).map(([area, title]) => ({ line: `${letter(k)} ${area}`, words: `${args.who}: ${title}`, place: `/seats/${k}/${area}` })),
      ];
    });
    return [...seats,
      { line: "pile", words: say("correct-to-pile"), place: "/draw_pile" }, { line: "bottom", words: say("correct-to-bottom"), place: "" },
      { line: "discards", words: say("correct-to-discards"), place: "/discard_pile" }, { line: "up", words: say("correct-to-up"), place: "/turned_up" },
    ];
  });

  /** The picked card in words. */
  pickedCard = computed(() => {
    const place = this.picked.value;
    if (place === null) return "";
    const { seat, area } = parsePlace(place);
    const card = valueAt(this.game.shown.value?.table, place);
    const name = typeof card === "string" && area !== "draw_pile" ? cardName(card) : say("correct-top-card");
    return seat === null ? name : say("correct-of", { card: name, who: this.game.name(seat) });
  });

  /** Handle a press on the table: first the card, then its target. @param {string} pressed */
  press(pressed) {
    const table = this.game.shown.value?.table;
    if (this.previewed.value || !table) return true;
    this.done.value = "";
    this.problem.value = "";
    const { seat, area, index } = parsePlace(pressed);
    const place = area === "fields" && index === null ? "" : area === "fields" ? `/seats/${seat}/fields/${index}` : `${seat === null ? "" : `/seats/${seat}`}/${area}`;
    if (this.picked.value === null) {
      const card = pressed === "/draw_pile" ? (table.draw_pile.length || table.draw_pile > 0 ? pressed : null) : cardPlaceAt(table, pressed);
      if (card) this.picked.value = card;
      else this.problem.value = say("correct-nothing-there");
      return true;
    }
    if (pressed === this.picked.value || cardPlaceAt(table, pressed) === this.picked.value) this.cancel();
    else {
      const target = this.targets.value.find((one) => one.place === place);
      if (target) this.previewMove(target.line);
    }
    return true;
  }

  /** Preview moving the picked card to a target. @param {string} line */
  previewMove(line) {
    const { from, cards } = origin(this.game.shown.value?.table, this.picked.value ?? "");
    return this.requestPreview(`${from} > ${line}${cards}`);
  }

  /** Request a preview of a correction in notation. @param {string} fix */
  async requestPreview(fix) {
    await this.#run(async () => {
      this.previewed.value = await ask(withQuery(gamePath(this.game.id, "/corrections:try"), { lang }), { method: "POST", body: { fix }, token: this.game.token });
    });
  }

  /** Record the previewed correction, unless the game has changed since. @param {string} reason */
  async record(reason) {
    const tried = this.previewed.value;
    if (!tried) return;
    await this.#run(async () => {
      const headers = { "Idempotency-Key": randomKey(), "If-Match": `"table.${tried.version}.omniscient"` };
      await ask(gamePath(this.game.id, "/corrections"), { method: "POST", body: { fix: tried.fix, reason }, token: this.game.token, headers });
      this.cancel();
      this.done.value = tried.says;
    });
  }

  /** Run a request and show its error. @param {() => Promise<void>} act */
  async #run(act) {
    this.busy.value = true;
    try {
      await act();
    } catch (error) {
      this.cancel();
      const { code, errors } = /** @type {any} */ (error).problem ?? {};
      this.problem.value = code === "version.mismatch" ? say("correct-went-on") : code === "request.shape" && errors?.length ? say("correct-refused", { why: errors[0].says }) : errorMessage(error);
    }
    this.busy.value = false;
  }

  /** The marks of the table during a correction. @type {import("@preact/signals").ReadonlySignal<import("../table/table.js").Marks>} */
  marks = computed(() => {
    /** @type {import("../table/table.js").Marks} */
    const marks = {};
    if (this.picked.value && !this.previewed.value) {
      for (const { place, words } of this.targets.value) if (HIGHLIGHTED.test(place)) marks[place] = { look: "glow", note: words };
      const { seat, area, index } = parsePlace(this.picked.value);
      const pickedPlace = area === "fields" ? `/seats/${seat}/fields/${index}` : this.picked.value;
      marks[pickedPlace] = { look: "picked", note: say("play-picked") };
    }
    return marks;
  });

  answers = () => null;
}
