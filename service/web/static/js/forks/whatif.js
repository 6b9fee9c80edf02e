// @ts-check
// The "what if" dialog: forks the game at the current event, to play every seat, one seat or none.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Dialog } from "../replay/dialog.js";
import { forkOptions, createFork } from "./fork.js";
import { Tree } from "./tree.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */

/** @param {{game: Game}} props */
export function ForkDialog({ game }) {
  const n = game.n.value;
  const [from, setFrom] = useState(/** @type {Awaited<ReturnType<typeof forkOptions>> | null} */ (null));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    forkOptions(game, n).then(setFrom, (error) => setFailed(errorMessage(error)));
  }, [n]);
  return html`
    <${Dialog} game=${game} label=${say("branch-what-if-from", { n: String(n) })}>
      <p class="what-if-told">${game.sentences[n - 1]}</p>
      ${failed && html`<p class="error" role="alert">${failed}</p>`}
      ${from?.mode === "redeal" && html`<p class="note">${say("branch-redealt")}</p>`}
      ${from && html`<${Choices} ...${{ game, n, from, setFailed }} />`}
      <${Tree} game=${game} />
    <//>`;
}

/** @param {{game: Game, n: number, from: any, setFailed: (words: string) => void}} props */
function Choices({ game, n, from, setFailed }) {
  const [busy, setBusy] = useState(false);
  const [seat, setSeat] = useState(game.viewSeat.value ?? game.you.value ?? game.shown.value?.table.turn.seat ?? 0);
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => first.current?.focus(), []);
  const all = game.seats.value.map((_, k) => k);
  const go = (/** @type {number[]} */ players) => {
    setBusy(true);
    createFork(game, n, from, players).catch((error) => {
      setBusy(false);
      setFailed(errorMessage(error));
    });
  };
  return html`
    <div class="what-if" aria-busy=${String(busy)}>
      ${!from.isArbiter && html`
        <button type="button" ref=${first} disabled=${busy} onClick=${() => go(all)}><b>${say("branch-play-all")}</b><span>${say("branch-play-all.says")}</span></button>
        <div class="what-if-one">
          <button type="button" class="quiet" disabled=${busy} onClick=${() => go([seat])}><b>${say("branch-play-one", { name: game.name(seat) })}</b><span>${say("branch-play-one.says")}</span></button>
          <label><span class="visually-hidden">${say("branch-which-seat")}</span>
            <select value=${String(seat)} onChange=${(/** @type {any} */ event) => setSeat(Number(event.target.value))}>${all.map((k) => html`<option value=${String(k)}>${game.name(k)}</option>`)}</select></label>
        </div>`}
      <button type="button" ref=${from.isArbiter ? first : null} class="quiet" disabled=${busy} onClick=${() => go([])}><b>${say("branch-watch")}</b><span>${say("branch-watch.says")}</span></button>
      <p class="small">${say(from.isArbiter ? "branch-sealed" : from.mode === "redeal" ? "branch-other-cards" : "branch-same-cards")}</p>
    </div>`;
}
