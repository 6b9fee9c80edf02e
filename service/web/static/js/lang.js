// @ts-check
// Remembers which language somebody chose, and changes to it without leaving the place they are at.

const YEAR = 365 * 24 * 3600;

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"))) {
  link.addEventListener("click", () => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `lang=${link.lang}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
    // A replay writes its state into the address as it goes.
    const query = new URLSearchParams(location.search);
    query.set("lang", link.lang);
    link.href = `?${query.toString().replaceAll("%3A", ":")}${location.hash}`;
  });
}
