// @ts-check
// Passes the sizes of a seat and of the table to their style sheet. Container queries would cost some 30 ms a step.

const REM_PX = 16;

/** The lengths in pixels and the names of the shape of an element. @type {Record<string, (width: number, height: number) => [Record<string, number>, string[]]>} */
const LAYOUTS = {
  table: (width, height) => {
    const flat = height <= 21 * REM_PX && width > 1.4 * height;
    return [{ "--th": height }, [width <= 46 * REM_PX || flat ? "narrow" : "", flat ? "flat" : width <= 30 * REM_PX ? "phone" : ""]];
  },
  seat: (width, height) => {
    const isSlim = width <= 20 * REM_PX; // as on the smallest phones: without room for the hand beside the fields
    const isTall = height >= 7.4 * REM_PX && width <= 38 * REM_PX || height > 5.6 * REM_PX && isSlim;
    return [{ "--sw": width, "--sh": height }, [height <= 5.6 * REM_PX ? "low" : "", isTall ? "tall" : "", isSlim ? "slim" : ""]];
  },
};

const observer = globalThis.ResizeObserver && new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const element = /** @type {HTMLElement} */ (target);
    const [lengths, shapes] = LAYOUTS[element.matches(".seat") ? "seat" : "table"](contentRect.width, contentRect.height);
    for (const [name, length] of Object.entries(lengths)) element.style.setProperty(name, `${length}px`);
    element.dataset.shape = shapes.filter(Boolean).join(" ");
  }
});

/** Return a `ref` that observes the size of one element until the element is removed. Each element needs its own. */
export function sizeObserver() {
  /** @type {HTMLElement | null} */
  let observed = null;
  return (/** @type {HTMLElement | null} */ element) => {
    if (observed) observer.unobserve(observed);
    observed = element;
    if (observed) observer.observe(observed);
  };
}
