// @ts-check
// Remembers a request to focus the comment field until the field is drawn.

let isRequested = false;

/** Request the focus for the comment field. */
export const requestFocus = () => {
  isRequested = true;
};

/** Focus the comment field if requested: a `ref`. @param {HTMLElement | null} field */
export function focusIfRequested(field) {
  if (!isRequested || !field) return;
  isRequested = false;
  field.focus();
}
