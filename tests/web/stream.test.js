// The reader of streams, with chunks of any size.
import assert from "node:assert/strict";
import test from "node:test";
import { readMessages } from "../../service/web/static/js/game/sse_parser.js";

const STREAM = ': heartbeat\n\nid: 7\nevent: event\ndata: {"n":\ndata: 7}\n\ndata:Häricot 🫘\n\nevent: end\ndata: {}\n\nid: 8\ndata: cut';
const SAID = [
  { event: "event", id: "7", data: '{"n":\n7}' },
  { event: "message", id: null, data: "Häricot 🫘" },
  { event: "end", id: null, data: "{}" },
];

/** All messages of a body that comes in these pieces. */
const all = async (pieces) => {
  const found = [];
  for await (const some of readMessages(ReadableStream.from(pieces))) found.push(...some);
  return found;
};

const bytes = new TextEncoder().encode(STREAM);

test("messages are delivered, comments and a cut end are not", async () => {
  assert.deepEqual(await all([bytes]), SAID);
});

test("chunks of any size give the same messages", async () => {
  for (let at = 1; at < bytes.length; at += 1) {
    assert.deepEqual(await all([bytes.slice(0, at), bytes.slice(at)]), SAID, `cut after ${at} bytes`);
  }
  assert.deepEqual(await all(Array.from(bytes, (byte) => Uint8Array.of(byte))), SAID);
});

test("lines may end with CRLF", async () => {
  assert.deepEqual(await all([new TextEncoder().encode(STREAM.replaceAll("\n", "\r\n"))]), SAID);
});

test("a reader that stops closes the stream", async () => {
  let givenUp = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(bytes),
    cancel: () => {
      givenUp = true;
    },
  });
  for await (const [message] of readMessages(body)) {
    assert.equal(message.id, "7");
    break;
  }
  await new Promise(setImmediate);
  assert.ok(givenUp);
});
