// The address of the page is its state: which event, whose eyes, which language.

export const LANGUAGES = ["en", "fr", "de"];

export function read() {
  const query = new URLSearchParams(location.search);
  const n = Number.parseInt(query.get("n"), 10);
  const lang = query.get("lang");
  return {
    n: Number.isFinite(n) && n > 0 ? n : null,
    view: query.get("as"),
    lang: LANGUAGES.includes(lang) ? lang : "en",
  };
}

/** Writes the state into the address: a jump becomes a step of the browser's history, a step does not. */
export function write({ n, following, view, lang }, push = false) {
  const query = new URLSearchParams();
  if (n !== null && !following) query.set("n", n);
  if (view) query.set("as", view);
  if (lang !== "en") query.set("lang", lang);
  const text = query.toString().replaceAll("%3A", ":");
  const address = text ? `${location.pathname}?${text}` : location.pathname;
  if (address === location.pathname + location.search) return;
  history[push ? "pushState" : "replaceState"](null, "", address);
}
