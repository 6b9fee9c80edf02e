// @ts-check
// A printable page: its print button, and loading it with the browser's token if it is not public.
import "./lang.js";
import { tokens } from "./tokens.js";

/** Show the print button. Without scripts, the browser's menu prints. */
function showPrintButton() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-print]"))) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
}

/** Request the page again with the token, which no address contains. */
async function loadWithToken() {
  const refused = /** @type {HTMLElement | null} */ (document.querySelector("[data-refused]"));
  const token = refused && tokens.get(refused.dataset.game ?? "");
  if (!refused || !token) return;
  const answer = await fetch(location.href, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  const sheets = [...found.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
  for (const href of sheets.filter((one) => one && !document.querySelector(`link[href="${CSS.escape(one)}"]`))) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
  document.title = found.title;
  document.getElementById("main")?.replaceChildren(...(found.getElementById("main")?.childNodes ?? []));
  showPrintButton();
}

showPrintButton();
loadWithToken().catch(() => {}); // the refusal stays shown
