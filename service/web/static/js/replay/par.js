// @ts-check
// Par of a finished game: its coins compared with bots on the same deal, or a button that requests it.
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";
import { lang, say } from "../i18n.js";

/** @typedef {import("../game/game.js").Game} Game */

const POLL_MS = 3000;
const decimal = (/** @type {number} */ value) => new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
const signed = (/** @type {number} */ value) => new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(value);
const percent = (/** @type {number} */ value) => new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(value);

/** Describe how much of the difference par explains, if it was measured. @param {any} explained */
function describeExplained(explained) {
  if (!explained) return say("par-unmeasured");
  const { share, interval: [low, high], deals } = explained;
  return share > 0 ? say("par-explained", { share: percent(share), low: percent(low), high: percent(high), deals }) : say("par-explained-nothing", { high: percent(Math.max(high, 0)), deals });
}

/** Show par, or nothing if the service cannot be asked, as in a file. @param {{game: Game}} props */
export function Par({ game }) {
  const [par, setPar] = useState(/** @type {any} */ (null));
  const [isRefused, refuse] = useState(false);
  const ask = (/** @type {Record<string, unknown>} */ options) => game.ask("/par", {}, options).then((answer) => { setPar(answer); return answer; });
  const request = () => ask({ method: "POST" }).then((answer) => refuse(answer.state === "none"), () => refuse(true));
  useEffect(() => { ask({}).catch(() => {}); }, []);
  useEffect(() => {
    if (par?.state !== "wanted") return undefined;
    const timer = setTimeout(() => { ask({}).catch(() => {}); }, POLL_MS);
    return () => clearTimeout(timer);
  }, [par]);
  if (!par) return null;
  const { explained } = par;
  return html`<section class="par"><h3>${say("par-title")}</h3>
    ${par.state === "none" && html`<p><span>${say("par-none")}</span> <button type="button" class="quiet" onClick=${request}>${say("par-ask")}</button></p>`}
    ${isRefused && html`<p class="error" role="alert">${say("par-refused")}</p>`}
    ${par.state === "wanted" && html`<p role="status">${say("par-wanted")}</p>`}
    ${par.state === "failed" && html`<p>${say("par-failed")}</p>`}
    ${par.state === "made" && html`<table><thead><tr><th scope="col">${say("par-seat")}</th><th scope="col">${say("par-coins")}</th><th scope="col">${say("par-bots")}</th><th scope="col">${say("par-difference")}</th></tr></thead>
      <tbody>${par.seats.map((/** @type {any} */ one) => html`<tr key=${one.seat}><th scope="row">${game.name(one.seat)}</th><td>${one.coins}</td><td>${decimal(one.par)}</td><td>${signed(one.difference)}</td></tr>`)}</tbody></table>
      <p class="small">${say("par-how", { bot: par.bot, runs: par.runs })} ${describeExplained(explained)}</p>`}
  </section>`;
}
