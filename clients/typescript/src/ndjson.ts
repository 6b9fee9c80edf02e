// Lines of a stream, however it was cut on its way.

/**
 * Takes bytes of UTF-8 in pieces, and gives lines as soon as they are whole. `\n` ends a line, or `\r\n`, and nothing
 * else does: JSON may hold U+2028. A last line without an end was cut short, and never comes.
 */
export class Lines {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** The lines that this piece ends, without their ends. */
  add(piece: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(piece, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  }
}
