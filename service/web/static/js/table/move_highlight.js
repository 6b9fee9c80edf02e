// @ts-check
// What the latest event did, as it stays to be seen on the table: where cards came from, where they went, how many.

/** The zone or field that a place lies in: `/seats/1/fields/0` of `/seats/1/fields/0/2`. @param {string} place */
export const holderOf = (place) => place.replace(/\/[0-9]+$/, (index, at) => (/\/fields$/.test(place.slice(0, at)) ? index : ""));

/**
 * Marks for the moves of a film; all red when the event breaks a rule.
 * @param {import("../game/tables.js").Film} film @param {boolean} wrong
 */
export function traceOf({ moves = [] }, wrong) {
  /** @type {import("./table.js").Marks} */
  const marks = {};
  const look = wrong ? "came wrong" : "came";
  const left = wrong ? "left wrong" : "left";
  for (const { from, to } of moves) {
    // A card has left its place, so what is marked is where it lay: the field, the hand, the pile.
    if (from) marks[holderOf(from)] ??= { look: left };
    if (!to) continue; // out of the game, or where this view may not look
    marks[to] = { look };
    if (/\/(coins|fields|discard_pile)\b/.test(to)) marks[holderOf(to)] = { look };
  }
  return marks;
}

/** All marks of both; a place that both have bears both looks. @param {import("./table.js").Marks} marks @param {import("./table.js").Marks} more */
export function joined(marks, more) {
  const all = { ...marks };
  for (const [place, { look, note, bean }] of Object.entries(more)) {
    const here = all[place];
    all[place] = here ? { look: `${here.look} ${look}`, note: note || here.note, bean: bean || here.bean } : { look, note, bean };
  }
  return all;
}
