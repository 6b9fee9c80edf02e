// @ts-check
// Comments by the event that they are about, and the events that they name.

/** @typedef {{id: string, n: number, at: string, by: string, name: string | null, kind: string, text: string, code: string | null, facts: Record<string, string | number>}} Note */

/** A text cut where it names an event, as `#112` or `n 112`: strings, and the numbers of events. @param {string} text @returns {(string | number)[]} */
export function parts(text) {
  return text.split(/(#\d{1,6}\b|\bn ?\d{1,6}\b)/i).filter(Boolean).map((part) => (/^(#|n ?)\d+$/i.test(part) ? Number(part.replace(/\D/g, "")) : part));
}

/** The comments that may be told, by the event they are about. @param {Note[]} notes @param {number} limit @returns {[number, Note[]][]} */
export function threads(notes, limit) {
  /** @type {Map<number, Note[]>} */
  const found = new Map();
  for (const note of notes) if (note.n <= limit) found.set(note.n, [...(found.get(note.n) ?? []), note]);
  return [...found].sort(([one], [other]) => one - other);
}
