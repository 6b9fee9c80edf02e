// @ts-check
// What a frame and the page around it say to each other: that it is ready, where it is, where it shall go.
import { effect } from "@preact/signals";

/**
 * Tells the page around us `{haricot: "ready" | "moved", game, n, last}`, and does what it sends as `{haricot: "goTo", n}`.
 * Nothing that is told is secret, since only public games stand in frames; heard is only the page around us.
 * @param {import("../game/game.js").Game} game
 */
export function talk(game) {
  if (parent === window) return;
  let ready = false;
  effect(() => {
    const n = game.n.value;
    if (!n) return;
    const told = { haricot: ready ? "moved" : "ready", game: game.id, n, last: game.limit.value };
    ready = true;
    parent.postMessage(told, "*");
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.haricot !== "goTo" || !Number.isSafeInteger(data.n)) return;
    game.playing.value = false;
    game.goTo(data.n);
  });
}
