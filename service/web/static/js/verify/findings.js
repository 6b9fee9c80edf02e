// @ts-check
// The error of a failed check: the key of its message, and the message's arguments.

/** @typedef {Record<string, string | number>} MessageArguments */

export class CheckFailed extends Error {
  /** @param {string} code @param {MessageArguments} [told] */
  constructor(code, told = {}) {
    super(code);
    this.code = code;
    this.told = told;
  }
}

/** @param {unknown} holds @param {string} code @param {MessageArguments} [told] @returns {asserts holds} */
export function requireThat(holds, code, told) {
  if (!holds) throw new CheckFailed(code, told);
}
