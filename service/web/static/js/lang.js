// @ts-check
// Stores the chosen language in a cookie, and opens the same place of the page in that language.

const YEAR_SECONDS = 365 * 24 * 3600;

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"))) {
  link.addEventListener("click", () => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `lang=${link.lang}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
    // The query is read now, because a replay writes its state into the address.
    const query = new URLSearchParams(location.search);
    query.set("lang", link.lang);
    link.href = `?${query.toString().replaceAll("%3A", ":")}${location.hash}`;
  });
}
