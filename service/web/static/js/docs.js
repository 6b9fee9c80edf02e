// @ts-check
// The page of the API: search for operations, copy examples, and try operations.
import "./lang.js";
import { html, render } from "./html.js";
import { TryForm } from "./docs/try_it.js";

const LANGUAGE = "haricot-examples-in";
const operations = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".operation")]);
const samples = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(".samples details")]);

/** Show only operations that contain all searched words. @param {string} wanted */
function filterOperations(wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  let any = false;
  for (const part of document.querySelectorAll(".parts > details > ul > li")) {
    let some = false;
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-found]"))) {
      const fits = words.every((word) => link.dataset.found?.includes(word));
      link.parentElement?.toggleAttribute("hidden", !fits);
      some ||= fits;
    }
    part.toggleAttribute("hidden", words.length > 0 && !some);
    any ||= some;
  }
  document.getElementById("nothing")?.toggleAttribute("hidden", any || !words.length);
}

/** Open all examples in this language. @param {string} language */
function openLanguage(language) {
  for (const one of samples) if (one.dataset.language === language) one.open = true;
}

/** Add a button that copies an example. @param {HTMLElement} code */
function addCopyButton(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.querySelector("code")?.textContent ?? "");
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  code.append(button);
}

/** Add a button that opens the form to try an operation. @param {HTMLElement} operation */
function addTryButton(operation) {
  const place = document.createElement("div");
  place.className = "trial no-print";
  operation.querySelector(".samples")?.after(place);
  render(html`<${TryForm} operation=${operation} token=${() => token.value.trim()} />`, place);
}

const token = /** @type {HTMLInputElement} */ (document.getElementById("token"));
document.getElementById("own")?.addEventListener("submit", (event) => event.preventDefault());
const wanted = /** @type {HTMLInputElement} */ (document.getElementById("find"));
wanted.addEventListener("input", () => filterOperations(wanted.value));
filterOperations(wanted.value);

const narrow = matchMedia("(max-width: 61.9rem)");
const list = /** @type {HTMLDetailsElement} */ (document.querySelector(".all-parts"));
list.open = !narrow.matches;
list.addEventListener("click", ({ target }) => {
  if (narrow.matches && target instanceof HTMLAnchorElement) list.open = false;
});

for (const code of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".samples .code"))) addCopyButton(code);
operations.forEach(addTryButton);
for (const one of samples) {
  one.querySelector("summary")?.addEventListener("click", () => {
    if (one.open) return;
    localStorage.setItem(LANGUAGE, one.dataset.language ?? "");
    openLanguage(one.dataset.language ?? "");
  });
}
openLanguage(localStorage.getItem(LANGUAGE) ?? "");

// Redirect addresses of an earlier page, such as `#/games/create_game`.
const former = /^#\/[\w-]+\/(\w+)$/.exec(location.hash);
if (former) location.hash = former[1];
document.querySelector(":target")?.scrollIntoView(); // inserted buttons have moved the target
