// @ts-check
// What is not as it ought to be in a bundle: a key of the words that tell it, with what fills them.

/** @typedef {Record<string, string | number>} Told */

export class Wrong extends Error {
  /** @param {string} code @param {Told} [told] */
  constructor(code, told = {}) {
    super(code);
    this.code = code;
    this.told = told;
  }
}

/** @param {unknown} holds @param {string} code @param {Told} [told] @returns {asserts holds} */
export function need(holds, code, told) {
  if (!holds) throw new Wrong(code, told);
}
