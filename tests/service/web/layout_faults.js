// Finds what nobody can read or press on a page as it stands: words that are cut off or lie on each other, controls that are
// covered or out of reach, a page that scrolls sideways. Evaluates to `(selector) => faults`, a line for each fault, within
// the elements of the selector or in the whole page.
(selector) => {
  const faults = new Set();
  const root = document.documentElement;
  const CONTROLS = "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [tabindex='0']";
  /** Cards lie on each other, and are found by their edges. */
  const SPREAD = ".card, .plot, .tile, [tabindex='0']:not(button, a)";
  const SLACK = 1.5;
  /** So much of the height of a line is above its letters, and below them. */
  const LEADING = 0.22;

  const scopes = selector ? [...document.querySelectorAll(selector)] : [document.body];
  const isWithin = (element) => scopes.some((scope) => scope.contains(element));
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const call = (element) => element.tagName.toLowerCase() + [...element.classList].slice(0, 2).map((name) => `.${name}`).join("");
  const path = (element) => [element.parentElement?.parentElement, element.parentElement, element].filter(Boolean).map(call).join(" > ");
  const quote = (text) => `"${plain(text).slice(0, 50)}"`;
  const nameOf = (control) => `${quote(control.getAttribute("aria-label") ?? (control.innerText || control.value || ""))} ${path(control)}`;

  /** The ancestors of an element, itself first. */
  function* lineage(element) {
    for (let one = element; one && one !== root; one = one.parentElement) yield one;
  }

  /** A function of an element that is asked but once about each. */
  function kept(answer) {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, answer(element));
      return known.get(element);
    };
  }

  /** Whether only a screen reader tells an element, or one that it is in. */
  const isForListeners = kept((element) => element !== root && (getComputedStyle(element).clipPath === "inset(50%)" || isForListeners(element.parentElement)));

  /** Whether an element is drawn for people who see, and not shut off. */
  const isShown = kept((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && !element.closest(".skip, [inert]") && !isForListeners(element));

  /** The ancestors whose edges an element does not escape by its position, each with its style. */
  const holders = kept((element) => {
    const found = [];
    let { position } = getComputedStyle(element);
    for (const one of lineage(element.parentElement)) {
      if (one === document.body) break;
      const style = getComputedStyle(one);
      const holdsAll = style.transform !== "none" || style.filter !== "none" || /strict|content|paint|layout/.test(style.contain);
      if (position === "fixed" && !holdsAll) continue;
      if (position === "absolute" && style.position === "static" && !holdsAll) continue;
      found.push([one, style]);
      if (one.matches(":popover-open, :modal")) break;
      position = style.position;
    }
    return found;
  });

  /** What the edges of an element do to what goes beyond them: "cut" or "scroll" it, or nothing. */
  function edge(style, axis) {
    const overflow = style[`overflow${axis}`];
    if (["hidden", "clip"].includes(overflow)) return "cut";
    return ["auto", "scroll"].includes(overflow) ? (style.scrollbarWidth === "none" ? "cut" : "scroll") : null;
  }

  /** What is to be seen of a box of an element's words. */
  function seenOf(element, { left, top, right, bottom }) {
    const box = { left, top, right, bottom };
    for (const [one, style] of [[element, getComputedStyle(element)], ...holders(element)]) {
      const room = one.getBoundingClientRect();
      if (edge(style, "X")) [box.left, box.right] = [Math.max(box.left, room.left), Math.min(box.right, room.right)];
      if (edge(style, "Y")) [box.top, box.bottom] = [Math.max(box.top, room.top), Math.min(box.bottom, room.bottom)];
    }
    return { ...box, width: box.right - box.left, height: box.bottom - box.top };
  }

  /** The element whose edges cut a box off where nothing scrolls to it; the root element where it is beyond the window. */
  function cutBy(element, box, chain) {
    const reach = { X: false, Y: false };
    for (const [one, style] of chain) {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const beyond = { X: Math.max(left - box.left, box.right - right), Y: Math.max(top - box.top, box.bottom - bottom) };
      for (const axis of ["X", "Y"]) {
        const does = edge(style, axis);
        if (does === "cut" && !reach[axis] && beyond[axis] > SLACK) return one;
        if (does === "scroll") reach[axis] = true;
      }
    }
    const isFixed = [element, ...chain.map(([one]) => one)].some((one) => getComputedStyle(one).position === "fixed");
    const isStill = isFixed || [root, document.body].some((one) => getComputedStyle(one).overflowY === "hidden");
    const [x, y] = isFixed ? [0, 0] : [scrollX, scrollY];
    const width = isStill ? root.clientWidth : Math.max(root.clientWidth, root.scrollWidth);
    if (!reach.X && (box.left + x < -SLACK || box.right + x > width + SLACK)) return root;
    if (!reach.Y && (box.top + y < -SLACK || isStill && box.bottom > innerHeight + SLACK)) return root;
    return null;
  }

  /** Whether words are cut off with an ellipsis, and a title or a label tells them whole. */
  function isShortened(cut, element, text) {
    if (cut === root) return false;
    const style = getComputedStyle(cut);
    if (style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none") return false;
    return [...lineage(element)].some((one) => [one.title, one.getAttribute("aria-label")].some((told) => told && plain(told).includes(plain(text))));
  }

  /** The lines of words that are seen, each with its box; what is cut off of them is a fault. */
  function findWords() {
    const lines = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { data: text, parentElement: parent } = node;
      if (!text.trim() || !isWithin(parent) || parent.closest("script, style, noscript, option, template, textarea") || !isShown(parent)) continue;
      const style = getComputedStyle(parent);
      if (parseFloat(style.fontSize) < 1) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const chain = [[parent, style], ...holders(parent)];
      for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
        if (width < 0.5 || height < 0.5) continue;
        const letters = { left, right, top: top + height * LEADING, bottom: bottom - height * LEADING };
        const cut = cutBy(parent, letters, chain);
        if (cut && !isShortened(cut, parent, text)) faults.add(`cut off by ${call(cut)}: ${quote(text)} in ${path(parent)}`);
        const box = seenOf(parent, { left, right, top, bottom });
        if (box.width > 1 && box.height > 1) lines.push({ parent, text, box });
      }
    }
    return lines;
  }

  /** Words that go beyond the button that they are on. */
  function findBursting(lines) {
    for (const control of document.querySelectorAll("button, .button, .chip, summary")) {
      if (!isWithin(control) || !isShown(control)) continue;
      const room = control.getBoundingClientRect();
      for (const { parent, box, text } of lines) {
        if (!control.contains(parent) || parent.closest(".card, .plot, .count")) continue;
        const lead = box.height * LEADING;
        const isInside = box.left >= room.left - SLACK && box.right <= room.right + SLACK && box.top + lead >= room.top - SLACK && box.bottom - lead <= room.bottom + SLACK;
        if (!isInside) faults.add(`sticks out of its control: ${quote(text)} in ${path(control)}`);
      }
    }
  }

  /** Words that lie on other words; but for those on cards, which lie on each other. */
  function findPiled(lines) {
    const hides = kept((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return backgroundImage !== "none" || !/transparent|, 0(\.[0-4]\d*)?\)$|\/ 0(\.[0-4]\d*)?\)$/.test(backgroundColor);
    });
    const isOnTop = ({ parent, box }) => {
      const hits = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const above = hits.findIndex((hit) => hit.contains(parent) || parent.contains(hit));
      return above !== -1 && !hits.slice(0, above).some(hides);
    };
    const near = (one, other) => one.box.top - other.box.top;
    const loose = lines.filter(({ parent }) => !parent.closest(".card, .plot, svg, .tile") && (parent.closest(".ends") || !parent.closest("[aria-hidden=true]"))).sort(near);
    for (const [i, one] of loose.entries()) {
      for (let k = i + 1; k < loose.length && loose[k].box.top < one.box.bottom; k += 1) {
        const other = loose[k];
        if (one.parent.contains(other.parent) || other.parent.contains(one.parent)) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide < 2 || high < 0.35 * Math.min(one.box.height, other.box.height) || !isOnTop(one) || !isOnTop(other)) continue;
        faults.add(`lies on other words: ${quote(one.text)} on ${quote(other.text)} in ${path(one.parent)}`);
      }
    }
  }

  /** Whether a control is what one presses at a spot, be it by its label. */
  function isPressed(control, x, y) {
    const hit = document.elementFromPoint(x, y);
    return hit && (control.contains(hit) || hit.closest("label")?.control === control || hit.contains(control) && hit.matches("label, [data-place]"));
  }

  const isInWindow = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= root.clientWidth && bottom <= innerHeight;

  /** Controls that no pointer finds, though one scrolls to them. */
  function findLost() {
    const scrolled = [...document.querySelectorAll("*")].filter((one) => one.scrollTop || one.scrollLeft).map((one) => [one, one.scrollTop, one.scrollLeft]);
    const [left, top] = [scrollX, scrollY];
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (!isWithin(control) || control.disabled || !isShown(control) || getComputedStyle(control).pointerEvents === "none") continue;
      const [first] = control.getClientRects(); // where it is by now
      if (!first?.width || !first.height) continue;
      const cut = cutBy(control, first, holders(control));
      if (cut && !isShortened(cut, control, control.textContent) && !control.closest(".fan")) {
        faults.add(`out of reach, cut off by ${call(cut)}: ${nameOf(control)}`);
        continue;
      }
      if (!isInWindow(first) || holders(control).some(([, style]) => edge(style, "X") || edge(style, "Y"))) control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      const spots = control.matches(SPREAD) ? [0.5, 0.25, 0.12, 0.75, 0.88, 0.04] : [0.5];
      const boxes = control.matches("a") ? [...control.getClientRects()] : [control.getBoundingClientRect()];
      if (boxes.some((box) => spots.some((x) => spots.some((y) => isPressed(control, box.left + box.width * x, box.top + box.height * y))))) continue;
      const above = document.elementFromPoint(boxes[0].left + boxes[0].width / 2, boxes[0].top + boxes[0].height / 2);
      faults.add(`${above ? `covered by ${path(above)}` : "outside the window"}: ${nameOf(control)}`);
    }
    for (const [one, y, x] of scrolled) [one.scrollTop, one.scrollLeft] = [y, x];
    scrollTo({ left, top, behavior: "instant" });
  }

  const lines = findWords();
  findBursting(lines);
  findPiled(lines);
  findLost();
  if (!selector && root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`);
  return [...faults];
}
