// @ts-check
// Calling an arbiter: a link and a QR code for a person who does not play. The arbiter may rule once the other seats agree.
import { useEffect, useState } from "preact/hooks";
import { ask, randomKey, gamePath, tokens } from "../api.js";
import { html } from "../html.js";
import { CopyLine, joinLink } from "../links.js";
import { newPersonId, isSeatedIn } from "../person.js";
import { Qr } from "../qr.js";
import { Dialog } from "../replay/dialog.js";
import { lang, formatList, say } from "../i18n.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */

/** Return the full link for the called arbiter, in the language of this page. @param {string} link */
const callLink = (link) => `${location.origin}${new URLSearchParams(location.search).has("lang") ? link.replace("#", `?lang=${lang}#`) : link}`;

/** @param {{game: Game}} props */
export function CallDialog({ game }) {
  const [link, setLink] = useState("");
  const [problem, setProblem] = useState("");
  const [waitingText, setWaitingText] = useState("");
  const [ownCall, setOwnCall] = useState(0);
  const organiserToken = tokens.organiser(game.id);
  const isOrganiser = Boolean(organiserToken) && !isSeatedIn(game.id);

  const loadOwnCall = () => ask(gamePath(game.id, "/acts"), { token: game.token }).then(({ acts }) => {
    setOwnCall(acts.find((/** @type {any} */ one) => one.type === "WithdrawCall" && !one.refused)?.call ?? 0);
  }, () => {});
  useEffect(() => { if (!isOrganiser) loadOwnCall(); }, [link]);

  const withdraw = () => ask(gamePath(game.id, "/disputes"), { method: "POST", body: { type: "WithdrawCall", call: ownCall }, token: game.token, headers: { "Idempotency-Key": randomKey() } })
    .then(() => { setOwnCall(0); setLink(""); setProblem(""); }, (error) => setProblem(errorMessage(error)));

  /** @param {SubmitEvent} event */
  const call = async (event) => {
    event.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason") ?? "");
    const headers = { "Idempotency-Key": randomKey() };
    try {
      if (isOrganiser) {
        const made = await ask("/v1/tokens", { method: "POST", body: { game: game.id, kind: "arbiter", reason, person: newPersonId() }, token: organiserToken, headers });
        setLink(joinLink(game.id, made.token));
        setWaitingText(say("call-hosted"));
      } else {
        const made = await ask(gamePath(game.id, "/calls"), { method: "POST", body: { reason }, token: game.token, headers });
        setLink(callLink(made.link));
        setWaitingText(made.call.needed.length ? say("call-waits", { who: formatList(made.call.needed.map(game.name)) }) : say("call-waits-host"));
      }
      setProblem("");
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  return html`
    <${Dialog} game=${game} label=${say("call-arbiter")}>
      ${link ? html`<p>${say("call-show")}</p><${Qr} text=${link} label=${say("call-link")} />
          <ul class="tokens"><${CopyLine} label=${say("call-link")} value=${link} /></ul><p role="status">${waitingText}</p>`
        : html`${ownCall > 0 && html`<p class="note">${say("call-stands")}</p>`}<p>${say(isOrganiser ? "call-host-says" : "call-says")}</p>
          <form class="dispute-form" onSubmit=${call}><label>${say("call-why")} <input name="reason" required maxlength="500" value=${say("call-why-usual")} /></label>
            <p class="actions"><button>${say("call-make")}</button></p></form>`}
      ${ownCall > 0 && html`<p class="actions"><button type="button" class="quiet" onClick=${withdraw}>${say("call-withdraw")}</button></p>`}
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <//>`;
}
