// @ts-check
// Whether somebody wants to write a comment, for as long as the place to write at has yet to come.

let waits = false;

/** Somebody wants to write. */
export const takePen = () => {
  waits = true;
};

/** Where one writes is there: a `ref`. @param {HTMLElement | null} place */
export function write(place) {
  if (!waits || !place) return;
  waits = false;
  place.focus();
}
