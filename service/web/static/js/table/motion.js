// @ts-check
// Cards fly from where they were to where they go, forwards and backwards, when the table goes one event on or back.

/** @typedef {{from: DOMRect, to: string, ghost: HTMLElement | null}} Flight */

const FLIGHT = 220;
/** More cards than this at once would be a swarm that nobody can follow. */
const MOST = 24;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The element of a place, or of what it lies in. @param {Element} table @param {string} place @returns {HTMLElement | null} */
function elementAt(table, place) {
  for (let at = place; at; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = /** @type {HTMLElement | null} */ (table.querySelector(`[data-place="${at}"]`));
    if (found) return found.matches(".zone, .fields") ? found.querySelector(".card, .fan, .slot") ?? found : found;
  }
  return null;
}

/** The moves from one film to the next: those of the later one, forwards or backwards. @param {import("../game/tables.js").Film} before @param {import("../game/tables.js").Film} after */
function movesBetween(before, after) {
  if (after.n === before.n + 1) return after.moves || [];
  if (after.n === before.n - 1) return (before.moves || []).map(({ from, to, ...move }) => ({ ...move, from: to, to: from }));
  return [];
}

/** Where the cards that are about to move lie now. @param {HTMLElement} table @param {import("../game/tables.js").Film} before @param {import("../game/tables.js").Film} after @returns {Flight[] | null} */
export function measured(table, before, after) {
  if (still.matches || before === after || document.hidden) return null;
  const flights = movesBetween(before, after).slice(0, MOST).map(({ from, to }) => {
    const element = elementAt(table, from);
    const card = element?.matches(".card") ? element : element?.querySelector(".card:not(.slot)");
    return element && { from: element.getBoundingClientRect(), to, ghost: card ? /** @type {HTMLElement} */ (card.cloneNode(true)) : null };
  });
  return /** @type {Flight[]} */ (flights.filter(Boolean));
}

/** Lets them fly to where they lie afterwards. @param {HTMLElement} table @param {Flight[]} flights */
export function fly(table, flights) {
  if (!flights.length) return;
  // All is measured before anything is changed: the page is laid out once.
  const frame = table.getBoundingClientRect();
  const landings = flights.map(({ from, to, ghost }) => {
    const target = elementAt(table, to);
    return target && { from, ghost, target, there: target.getBoundingClientRect() };
  });
  for (const flight of landings) {
    if (flight?.target.matches("button.card")) glide(flight.target, flight.from, flight.there);
    else if (flight?.ghost) sink(table, frame, flight.ghost, flight.from, flight.there);
  }
}

const EASED = { duration: FLIGHT, easing: "cubic-bezier(.2,.7,.2,1)" };

/** From the middle of one place to that of another. @param {DOMRect} from @param {DOMRect} to */
const way = (from, to) => `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px)`;

/** The card itself comes from where it was; nothing but its transform is animated, so that the page draws none of it. @param {HTMLElement} card @param {DOMRect} from @param {DOMRect} to */
function glide(card, from, to) {
  const scale = to.height ? Math.max(from.height / to.height, 0.4) : 1;
  card.classList.add("flying");
  const flight = card.animate([{ transform: `${way(to, from)} scale(${scale})` }, { transform: "none" }], EASED);
  // Whoever steps fast lets a card fly on before it has landed.
  flight.finished.finally(() => card.classList.toggle("flying", card.getAnimations().some((other) => other !== flight && !(other instanceof CSSTransition))));
}

/** A copy of the card goes into a pile, a field or a purse. @param {HTMLElement} table @param {DOMRect} frame @param {HTMLElement} ghost @param {DOMRect} from @param {DOMRect} to */
function sink(table, frame, ghost, from, to) {
  ghost.className = `${ghost.className} ghost`;
  for (const name of ["data-place", "data-card", "aria-label", "title"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${from.left - frame.left}px`, top: `${from.top - frame.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  table.append(ghost);
  ghost.animate([{ transform: "none", opacity: 1 }, { transform: `${way(from, to)} scale(.7)`, opacity: 0.55 }], EASED).finished.finally(() => ghost.remove());
}
