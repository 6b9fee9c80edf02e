// @ts-check
// Encodes a question for the fragment of an address, which is never sent to a server: compressed JSON in base64url.

/** The maximum size, like the service's limit for requests. */
const BYTES_MAX = 65536;

/** @param {ReadableStream<Uint8Array>} stream @param {number} most */
async function readAll(stream, most) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  parts.reduce((from, part) => (all.set(part, from), from + part.length), 0);
  return all;
}

/** Encode a question. @param {unknown} question @returns {Promise<string>} */
export async function encodeQuestion(question) {
  const stream = new Blob([JSON.stringify(question)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = await readAll(stream, BYTES_MAX);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decode a question. Throw for invalid text, or if the result is too long. @param {string} text @returns {Promise<any>} */
export async function decodeQuestion(text) {
  if (text.length > 2 * BYTES_MAX) throw new RangeError("too long");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(await readAll(stream, BYTES_MAX)));
}
