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
  const frame = table.getBoundingClientRect();
  const flights = movesBetween(before, after).slice(0, MOST).map(({ from, to }) => {
    const element = elementAt(table, from);
    const card = element?.matches(".card") ? element : element?.querySelector(".card:not(.slot)");
    if (!element) return null;
    const box = element.getBoundingClientRect();
    return { from: box, to, ghost: card ? ghostOf(card, box, frame) : null };
  });
  return /** @type {Flight[]} */ (flights.filter(Boolean));
}

/** A copy of a card, where it lies. @param {Element} card @param {DOMRect} from @param {DOMRect} frame */
function ghostOf(card, from, frame) {
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.className = `${ghost.className} ghost`;
  for (const name of ["data-place", "data-card", "aria-label", "title"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${from.left - frame.left}px`, top: `${from.top - frame.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  return ghost;
}

/**
 * Lets them fly to where they lie afterwards: the card itself, or a copy of it into a pile, a field or a purse. All that
 * flies lies there before the page is laid out, once, and where it goes is looked up then.
 * @param {HTMLElement} table @param {Flight[]} flights
 */
export function fly(table, flights) {
  const begun = flights.flatMap(({ from, to, ghost }) => {
    const target = elementAt(table, to);
    if (!target) return [];
    const glides = target.matches("button.card");
    if (glides) target.classList.add("flying");
    else if (ghost) table.append(ghost);
    else return [];
    return [{ from, target, glides, ghost }];
  });
  if (begun.length) requestAnimationFrame(() => {
    const ways = begun.map((flight) => ({ ...flight, to: flight.target.getBoundingClientRect() }));
    for (const { from, to, target, glides, ghost } of ways) {
      if (!target.isConnected) ghost?.remove(); // two steps came before one picture
      else if (glides) glide(target, from, to);
      else if (ghost) sink(ghost, from, to);
    }
  });
}

/**
 * Lets something fly, until it has landed. A clock ends it: of what ends by itself the browser draws a picture for each
 * sixtieth of its last 40 ms, whether anything moves or not.
 * @param {HTMLElement} element @param {Keyframe} from @param {Keyframe} to
 */
async function flown(element, from, to) {
  const flight = element.animate([{ ...from, easing: "cubic-bezier(.2,.7,.2,1)" }, { ...to, offset: 0.5 }, to], 2 * FLIGHT);
  await new Promise((landed) => setTimeout(landed, FLIGHT));
  flight.cancel();
}

/** From the middle of one place to that of another. @param {DOMRect} from @param {DOMRect} to */
const way = (from, to) => `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px)`;

/** How often a card flies just now: whoever steps fast lets one fly on before it has landed. @type {WeakMap<HTMLElement, number>} */
const aloft = new WeakMap();

/** The card itself comes from where it was; nothing but its transform is animated, so that the page draws none of it. @param {HTMLElement} card @param {DOMRect} from @param {DOMRect} to */
async function glide(card, from, to) {
  const scale = to.height ? Math.max(from.height / to.height, 0.4) : 1;
  aloft.set(card, (aloft.get(card) ?? 0) + 1);
  await flown(card, { transform: `${way(to, from)} scale(${scale})` }, { transform: "none" });
  aloft.set(card, (aloft.get(card) ?? 0) - 1);
  card.classList.toggle("flying", Boolean(aloft.get(card)));
}

/** @param {HTMLElement} ghost @param {DOMRect} from @param {DOMRect} to */
async function sink(ghost, from, to) {
  await flown(ghost, { transform: "none", opacity: 1 }, { transform: `${way(from, to)} scale(.7)`, opacity: 0.55 });
  ghost.remove();
}
