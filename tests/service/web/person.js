// Looks at the page of a game as somebody who plays does: what may be pressed, and which of it they press next.
// Evaluates to `({ seed, device }) => {...}`, which sets `window.person`; `device` is mouse, touch or keys.
({ seed, device }) => {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 16777619), 2166136261);
  const random = () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const pick = (all) => all[Math.floor(random() * all.length)];
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const able = (element) => element.getAttribute("aria-disabled") !== "true" && element.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(able);
  const one = (selector) => document.querySelector(selector);
  const GLOWS = "[data-table] [data-place].glow:not(.zone):not(.fields), [data-table] .zone.glow:not(.pile), [data-table] .plot.sale";
  let haggled = 0;

  /** What is pressed next, as [kind, element], of what glows and which buttons are there; nothing while one can only wait. */
  function choice() {
    const menu = all(".play-menu button");
    const orders = all(".orders button");
    const glow = all(GLOWS).filter((place) => device !== "keys" || place.matches("button, [role=button]"));
    const picked = one("[data-table] .picked");
    const answers = all(".answers button");
    const fields = all(".seat.you .plot:not(.slot)");
    const dice = random();
    const dialog = one("dialog[open]"); // of a hint
    if (dialog) return ["close", dialog.querySelector("button")];
    if (one(".play-menu")) return menu.length ? ["menu", pick(menu)] : ["away", besideMenu()];
    if (one(".haggle")) return haggling(dice);
    haggled = 0;
    if (picked && glow.length) return ["goes", pick(glow)];
    if (picked) return ["again", pick([picked, ...orders])];
    if (answers.length && dice < 0.7) return ["answer", pick(answers)];
    if (glow.length && dice < 0.8) return ["takes", pick(glow)];
    if (fields.length && dice < 0.2) return ["field", pick(fields)];
    if (orders.length) return ["order", pick(orders)];
    if (glow.length) return ["takes", pick(glow)];
    return null;
  }

  /** What lies far from an open menu: a finger beside its edge means the menu. */
  function besideMenu() {
    const { top, bottom } = one(".play-menu").getBoundingClientRect();
    return one(top > innerHeight - bottom ? "[data-sentence]" : ".tray .task");
  }

  function haggling(dice) {
    haggled += 1;
    const propose = all(".haggle .do .main");
    const quiet = all(".haggle .do .quiet");
    if (propose.length && dice < 0.5) return ["propose", propose[0]];
    if (quiet.length && (dice < 0.1 || haggled > 12)) return ["cancel", quiet[0]];
    return ["haggle", pick([...all(".seat.you .hand button.card, .turned_up button.card"), ...all(".haggle .side button")])];
  }

  /** A spot of an element where nothing else lies above it; null where there is none. */
  function spotOf(element) {
    const box = element.getBoundingClientRect();
    const holds = (hit) => hit && (element.contains(hit) || hit.contains(element) && hit.matches("[data-place]"));
    for (const y of [0.5, 0.12, 0.88]) {
      for (const x of [0.5, 0.25, 0.12, 0.75, 0.04]) {
        const at = [box.left + box.width * x, box.top + box.height * y];
        if (holds(document.elementFromPoint(...at))) return at;
      }
    }
    return null;
  }

  /** Whether a finger finds an element: 40 px by 40 are its own, of a card that lies among others a strip of 24 at its left. */
  function isBroad(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const room = element.matches(".fan .card") ? 24 : 40;
    const [x, y] = [left + (room < 40 ? room : width) / 2, top + height / 2];
    const same = (hit) => hit && (element.contains(hit) || hit.closest("[data-place]")?.dataset.place === element.dataset.place && element.dataset.place);
    return [[x - room / 2 + 1, y], [x + room / 2 - 1, y], [x, y - 19], [x, y + 19]].every((at) => same(document.elementFromPoint(...at)));
  }

  const TABBABLE = "a[href], button, input, select, [tabindex]";

  /** The keys that lead from where the focus is to an element, and press it: by the key for one's own move where that is shorter. */
  function keysTo(element) {
    const stops = [...document.querySelectorAll(TABBABLE)].filter((stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility({ visibilityProperty: true }));
    const zone = element.closest("[data-zone]");
    const cards = zone ? [...zone.querySelectorAll("button[data-place]")] : [];
    const stop = stops.includes(element) ? element : cards.find((card) => stops.includes(card));
    if (!stop) return null;
    const here = document.activeElement;
    const before = stops.filter((other) => other !== here && here.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING).length;
    const from = stops.includes(here) ? before : before - 0.5;
    const by = stops.indexOf(stop) - from;
    const down = stop === element ? 0 : cards.indexOf(element) - cards.indexOf(stop);
    return [...Array(Math.ceil(Math.abs(by))).fill(by > 0 ? "Tab" : "Shift+Tab"), ...Array(down).fill("ArrowDown")];
  }

  /** What is wrong with the page as it stands, whatever is pressed on it. */
  function faults() {
    const found = [];
    const root = document.documentElement;
    const { scrollWidth: width, scrollHeight: height } = root;
    if (scrollX || scrollY || width > innerWidth || height > innerHeight) found.push(`the page scrolls: ${width}x${height}`);
    const floor = one("[data-bar]").getBoundingClientRect().top;
    for (const seat of document.querySelectorAll("[data-seat]")) {
      const { left, top, right, bottom } = seat.getBoundingClientRect();
      if (left < -2 || top < -2 || right > innerWidth + 2 || bottom > floor + 2) found.push(`seat ${seat.dataset.seat} is not wholly in sight`);
    }
    const [table, sentence] = [one("[data-table]"), one("[data-sentence]")].map((part) => part.dataset.n);
    if (table !== sentence) found.push(`table ${table} under sentence ${sentence}`);
    if (device === "keys" && window.person.chosen && document.activeElement === document.body) found.push("the focus is lost");
    return found;
  }

  const called = (element) => element.getAttribute("aria-label") ?? element.textContent.trim();

  /** What is pressed next, once there is something; `over` when the game is, `stuck` after so many ms without anything. */
  async function next(patience) {
    for (let waited = 0; waited < patience; waited += 20) {
      if (one(".tray .scores")) return { over: true };
      const chosen = one(".tray")?.getAttribute("aria-busy") === "false" && choice();
      if (chosen) return described(...chosen);
      await rest(20);
    }
    return { stuck: true, task: one(".tray .task")?.textContent };
  }

  function described(kind, element) {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const [x, y] = spotOf(element) ?? [];
    const { place } = element.dataset;
    const wrong = faults();
    window.person.chosen = element;
    if (x === undefined) wrong.push(`something lies above ${kind} ${called(element)}`);
    if (device === "touch" && kind !== "away" && !isBroad(element)) wrong.push(`no finger finds ${kind} ${called(element)}`);
    return { kind, x, y, words: called(element), place: place ?? null, n: Number(one("[data-table]").dataset.n), faults: wrong, task: one(".tray .task").textContent };
  }

  const isHere = () => document.activeElement === window.person.chosen;
  const find = (selector) => described("means", one(selector));
  window.person = { next, find, isHere, keys: () => keysTo(window.person.chosen), chosen: null };
}
