// @ts-check
// Parses text/event-stream. The browser's EventSource cannot send a token.

/**
 * Yield the messages of a stream, in arrays of those that arrived together. Comments are heartbeats and are skipped.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{event: string, id: string | null, data: string}[]>}
 */
export async function* readMessages(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      const received = blocks.map(parseMessage).filter(({ data }) => data);
      if (received.length) yield received;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Parse the lines of one message. @param {string} block */
function parseMessage(block) {
  const message = { event: "message", id: /** @type {string | null} */ (null), data: "" };
  for (const line of block.split("\n")) {
    const [, field, text] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "data") message.data += (message.data && "\n") + text;
    else if (field === "event" || field === "id") message[field] = text;
  }
  return message;
}
