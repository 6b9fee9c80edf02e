// @ts-check
// What a player says of an event that they think was irregular, and that they confirm the result of a game that is over.
import { useEffect, useState } from "preact/hooks";
import { ask, freshKey, gamePath, withQuery } from "../api.js";
import { data, html } from "../html.js";
import { Dialog } from "../replay/dialog.js";
import { disputesOf } from "../replay/sheet.js";
import { lang, say } from "../say.js";
import { trouble } from "../trouble.js";

const TEXT_MAX = 4000;

/** @param {{game: import("../game/game.js").Game}} props */
export function DisputeDialog({ game }) {
  const [entries, setEntries] = useState(/** @type {{id: string, name: string}[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState(false);
  const n = game.n.value;
  useEffect(() => {
    ask(withQuery(`/v1/books/${encodeURIComponent(data().book)}`, { lang })).then((book) => setEntries(book.entries), (error) => setProblem(trouble(error)));
  }, []);

  /** @param {object} act */
  const file = (act) => ask(gamePath(game.id, "/disputes"), { method: "POST", body: act, token: game.token, headers: { "Idempotency-Key": freshKey() } })
    .then(() => { setDone(true); setProblem(""); }, (error) => setProblem(trouble(error)));
  const claim = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const written = new FormData(/** @type {HTMLFormElement} */ (event.target));
    file({ type: "OpenDispute", event: n, article: written.get("article"), text: written.get("text") });
  };
  return html`
    <${Dialog} game=${game} label=${say("play-dispute")}>
      ${done ? html`<p role="status">${say("play-dispute-filed")}</p>` : html`
        <p>${say("play-dispute-event", { n: String(n) })} ${game.sentences[n - 1]}</p>
        <form class="dispute-form" onSubmit=${claim}>
          <label>${say("play-dispute-article")} <select name="article">${entries.map(({ id, name }) => html`<option key=${id} value=${id}>${id} ${name}</option>`)}</select></label>
          <label>${say("play-dispute-text")} <textarea name="text" rows="4" required maxlength=${TEXT_MAX}></textarea></label>
          <p class="actions"><button disabled=${!entries.length}>${say("play-dispute-file")}</button></p>
        </form>
        ${!game.isLive.value && html`<p class="actions"><button type="button" class="quiet" onClick=${() => file({ type: "ConfirmResult" })}>${say("play-confirm")}</button></p>`}`}
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="small"><a href=${disputesOf(game)}>${say("replay-disputes")}</a></p>
    <//>`;
}
