// @ts-check
// Reads a text/event-stream by hand, since EventSource cannot send a token.

/**
 * Splits a stream into messages, those together that came together; comments are heartbeats and left out.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{event: string, id: string | null, data: string}[]>}
 */
export async function* messages(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      const said = blocks.map(parsed).filter(({ data }) => data);
      if (said.length) yield said;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} block */
function parsed(block) {
  const message = { event: "message", id: /** @type {string | null} */ (null), data: "" };
  for (const line of block.split("\n")) {
    const [, field, text] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "data") message.data += (message.data && "\n") + text;
    else if (field === "event" || field === "id") message[field] = text;
  }
  return message;
}
