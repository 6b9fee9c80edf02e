// @ts-check
// A question as text for the fragment of an address, which no server is sent: JSON, compressed, in the letters of base64url.

/** More than this the service would not take either. */
const MOST = 65536;

/** @param {ReadableStream<Uint8Array>} stream @param {number} most */
async function gathered(stream, most) {
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

/** @param {unknown} question @returns {Promise<string>} */
export async function packed(question) {
  const stream = new Blob([JSON.stringify(question)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = await gathered(stream, MOST);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The question in such a text; an error for what is none, or unpacks to more than a question can be. @param {string} text @returns {Promise<any>} */
export async function unpacked(text) {
  if (text.length > 2 * MOST) throw new RangeError("too long");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(await gathered(stream, MOST)));
}
