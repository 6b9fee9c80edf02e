// @ts-check
// The links to the seats of a new game: each to copy, share or open.
import { useState } from "preact/hooks";
import { html } from "./html.js";
import { withQuery } from "./api.js";
import { Qr } from "./qr.js";
import { lang, say } from "./i18n.js";

/** @param {MouseEvent} event */
async function copy(event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  const field = /** @type {HTMLInputElement} */ (button.previousElementSibling);
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = say("links-copied");
  } catch {
    field.select();
    button.textContent = say("links-copy-yourself");
  }
}

/** Share a link with another app of this device. @param {string} title @param {string} url */
const share = (title, url) => navigator.share({ title, url }).catch(() => {}); // the user cancelled

/** Show a line with a copy button. A link can also be shared, or shown as a QR code. @param {{ label: string, value: string, isLink?: boolean }} line */
export function CopyLine({ label, value, isLink = false }) {
  const [isShown, show] = useState(false);
  return html`
  <li class="copy-line"><span class="which">${label}</span><input readonly value=${value} aria-label=${label} onFocus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
    <button type="button" class="quiet" onClick=${copy}>${say("links-copy")}</button>
    ${isLink && "share" in navigator && html`<button type="button" class="quiet" onClick=${() => share(label, value)}>${say("links-share")}</button>`}
    ${isLink && html`<button type="button" class="quiet" aria-expanded=${String(isShown)} onClick=${() => show(!isShown)}>${say("links-qr")}</button>`}
    ${isShown && html`<${Qr} text=${value} label=${say("links-qr-of", { label })} />`}</li>`;
}

/** Return the address of a page, with the language of this page's address. @param {string} path @param {Record<string, string | number>} [parameters] */
export const localizedUrl = (path, parameters = {}) => withQuery(path, new URLSearchParams(location.search).has("lang") ? { ...parameters, lang } : parameters);

/** Return the link by which a player joins a seat. The token is in the fragment, which no server sees. @param {string} game @param {string} token */
export const joinLink = (game, token) => `${location.origin}${localizedUrl(`/join/${encodeURIComponent(game)}`)}#token=${token}`;

/**
 * Show the links of a new game or fork, from the service's response. Pages that use this include the section `links`.
 * @param {{ names?: (string | undefined)[], answer: { game: string, tokens?: { seat: number, token: string }[], organiser_token?: string } }} props
 */
export function SeatLinks({ answer, names = [] }) {
  const { game, tokens = [], organiser_token: organiser } = answer;
  const link = (/** @type {{ token: string }} */ { token }) => joinLink(game, token);
  const page = localizedUrl(`/games/${encodeURIComponent(game)}`);
  return html`
    <div class="done links">
      <p class="actions">${tokens.slice(0, 1).map((one) => html`<a class="button big" href=${link(one)}>${say("links-sit", { n: one.seat + 1 })}</a> `)}
      <a class=${tokens.length ? "button quiet" : "button big"} href=${page}>${say("links-watch")}</a></p>
      ${tokens.length > 0 && html`<p>${say("links-hand-out")}</p>`}
      <ul class="tokens">
        ${tokens.map((one) => html`<${CopyLine} key=${one.seat} label=${names[one.seat] ? `${one.seat + 1} · ${names[one.seat]}` : say("seat-number", { n: one.seat + 1 })} value=${link(one)} isLink />`)}
        ${organiser && html`<${CopyLine} label=${say("links-organiser")} value=${organiser} />`}
      </ul>
      ${tokens.length > 0 && html`<p class="small">${say("links-lost")}</p>`}
      <p class="small">${say("links-game")} <code>${game}</code></p>
    </div>`;
}
