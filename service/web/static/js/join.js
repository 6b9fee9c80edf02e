// Takes the token out of the address, keeps it in this browser, and goes to the table.
import { ask, tokens, words } from "./api.js";

const say = document.getElementById("say");
const { game } = say.dataset;

function refuse(says) {
  say.textContent = says;
  say.className = "error";
}

async function join() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  history.replaceState(null, "", location.pathname);
  const kept = token || tokens.get(game);
  if (!kept) {
    refuse("This link has no token. Ask whoever made the game for the link to your seat.");
    return;
  }
  try {
    const me = await ask("/v1/tokens/me", { token: kept });
    if (me.game && me.game !== game) { // whoever may act in every game has a token of none
      refuse(`This link names ${game}, but its token is for another game. Ask for the link to your seat here.`);
      return;
    }
    tokens.keep(game, { seat: me.seat, token: kept });
    const view = me.seat === null || me.seat === undefined ? "" : `?as=seat:${me.seat}`;
    location.replace(`/games/${encodeURIComponent(game)}${view}`);
  } catch (error) {
    refuse(words(error));
  }
}

addEventListener("hashchange", () => location.hash && join()); // a link pasted over this page changes nothing else
join();
