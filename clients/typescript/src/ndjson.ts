// Lines of a stream, from pieces of any size.

/**
 * Takes bytes of UTF-8 in pieces, and returns each line when it is complete. Only `\n` or `\r\n` ends a line: JSON may
 * hold U+2028. A last line without an end was interrupted, and is never returned.
 */
export class Lines {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** Return the lines that this piece ends, without their ends. */
  add(piece: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(piece, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  }
}
