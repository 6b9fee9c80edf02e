// @ts-check
// The page for a called arbiter. The link works for the first browser that accepts it.
import "./lang.js";
import { ask, gamePath, tokens } from "./api.js";
import { ownPersonId } from "./person.js";
import { lang, say } from "./i18n.js";
import { errorMessage } from "./error_messages.js";

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const message = place("say");
const form = /** @type {HTMLFormElement} */ (place("come"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
const { game = "" } = message.dataset;

/** @param {string} says */
function refuse(says) {
  message.textContent = says;
  message.className = "error";
  form.hidden = true;
  place("otherwise").hidden = false;
}

const enter = () => location.replace(`/games/${encodeURIComponent(game)}${new URLSearchParams(location.search).has("lang") ? `?lang=${lang}` : ""}`);

/** Return whether this browser has accepted the call already; the link then opens the game. */
async function hasAccepted() {
  const own = tokens.get(game);
  const me = own ? await ask("/v1/tokens/me", { token: own }).catch(() => null) : null;
  return me !== null && me.seat === null;
}

/** Show why a link no longer works. The state of a call is public. */
async function refuseOld() {
  if (await hasAccepted()) return enter();
  const { call } = await ask(gamePath(game, "/disputes")).catch(() => ({ call: null }));
  const over = call?.state === "open" && Date.parse(call.expires) <= Date.now();
  refuse(say(call && over ? "call-expired" : call && ["came", "admitted"].includes(call.state) ? "call-taken" : "call-gone"));
}

async function open() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  history.replaceState(null, "", location.pathname + location.search);
  if (!token) return refuse(say("call-no-key"));
  try {
    const me = await ask("/v1/tokens/me", { token });
    const { call } = await ask(gamePath(game, "/disputes"), { token });
    if (me.game !== game || !call) return refuse(say("call-gone"));
    const { seats } = await ask(gamePath(game), { token });
    message.textContent = say("call-by", { who: seats[call.seat].name ?? say("call-seat", { n: call.seat + 1 }) });
    form.hidden = false;
    form.onsubmit = async (event) => {
      event.preventDefault();
      button.disabled = true; // a double click must send only one request
      try {
        const made = await ask(gamePath(game, `/calls/${call.call}/answer`), { method: "POST", body: { person: ownPersonId() }, token });
        tokens.add(game, { token: made.token });
        enter();
      } catch (error) {
        if (/** @type {any} */ (error).problem?.code === "auth.invalid") await refuseOld();
        else refuse(errorMessage(error));
      }
    };
  } catch (error) {
    if (/** @type {any} */ (error).problem?.code === "auth.invalid") await refuseOld();
    else refuse(errorMessage(error));
  }
}

addEventListener("hashchange", () => location.hash && open());
open();
