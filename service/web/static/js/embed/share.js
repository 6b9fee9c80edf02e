// @ts-check
// The dialog that shares a game: a link to this event and view, code for embedding, and files.
import { useEffect, useState } from "preact/hooks";
import { gamePath, sendRequest, withQuery } from "../api.js";
import { addressOf } from "../game/url_state.js";
import { data, html, lazy } from "../html.js";
import { CopyLine } from "../links.js";
import { Dialog } from "../replay/dialog.js";
import { say } from "../i18n.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */

const Leading = lazy(async () => (await import("../replay/watching_parts.js")).WatchingChoices);

/** Return the view of a shared link: the public one for a running game, never that of a seat. @param {Game} game */
export const sharedView = (game) => (game.isLive.value ? null : game.view.value);

/** Return the shared address; `part` is a prefix of its path. @param {Game} game @param {{here: boolean, result: boolean}} wish */
export function sharedAddress(game, { here, result }, part = "") {
  const place = { n: here ? game.n.value : null, view: sharedView(game), result, compare: null };
  const lang = new URLSearchParams(location.search).get("lang");
  return location.origin + addressOf(`${part}/games/${encodeURIComponent(game.id)}`, lang ? `?lang=${lang}` : "", place);
}

/** Save a response of the service as a file. @param {Game} game @param {string} path @param {string} name */
async function save(game, path, name) {
  const answer = await sendRequest(path, /** @type {any} */ ({ token: game.token }));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {{game: Game}} props */
export function Share({ game }) {
  const [wish, setWish] = useState({ here: true, result: game.result.value });
  const [message, setMessage] = useState("");
  const link = sharedAddress(game, wish);
  useEffect(() => { game.startWatching().catch(() => {}); }, []);
  const keep = (/** @type {string} */ path, /** @type {string} */ name) => {
    setMessage(say("show-saving"));
    save(game, path, name).then(() => setMessage(""), (error) => setMessage(errorMessage(error)));
  };
  const check = (/** @type {"here" | "result"} */ name, /** @type {string} */ label) => html`
    <label class="check"><input type="checkbox" checked=${wish[name]} onChange=${(/** @type {any} */ event) => setWish({ ...wish, [name]: event.target.checked })} />${label}</label>`;
  const asked = { as: game.view.value, lang: game.lang };
  return html`
    <${Dialog} game=${game} label=${say("show-share")}>
      ${game.head.value.private && html`<p class="note">${say("show-private")}</p>`}
      <ul class="tokens"><${CopyLine} key=${link} label=${say("show-link")} value=${link} /></ul>
      ${check("here", say("show-this-event", { n: String(game.n.value) }))}
      ${!game.isLive.value && check("result", say("show-with-result"))}
      ${"share" in navigator && html`<p><button type="button" class="quiet" onClick=${() => navigator.share({ url: link, title: document.title }).catch(() => {})}>${say("show-native")}</button></p>`}
      ${data().embeds && !game.head.value.private && html`<ul class="tokens"><${CopyLine} key=${link} label=${say("show-embed")} value=${embedCode(game, wish)} /></ul>`}
      ${game.watching.value && html`<${Leading} watching=${game.watching.value} link=${sharedAddress(game, { here: false, result: wish.result })} />`}
      <p class="actions">
        <button type="button" class="quiet" onClick=${() => keep(withQuery(`/games/${encodeURIComponent(game.id)}/replay.html`, asked), `haricot-${game.id}.html`)}>${say("show-save-page")}</button>
        <button type="button" class="quiet" onClick=${() => keep(withQuery(gamePath(game.id, "/file"), { as: game.view.value }), `${game.id}.haricot.jsonl`)}>${say("show-save-file")}</button>
        <button type="button" class="quiet" onClick=${() => keep(gamePath(game.id, "/bundle"), `${game.id}.haricot-audit.json`)}>${say("show-save-proof")}</button>
      </p>
      <p class="small">${say("show-saved-view")}</p>
      <p role="status">${message}</p>
    <//>`;
}

/** @param {Game} game @param {{here: boolean, result: boolean}} wish */
const embedCode = (game, wish) => `<iframe src="${sharedAddress(game, wish, "/embed").replaceAll("&", "&amp;")}" width="100%" height="560" loading="lazy" title="Haricot" allow="fullscreen"></iframe>`;
