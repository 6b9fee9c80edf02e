// @ts-check
// Comments grouped by event, and references to events in their text.

/** @typedef {{id: string, n: number, at: string, by: string, name: string | null, kind: string, text: string, code: string | null, facts: Record<string, string | number>}} Note */

/** Split a text at references to events, such as `#112` or `n 112`, into strings and numbers of events. @param {string} text @returns {(string | number)[]} */
export function splitReferences(text) {
  return text.split(/(#\d{1,6}\b|\bn ?\d{1,6}\b)/i).filter(Boolean).map((part) => (/^(#|n ?)\d+$/i.test(part) ? Number(part.replace(/\D/g, "")) : part));
}

/** Return the comments up to an event, grouped by event. @param {Note[]} notes @param {number} limit @returns {[number, Note[]][]} */
export function groupByEvent(notes, limit) {
  /** @type {Map<number, Note[]>} */
  const byEvent = new Map();
  for (const note of notes) if (note.n <= limit) byEvent.set(note.n, [...(byEvent.get(note.n) ?? []), note]);
  return [...byEvent].sort(([one], [other]) => one - other);
}
