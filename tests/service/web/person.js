// Plays a game in the page as a person would: looks what glows and which buttons are there, and presses one of them.
// Evaluates to `({ seed, most, patience }) => {...}`: presses at most so often, waits at most so long (ms) for something to do.
async ({ seed, most, patience }) => {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 16777619), 2166136261);
  const random = () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const pick = (all) => all[Math.floor(random() * all.length)];
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const able = (element) => element.getAttribute("aria-disabled") !== "true" && element.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(able);
  const named = (elements, ...names) => elements.filter((element) => names.includes(element.textContent.trim()));
  const covered = [];
  const did = {};
  const said = new Set();

  /** Presses what a finger would hit there: where something else lies above, that is noted. */
  function press(kind, element) {
    if (!element) return;
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = element.getBoundingClientRect();
    const spots = [[0.5, 0.5], [0.12, 0.5], [0.12, 0.12], [0.5, 0.12]].map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
    if (!spots.some((spot) => spot && (element.contains(spot) || spot.contains(element) && spot.matches("[data-place]")))) {
      covered.push(`${kind} ${element.dataset.place ?? element.textContent.trim()} by ${spots[0]?.outerHTML.slice(0, 120)}`);
    }
    did[kind] = (did[kind] ?? 0) + 1;
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  function act() {
    const menu = all(".play-menu button");
    const orders = all(".orders button");
    const glow = all("[data-table] [data-place].glow:not(.zone):not(.fields), [data-table] .zone.glow:not(.pile), [data-table] .plot.sale");
    const picked = document.querySelector("[data-table] .picked");
    const answers = all(".answers button");
    const fields = all(".seat.you .plot:not(.slot)");
    const dice = random();
    if (menu.length) return press("menu", pick(menu)), true;
    if (document.querySelector(".haggle")) return haggle(dice), true;
    if (picked && glow.length) return press("goes", pick(glow)), true;
    if (picked) return press("again", pick([picked, ...orders])), true;
    if (document.querySelector(".play-menu")) return document.querySelector(".play-menu").hidePopover(), true;
    if (answers.length && dice < 0.7) return press("answer", pick(answers)), true;
    if (glow.length && dice < 0.8) return press("takes", pick(glow)), true;
    if (fields.length && dice < 0.2) return press("field", pick(fields)), true;
    if (orders.length) return press("order", pick(orders)), true;
    if (glow.length) return press("takes", pick(glow)), true;
    return false;
  }

  function haggle(dice) {
    const buttons = all(".haggle button");
    const propose = buttons.filter((button) => button.matches(".main"));
    const rest = buttons.filter((button) => !button.matches(".do button"));
    if (propose.length && dice < 0.4) press("propose", propose[0]);
    else if (dice < 0.15) press("cancel", buttons.at(-1));
    else press("haggle", pick([...all(".seat.you .hand button.card, .turned_up button.card"), ...rest]));
  }

  let waited = 0;
  let count = 0;
  while (count < most && waited < patience) {
    if (document.querySelector(".tray .scores")) break;
    const note = document.querySelector(".tray .refusal")?.textContent;
    if (note) said.add(note);
    const tray = document.querySelector(".tray");
    const busy = !tray || tray.getAttribute("aria-busy") === "true";
    if (!busy && act()) {
      count += 1;
      waited = 0;
    } else waited += 20;
    await rest(20);
  }
  const looks = { hint: document.querySelector(".tray .task")?.textContent, n: Number(document.querySelector("[data-table]")?.dataset.n) };
  return { over: Boolean(document.querySelector(".tray .scores")), count, did, covered, said: [...said], ...looks };
}
