// @ts-check
// The names of places of a table, such as a hand, a field, or its fourth card.
import { say } from "../i18n.js";
import { areasOf } from "../table/areas.js";
import { cardsOf } from "../table/cards.js";
import { placeName } from "../table/terrains.js";
import { valueAt } from "./position.js";

/** @typedef {(seat: number) => string} Naming */

/** Convert the service's path `seats[1].hand[0]` to the JSON Pointer `/seats/1/hand/0`. @param {string} path */
export const toPointer = (path) => `/${path.replace(/^position\.?/, "").replaceAll(/\[([0-9]+)\]/g, "/$1").replaceAll(".", "/")}`.replaceAll("//", "/");

/** Return the zone of a place, and the index of the card in it, or null. @param {string} place @returns {[string, number | null]} */
export function zoneOf(place) {
  const found = /^(\/seats\/[0-9]+\/(?:fields\/[0-9]+|[a-z_]+)|\/[a-z_]+)(?:\/([0-9]+))?$/.exec(place);
  return found ? [found[1], found[2] === undefined ? null : Number(found[2])] : [place, null];
}

const TITLES = /** @type {Record<string, string>} */ ({ hand: "table-hand", set_aside: "table-set-aside", coins: "ask-coins", draw_pile: "table-draw-pile", discard_pile: "table-discards", turned_up: "table-turned-up" });

/** Return the name of a zone without its owner. @param {string} zone @param {string} edition */
export function zoneTitle(zone, edition) {
  const [, seat, name = "", field] = /^\/(?:seats\/([0-9]+)\/)?([a-z_]+)(?:\/([0-9]+))?$/.exec(zone) ?? [];
  if (name === "fields") return field === undefined ? say("ask-fields") : say("table-field", { field: Number(field) + 1 });
  return TITLES[name] ? say(TITLES[name]) : areasOf(edition, seat === undefined ? "table" : "seat")[name] ?? name.replaceAll("_", " ");
}

/** Describe a place in words, such as "Bo · Hand · card 4". @param {string} place @param {string} edition @param {Naming} name */
export function describePlace(place, edition, name) {
  const terrain = /^\/board\/(.+)$/.exec(place);
  if (terrain) return placeName(edition, terrain[1]);
  const [zone, i] = zoneOf(place);
  const owner = /^\/seats\/([0-9]+)/.exec(zone);
  const parts = [owner && name(Number(owner[1])), /^\/seats\/[0-9]+$/.test(zone) ? null : zoneTitle(zone, edition), i !== null && say("ask-card-number", { n: i + 1 })];
  return parts.filter(Boolean).join(" · ");
}

/** Return every zone that can hold cards, those of the table first. @param {any} position @returns {string[]} */
export function zonesOf(position) {
  const own = Object.keys(areasOf(position.edition, "seat"));
  return [
    "/draw_pile", "/discard_pile", "/turned_up", ...Object.keys(areasOf(position.edition, "table")).map((area) => `/${area}`),
    ...position.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ k) => [
      `/seats/${k}/hand`, ...seat.fields.map((/** @type {any} */ _, /** @type {number} */ i) => `/seats/${k}/fields/${i}`),
      `/seats/${k}/coins`, `/seats/${k}/set_aside`, ...own.map((area) => `/seats/${k}/${area}`),
    ]),
  ];
}

/** Return how many cards a zone holds. @param {any} position @param {string} zone */
export const countAt = (position, zone) => cardsOf(valueAt(position, zone)).length;
