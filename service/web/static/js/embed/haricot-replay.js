// @ts-check
// <haricot-replay game="..." n="..." src="...">: a game of Haricot on any page. It imports no other file: load it from a service, or copy it.
const HOME = new URL(import.meta.url).origin;

class HaricotReplay extends HTMLElement {
  static observedAttributes = ["game", "n", "as", "lang", "theme", "src"];
  #frame = document.createElement("iframe");

  /** The origin of the service: `src`, otherwise the origin of this script. */
  get origin() {
    return new URL(this.getAttribute("src") || HOME, location.href).origin;
  }

  connectedCallback() {
    const frame = this.#frame;
    frame.title = this.getAttribute("title") || "Haricot";
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.allow = "fullscreen";
    Object.assign(frame.style, { display: "block", width: "100%", height: "100%", border: "0" });
    if (!this.style.display) this.style.display = "block";
    if (!this.style.height) this.style.height = "min(40rem, 85vh)";
    addEventListener("message", this.#heard);
    this.#load();
    this.append(frame);
  }

  disconnectedCallback() {
    removeEventListener("message", this.#heard);
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (!this.isConnected || before === after) return;
    if (name === "n") this.goTo(Number(after));
    else this.#load();
  }

  /** Go to an event. @param {number} n */
  goTo(n) {
    this.#frame.contentWindow?.postMessage({ haricot: "goTo", n }, this.origin);
  }

  #load() {
    const address = new URL(`/embed/games/${encodeURIComponent(this.getAttribute("game") ?? "")}`, this.origin);
    for (const name of ["n", "as", "lang", "theme"]) {
      const value = this.getAttribute(name);
      if (value !== null) address.searchParams.set(name, value);
    }
    this.#frame.src = address.href;
  }

  #heard = (/** @type {MessageEvent} */ { source, origin, data }) => {
    if (source !== this.#frame.contentWindow || origin !== this.origin || !["ready", "moved"].includes(data?.haricot)) return;
    const { game, n, last } = data;
    this.dispatchEvent(new CustomEvent(`haricot-${data.haricot}`, { detail: { game, n, last }, bubbles: true }));
  };
}

customElements.define("haricot-replay", HaricotReplay);
