// @ts-check
// The page that joins a seat: stores the token of the link, asks for the player's name, and opens the game.
import "./lang.js";
import { Problem, ask, gamePath, tokens } from "./api.js";
import { isNameless, seatName } from "./seat_names.js";
import { stateSeat } from "./person.js";
import { lang, say } from "./i18n.js";
import { errorMessage } from "./error_messages.js";

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const message = place("say");
const form = /** @type {HTMLFormElement} */ (place("sit"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
const { game = "" } = message.dataset;
const inLanguage = new URLSearchParams(location.search).has("lang");

/** The storage keys of the name last given in this browser, and of the seats that were asked for a name. */
const OWN = "haricot:name";
const askedAt = (/** @type {number} */ seat) => `haricot:name:${game}:${seat}`;
const RUNNING = new Set(["open", "running"]);

/** @param {string} says */
function refuse(says) {
  message.textContent = says;
  message.className = "error";
  form.hidden = true;
  place("otherwise").hidden = false;
}

/** @param {number | null | undefined} seat */
function enter(seat) {
  const query = new URLSearchParams();
  if (seat !== null && seat !== undefined) query.set("as", `seat:${seat}`);
  if (inLanguage) query.set("lang", lang);
  location.replace(`/games/${encodeURIComponent(game)}${query.size ? `?${query.toString().replaceAll("%3A", ":")}` : ""}`);
}

/** Ask for the player's name; the organiser may have given a default. @param {any} head @param {number} seat @param {string} key */
function askName(head, seat, key) {
  const names = head.seats.map((/** @type {{name: string | null}} */ { name }) => name);
  const before = isNameless(names[seat], seat) ? "" : names[seat];
  const sitsElsewhere = tokens.seats(game).some((one) => one.seat !== seat);
  field.value = before || (sitsElsewhere ? "" : localStorage.getItem(OWN) ?? "");
  message.textContent = say("join-name-why", { seat: say("table-seat-number", { seat: seat + 1 }) });
  message.className = "";
  const hint = () => {
    const name = field.value.trim();
    const shown = seatName(names.with(seat, name), seat);
    place("alike").textContent = name && shown !== name && !isNameless(name, seat) ? say("join-name-alike", { name: shown }) : "";
  };
  field.oninput = hint;
  hint();
  form.hidden = false;
  field.focus();
  field.select();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const name = field.value.trim();
    try {
      if (name && name !== before) await ask(gamePath(game, `/seats/${seat}/name`), { method: "PUT", body: { name }, token: key });
      if (name) localStorage.setItem(OWN, name);
      localStorage.setItem(askedAt(seat), key.slice(-8));
      enter(seat);
    } catch (error) {
      if (error instanceof Problem && error.problem.code === "game.ended") return enter(seat); // the game is over, so there is no seat to join
      message.textContent = errorMessage(error);
      message.className = "error";
    }
  };
}

async function join() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  history.replaceState(null, "", location.pathname + location.search);
  const key = token || tokens.get(game);
  if (!key) return refuse(say("join-no-key"));
  try {
    const me = await ask("/v1/tokens/me", { token: key });
    if (me.game && me.game !== game) return refuse(say("join-other-game")); // tokens for all games belong to no single game
    tokens.add(game, { seat: me.seat, token: key });
    await stateSeat(game, me.seat, key);
    if (me.kind !== "seat") return enter(me.seat);
    const head = await ask(gamePath(game), { token: key });
    const isKnown = token && localStorage.getItem(askedAt(me.seat)) === key.slice(-8); // without a link the player wants to change the name
    if (isKnown || !RUNNING.has(head.status)) return enter(me.seat);
    askName(head, me.seat, key);
  } catch (error) {
    refuse(errorMessage(error));
  }
}

addEventListener("hashchange", () => location.hash && join()); // pasting another link changes only the fragment
join();
