// A browser's commitment to its share of a deal equals that of the service.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import test from "node:test";
import { hex, sha256 } from "../../service/web/static/js/deal/sha256.js";
import { commitmentOf } from "../../service/web/static/js/play/shares.js";

test("the fallback SHA-256 equals that of Node at each length", () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = new Uint8Array(randomBytes(length));
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
  assert.equal(hex(sha256(new TextEncoder().encode("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("the commitment of a share equals that of the golden game", async () => {
  const share = "X+zrZv/IbzjZUnhsbWlsecLbwjndTpG0ZynXOif7V+k=";
  assert.equal(await commitmentOf("duel-2-2027", 0, share), "aa1cc9613b0343e44be153d25b5a7af493e67102e9b26f2cfc870761f7942de7");
});
