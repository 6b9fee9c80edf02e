// @ts-check
// Highlights on the table what the latest event moved: where cards came from, and where they went.

/** Return the zone or field that contains a place, such as `/seats/1/fields/0` for `/seats/1/fields/0/2`. @param {string} place */
export const zoneOf = (place) => place.replace(/\/[0-9]+$/, (index, at) => (/\/fields$/.test(place.slice(0, at)) ? index : ""));

/**
 * Return marks for the moves of a snapshot; they are red if the event breaks a rule.
 * @param {import("../game/tables.js").Snapshot} snapshot @param {boolean} isWrong
 */
export function moveMarks({ moves = [] }, isWrong) {
  /** @type {import("./table.js").Marks} */
  const marks = {};
  const look = isWrong ? "came wrong" : "came";
  const left = isWrong ? "left wrong" : "left";
  for (const { from, to } of moves) {
    // The card is no longer at its old place, so its zone is marked: the field, the hand or the pile.
    if (from) marks[zoneOf(from)] ??= { look: left };
    if (!to) continue; // removed from the game, or hidden from this view
    marks[to] = { look };
    if (/\/(coins|fields|discard_pile)\b/.test(to)) marks[zoneOf(to)] = { look };
  }
  return marks;
}

/** Merge two sets of marks. A place in both sets gets both looks. @param {import("./table.js").Marks} marks @param {import("./table.js").Marks} more */
export function mergeMarks(marks, more) {
  const all = { ...marks };
  for (const [place, { look, note, bean }] of Object.entries(more)) {
    const here = all[place];
    all[place] = here ? { look: `${here.look} ${look}`, note: note || here.note, bean: bean || here.bean } : { look, note, bean };
  }
  return all;
}
