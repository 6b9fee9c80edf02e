// Takes the token out of the address, keeps it for this browser tab, and goes to the table.
import { ask, tokens, words } from "./api.js";

const say = document.getElementById("say");
const { game } = say.dataset;
const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", location.pathname);

async function join() {
  const kept = token || tokens.get(game);
  if (!kept) {
    say.textContent = "This link has no token. Ask whoever made the game for the link to your seat.";
    return;
  }
  try {
    const me = await ask("/v1/tokens/me", { token: kept });
    tokens.set(game, kept);
    const view = me.seat === null || me.seat === undefined ? "" : `?as=seat:${me.seat}`;
    location.replace(`/games/${encodeURIComponent(game)}${view}`);
  } catch (error) {
    say.textContent = words(error);
    say.className = "error";
  }
}

join();
