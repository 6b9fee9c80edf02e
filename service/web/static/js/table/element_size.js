// @ts-check
// How much room a seat and the table have, told to their style sheet: container queries would cost some 30 ms a step.

const REM = 16;

/** @type {Record<string, (width: number, height: number) => [Record<string, number>, string[]]>} */
const ROOM = {
  table: (width, height) => {
    const flat = height <= 21 * REM && width > 1.4 * height;
    return [{ "--th": height }, [width <= 46 * REM || flat ? "narrow" : "", flat ? "flat" : width <= 30 * REM ? "phone" : ""]];
  },
  seat: (width, height) => [{ "--sw": width, "--sh": height }, [height <= 5.6 * REM ? "low" : "", height >= 7.4 * REM && width <= 38 * REM ? "tall" : ""]],
};

const watching = globalThis.ResizeObserver && new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const element = /** @type {HTMLElement} */ (target);
    const [lengths, shapes] = ROOM[element.matches(".seat") ? "seat" : "table"](contentRect.width, contentRect.height);
    for (const [name, length] of Object.entries(lengths)) element.style.setProperty(name, `${length}px`);
    element.dataset.shape = shapes.filter(Boolean).join(" ");
  }
});

/** Watches the room of one element, and forgets it when it is gone: a `ref`, one for each. */
export function fitting() {
  /** @type {HTMLElement | null} */
  let held = null;
  return (/** @type {HTMLElement | null} */ element) => {
    if (held) watching.unobserve(held);
    held = element;
    if (held) watching.observe(held);
  };
}
