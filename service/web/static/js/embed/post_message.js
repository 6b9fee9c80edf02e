// @ts-check
// The messages between an embedded game and the page around it.
import { effect } from "@preact/signals";

/**
 * Send `{haricot: "ready" | "moved", game, n, last}` to the parent page, and handle its message `{haricot: "goTo", n}`.
 * Only public games can be embedded, so nothing sent is secret. Messages from other windows are ignored.
 * @param {import("../game/game.js").Game} game
 */
export function exchangeMessages(game) {
  if (parent === window) return;
  let isReady = false;
  effect(() => {
    const n = game.n.value;
    if (!n) return;
    const message = { haricot: isReady ? "moved" : "ready", game: game.id, n, last: game.limit.value };
    isReady = true;
    parent.postMessage(message, "*");
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.haricot !== "goTo" || !Number.isSafeInteger(data.n)) return;
    game.playing.value = false;
    game.goTo(data.n);
  });
}
