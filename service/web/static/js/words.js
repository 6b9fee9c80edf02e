// Commands and notes in words: the templates of an edition, filled by the kind of each member.
import { FACE_DOWN, cardName, inWords } from "./cards.js";
import { data } from "./html.js";
import { placeName } from "./places.js";

const { editions, words: shared } = data();
const wordOf = (edition, key) => editions[edition]?.words[key] ?? shared[key];
const isEmpty = (value) => !value || (typeof value === "object" && !Object.keys(value).length);

/** A card of the own hand by its slot; one that is not known by its slot alone. */
const held = (slot, hand) => (hand[slot] ? cardName(hand[slot]) : `slot ${slot}`);
const one = (card) => (card === FACE_DOWN ? `a ${shared.face_down}` : cardName(card));

/** One value of a kind. */
const AS = {
  card: (value) => one(value),
  coin: (value) => cardName(value),
  place: (value, { edition }) => placeName(edition, value),
  seat: (value, { name, edition }) => (value === null || value === undefined ? wordOf(edition, "anyone") : name(value)),
  slot: (value, { hand }) => held(value, hand),
};

function written(member, value, by) {
  if (value === undefined || (value === null && member?.kind !== "seat")) return by.word("nothing");
  const as = AS[member?.kind] || String;
  if (member?.kind === "coin" && member.many) return inWords(value);
  return member?.many ? value.map((each) => as(each, by)).join(", ") : as(value, by);
}

/** The side of a deal, by where its cards come from: which cards they are, matters to no rule. */
function side(names, order, members, { word }) {
  const part = (name) => {
    const value = order[name];
    if (isEmpty(value)) return [];
    if (members[name]?.kind === "coins") return [word("coins")];
    if (members[name]?.kind === null) return [...new Set(value.map(({ source }) => word(`card.${source}`) ?? source))];
    return [word(`${name}.some`) ?? inWords(Object.keys(value))];
  };
  return names.flatMap(part).join(` ${word("and")} `) || word("nothing");
}

/** A template filled: `[...]` is left out when something in it has nothing to say, of `[a|b]` then b is left. */
function filled(template, values, members, by) {
  const fill = (text) =>
    text.replace(/\{([^}]+)\}/g, (_, name) =>
      name.includes("+") ? side(name.split("+"), values, members, by) : written(members[name], values[name], by));
  const says = (text) => [...text.matchAll(/\{([^}]+)\}/g)].every(([, names]) => names.split("+").some((name) => !isEmpty(values[name])));
  return template.replace(/\[([^\]|]*)(?:\|([^\]]*))?\]|[^[]+/g, (piece, optional, otherwise = "") =>
    optional === undefined ? fill(piece) : says(optional) ? fill(optional) : fill(otherwise));
}

/**
 * A command in words, `hand` being {slot: card} of who would give it. One that is open to what it contains is told so;
 * a kind that the edition has no words for is told by its name.
 */
export function spoken(edition, order, hand = {}, name = (seat) => `seat ${seat}`) {
  const { says, members = {} } = editions[edition]?.commands[order.type] || {};
  const template = says?.[order.from_hand ? "open" : order.source] ?? says?.[""];
  if (template === undefined) return order.type.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  return filled(template, order, members, { edition, hand, name, word: (key) => wordOf(edition, key) });
}

/** What the turn of an edition remembers, in words; what has none is told by its name. */
export function noted(edition, key, value) {
  const template = editions[edition]?.notes[key];
  if (template === undefined) return `${key.replaceAll("_", " ")}: ${JSON.stringify(value)}`;
  return isEmpty(value) ? "" : filled(template, { [key]: value }, {}, {});
}

/** The areas that an edition adds, each with its title, and the members that only count what is known of them. */
export const areasOf = (edition, where) => editions[edition]?.areas[where] || {};
export const countedBy = (edition) => editions[edition]?.counted || [];

/** What an edition marks on a timeline besides what all of them do, each with its name. */
export const ownMarkers = (edition) => Object.entries(editions[edition]?.markers || {});
