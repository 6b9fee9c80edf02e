// @ts-check
// Graph and scrubber in one: a native slider for keyboard and screen readers, over a graph that a pointer moves on.
import { Component } from "preact";
import { computed, effect, signal } from "@preact/signals";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { LOW, NARROW, ROOMY, Scale, columns, columnsOfNames, ends, outline, span } from "./chart_data.js";
import { Hint } from "./tooltip.js";
import { hit, marksOf, placed } from "./markers.js";

/** @typedef {import("../game/game.js").Game} Game */

const narrow = matchMedia("(max-width: 52rem), (max-height: 30rem)");
const low = matchMedia("(max-height: 50rem)");
/** What stands at the ends of the lines is cut to so many letters. */
const LONGEST = 11;

/** What the seats are called at the ends of their lines. @param {Game} game */
function labels(game) {
  if (narrow.matches) return game.seats.value.map((_, k) => String(k + 1));
  return game.seats.value.map((_, k) => game.name(k)).map((name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name));
}

/** `go` leads to an event, where that is not for the game alone to do. @extends {Component<{game: Game, go?: (n: number) => void, label?: string}>} */
export class Band extends Component {
  /** @type {HTMLElement | null} */
  element = null;
  /** @type {import("./chart.js").Chart | null} */
  chart = null;
  width = signal(0);
  height = 0;
  /** What the pointer or the focus is on: an event, and the mark there. */
  pointed = signal(/** @type {import("./tooltip.js").Pointed | null} */ (null));
  hold = (/** @type {HTMLElement | null} */ element) => {
    this.element = element;
  };

  componentDidMount() {
    const element = /** @type {HTMLElement} */ (this.element);
    this.seen = new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (width !== this.width.value || height !== this.height) this.#forget();
      this.height = height;
      this.width.value = 0;
      this.width.value = width;
    });
    this.seen.observe(element);
    this.stop = effect(() => this.#follow());
  }

  componentWillUnmount() {
    this.seen?.disconnect();
    this.stop?.();
    this.#forget();
  }

  #forget() {
    this.chart?.destroy();
    this.chart = null;
  }

  get sizes() {
    return narrow.matches ? NARROW : low.matches ? LOW : ROOMY;
  }

  /** The scale of the band as it is now. */
  get scale() {
    const { game } = this.props;
    const right = 7 + columnsOfNames(game.seats.value.length, this.sizes) * (this.#labelWidth + 3);
    return new Scale(this.width.value, span(game.limit.value, game.isStory.value), { left: this.sizes.axis, right });
  }

  get #labelWidth() {
    return Math.max(...labels(this.props.game).map((name) => name.length)) * this.sizes.label * 0.62;
  }

  /** What the graph is drawn from, as far as the story is told. */
  shown = computed(() => {
    const { game } = this.props;
    game.timeline.grown.value;
    const limit = game.limit.value;
    const { series, markers } = game.timeline;
    if (!this.width.value || !limit || !series.length) return null;
    const { scale } = this;
    const marks = placed(marksOf(game), (n) => scale.x(n));
    const turns = markers.filter(({ kind, n }) => kind === "turn" && n <= limit);
    return { columns: columns(series, limit, scale.last), scale, marks, turns };
  });

  #due = 0;
  /** Whether there is a table; which one is nothing to the graph. */
  #isThere = computed(() => Boolean(this.props.game.shown.value));

  /** Draws anew what has changed: at most once for each picture of the screen, and not before there is a table. */
  #follow() {
    const shown = this.shown.value;
    if (!shown || !this.#isThere.value) return;
    cancelAnimationFrame(this.#due);
    this.#due = requestAnimationFrame(() => this.#draw(shown));
  }

  /** @param {import("./chart.js").Shown} shown */
  async #draw(shown) {
    if (this.chart) {
      this.chart.show(shown);
      return;
    }
    const { Chart } = await import("./chart.js").catch(() => ({ Chart: null })); // offline: with the next event again
    if (!Chart || !this.element?.isConnected || this.chart) return;
    const last = this.shown.value;
    if (last) this.chart = new Chart(/** @type {HTMLElement} */ (this.element.querySelector(".chart")), this.sizes, last);
  }

  /** What lies at a place of the band: a mark, the number of a turn, or simply an event. @param {PointerEvent} event @returns {import("./tooltip.js").Pointed} */
  at = (event) => {
    const { game } = this.props;
    const box = /** @type {HTMLElement} */ (this.element).getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { height, turns, lane } = this.sizes;
    const mark = y >= height - turns - lane && y < height - turns ? hit(this.shown.value?.marks ?? [], x) : undefined;
    const n = Math.min(this.scale.n(x), game.limit.value);
    if (mark) return { n: mark.n, x: mark.x, mark };
    if (y < height - turns) return { n, x };
    const starts = game.timeline.turns.filter((start) => start <= game.limit.value);
    const start = starts.toSorted((one, other) => Math.abs(one - n) - Math.abs(other - n))[0] ?? n;
    return { n: start, x: this.scale.x(start) };
  };

  down = (/** @type {any} */ event) => {
    if (event.button) return;
    const { game } = this.props;
    game.playing.value = false;
    event.currentTarget.setPointerCapture(event.pointerId);
    this.pointed.value = this.at(event);
    this.#go(this.pointed.value.n, true);
  };

  move = (/** @type {any} */ event) => {
    const { game } = this.props;
    const drags = event.currentTarget.hasPointerCapture(event.pointerId);
    if (event.pointerType === "touch" && !drags) return;
    const pointed = drags ? { n: Math.min(this.scale.n(event.clientX - event.currentTarget.getBoundingClientRect().left), game.limit.value), x: 0 } : this.at(event);
    if (drags) pointed.x = this.scale.x(pointed.n);
    this.pointed.value = pointed;
    if (drags && pointed.n !== game.n.value) this.#go(pointed.n);
  };

  leave = () => {
    this.pointed.value = null;
  };

  focused = (/** @type {any} */ event) => {
    const { n } = this.props.game;
    if (event.target.matches(":focus-visible")) this.pointed.value = { n: n.value, x: this.scale.x(n.value), isFocus: true };
  };

  #go(/** @type {number} */ n, push = false) {
    const { game, go } = this.props;
    if (go) go(n);
    else game.goTo(n, { push });
  }

  render(/** @type {{game: Game, label?: string}} */ { game, label = say("replay-event") }) {
    const n = game.n.value;
    const limit = game.limit.value;
    const { scale, sizes } = this;
    const now = scale.x(limit);
    const names = labels(game);
    const places = this.shown.value ? ends(this.shown.value.columns, sizes) : [];
    return html`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{ clipPath: outline(now, sizes) }}></div>
        <div class="ends" aria-hidden="true" style=${{ transform: `translateX(${now + 5}px)` }}>
          ${places.map(({ column, y }, k) => html`<b key=${k} style=${{ color: `var(--line-${k % 7})`, transform: `translate(${column * (this.#labelWidth + 3)}px, ${y}px)` }}>${names[k]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{ transform: `translateX(${scale.x(n)}px)` }}></i>
        <input type="range" min="1" max=${Math.max(limit, 2)} step="1" value=${n} aria-label=${label} aria-valuetext=${`${n}: ${game.sentences[n - 1] || ""}`}
          onInput=${(/** @type {any} */ event) => { game.playing.value = false; this.#go(Number(event.target.value)); }} onFocus=${this.focused} onBlur=${this.leave} />
        <${Hint} game=${game} pointed=${this.pointed} width=${this.width} />
      </div>`;
  }
}
