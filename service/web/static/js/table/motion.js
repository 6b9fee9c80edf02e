// @ts-check
// Animates the cards that move when the table changes by one event, forwards or backwards.

/** @typedef {{from: DOMRect, to: string, copy: HTMLElement | null}} CardMotion from a box on the screen to a place of the table */

const DURATION_MS = 220;
/** At most this many cards move at once, since nobody can follow more. */
const CARDS_MAX = 24;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Return the element of a place, or of the nearest place that contains it. @param {Element} table @param {string} place @returns {HTMLElement | null} */
function elementAt(table, place) {
  for (let at = place; at; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = /** @type {HTMLElement | null} */ (table.querySelector(`[data-place="${at}"]`));
    if (found) return found.matches(".zone, .fields") ? found.querySelector(".card, .fan, .slot") ?? found : found;
  }
  return null;
}

/** Return the moves between two neighbouring snapshots, reversed if the second is the earlier one. @param {import("../game/tables.js").Snapshot} before @param {import("../game/tables.js").Snapshot} after */
function movesBetween(before, after) {
  if (after.n === before.n + 1) return after.moves || [];
  if (after.n === before.n - 1) return (before.moves || []).map(({ from, to, ...move }) => ({ ...move, from: to, to: from }));
  return [];
}

/** Measure the cards that are about to move, before the table is drawn again. @param {HTMLElement} table @param {import("../game/tables.js").Snapshot} before @param {import("../game/tables.js").Snapshot} after @returns {CardMotion[] | null} */
export function measureCards(table, before, after) {
  if (reducedMotion.matches || before === after || document.hidden) return null;
  const frame = table.getBoundingClientRect();
  const motions = movesBetween(before, after).slice(0, CARDS_MAX).map(({ from, to }) => {
    const element = elementAt(table, from);
    const card = element?.matches(".card") ? element : element?.querySelector(".card:not(.slot)");
    if (!element) return null;
    const box = element.getBoundingClientRect();
    return { from: box, to, copy: card ? copyOf(card, box, frame) : null };
  });
  return /** @type {CardMotion[]} */ (motions.filter(Boolean));
}

/** Return a copy of a card, positioned over the card. @param {Element} card @param {DOMRect} from @param {DOMRect} frame */
function copyOf(card, from, frame) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  copy.className = `${copy.className} ghost`;
  for (const name of ["data-place", "data-card", "aria-label", "title"]) copy.removeAttribute(name);
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, { left: `${from.left - frame.left}px`, top: `${from.top - frame.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  return copy;
}

/**
 * Animate measured cards to their new places: the card itself, or its copy into a pile, a field or the coins.
 * All copies are inserted before the targets are measured, so that the page is laid out only once.
 * @param {HTMLElement} table @param {CardMotion[]} motions
 */
export function animateCards(table, motions) {
  const started = motions.flatMap(({ from, to, copy }) => {
    const target = elementAt(table, to);
    if (!target) return [];
    const isCard = target.matches("button.card");
    if (isCard) target.classList.add("flying");
    else if (copy) table.append(copy);
    else return [];
    return [{ from, target, isCard, copy }];
  });
  if (started.length) requestAnimationFrame(() => {
    const targets = started.map((motion) => ({ ...motion, to: motion.target.getBoundingClientRect() }));
    for (const { from, to, target, isCard, copy } of targets) {
      if (!target.isConnected) copy?.remove(); // the table was drawn again before this frame
      else if (isCard) moveCard(target, from, to);
      else if (copy) moveCopy(copy, from, to);
    }
  });
}

/**
 * Animate an element and wait for the end. A timer cancels the animation after the first half: an animation that ends
 * by itself makes the browser draw frames for its last 40 ms even if nothing moves.
 * @param {HTMLElement} element @param {Keyframe} from @param {Keyframe} to
 */
async function animate(element, from, to) {
  const animation = element.animate([{ ...from, easing: "cubic-bezier(.2,.7,.2,1)" }, { ...to, offset: 0.5 }, to], 2 * DURATION_MS);
  await new Promise((done) => setTimeout(done, DURATION_MS));
  animation.cancel();
}

/** Return the CSS translation from the centre of one box to the centre of another. @param {DOMRect} from @param {DOMRect} to */
const translation = (from, to) => `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px)`;

/** The number of running animations of each card. Fast stepping starts one before the previous one has ended. @type {WeakMap<HTMLElement, number>} */
const runningAnimations = new WeakMap();

/** Animate a card from its former place. Only the transform changes, so that the browser need not repaint the card. @param {HTMLElement} card @param {DOMRect} from @param {DOMRect} to */
async function moveCard(card, from, to) {
  const scale = to.height ? Math.max(from.height / to.height, 0.4) : 1;
  runningAnimations.set(card, (runningAnimations.get(card) ?? 0) + 1);
  await animate(card, { transform: `${translation(to, from)} scale(${scale})` }, { transform: "none" });
  runningAnimations.set(card, (runningAnimations.get(card) ?? 0) - 1);
  card.classList.toggle("flying", Boolean(runningAnimations.get(card)));
}

/** Animate the copy of a card into a pile, and remove it. @param {HTMLElement} copy @param {DOMRect} from @param {DOMRect} to */
async function moveCopy(copy, from, to) {
  await animate(copy, { transform: "none", opacity: 1 }, { transform: `${translation(from, to)} scale(.7)`, opacity: 0.55 });
  copy.remove();
}
