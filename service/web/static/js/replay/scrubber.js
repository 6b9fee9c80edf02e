// @ts-check
// The graph with its scrubber: a native slider for keyboard and screen readers, over a graph for pointers.
import { Component } from "preact";
import { computed, effect, signal } from "@preact/signals";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { LOW, NARROW, ROOMY, Scale, columns, columnsOfNames, namePositions, clipPath, lastEventShown } from "./chart_data.js";
import { Tooltip } from "./tooltip.js";
import { markAt, marksOf, placeMarks } from "./markers.js";

/** @typedef {import("../game/game.js").Game} Game */

const narrow = matchMedia("(max-width: 52rem), (max-height: 30rem)");
const low = matchMedia("(max-height: 50rem)");
/** The maximum number of characters of a name at the end of a line. */
const NAME_LENGTH_MAX = 11;

/** Return the names of the seats for the ends of their lines. @param {Game} game */
function labels(game) {
  if (narrow.matches) return game.seats.value.map((_, k) => String(k + 1));
  return game.seats.value.map((_, k) => game.name(k)).map((name) => (name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name));
}

/** The graph of a game. `go` replaces the game's own navigation. @extends {Component<{game: Game, go?: (n: number) => void, label?: string}>} */
export class Graph extends Component {
  /** @type {HTMLElement | null} */
  element = null;
  /** @type {import("./chart.js").Chart | null} */
  chart = null;
  width = signal(0);
  height = 0;
  /** The event and the mark at the pointer or the focus. */
  pointed = signal(/** @type {import("./tooltip.js").Pointed | null} */ (null));
  hold = (/** @type {HTMLElement | null} */ element) => {
    this.element = element;
  };

  componentDidMount() {
    const element = /** @type {HTMLElement} */ (this.element);
    this.observer = new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (width !== this.width.value || height !== this.height) this.#destroyChart();
      this.height = height;
      this.width.value = 0;
      this.width.value = width;
    });
    this.observer.observe(element);
    this.stop = effect(() => this.#scheduleDrawing());
  }

  componentWillUnmount() {
    this.observer?.disconnect();
    this.stop?.();
    this.#destroyChart();
  }

  #destroyChart() {
    this.chart?.destroy();
    this.chart = null;
  }

  get sizes() {
    return narrow.matches ? NARROW : low.matches ? LOW : ROOMY;
  }

  /** The present scale of the graph. */
  get scale() {
    const { game } = this.props;
    const right = 7 + columnsOfNames(game.seats.value.length, this.sizes) * (this.#labelWidth + 3);
    return new Scale(this.width.value, lastEventShown(game.limit.value, game.isStory.value), { left: this.sizes.axis, right });
  }

  get #labelWidth() {
    return Math.max(...labels(this.props.game).map((name) => name.length)) * this.sizes.label * 0.62;
  }

  /** The data of the graph, up to the last event that may be shown. */
  shown = computed(() => {
    const { game } = this.props;
    game.timeline.changes.value;
    const limit = game.limit.value;
    const { series, markers } = game.timeline;
    if (!this.width.value || !limit || !series.length) return null;
    const { scale } = this;
    const marks = placeMarks(marksOf(game), (n) => scale.x(n));
    const turns = markers.filter(({ kind, n }) => kind === "turn" && n <= limit);
    return { columns: columns(series, limit, scale.last), scale, marks, turns };
  });

  #frame = 0;
  /** Whether any table is loaded. */
  #hasTable = computed(() => Boolean(this.props.game.shown.value));

  /** Schedule a drawing after a change: at most one per frame, and none before a table is loaded. */
  #scheduleDrawing() {
    const shown = this.shown.value;
    if (!shown || !this.#hasTable.value) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw(shown));
  }

  /** @param {import("./chart.js").ChartData} shown */
  async #draw(shown) {
    if (this.chart) {
      this.chart.show(shown);
      return;
    }
    const { Chart } = await import("./chart.js").catch(() => ({ Chart: null })); // offline: the next event tries again
    if (!Chart || !this.element?.isConnected || this.chart) return;
    const last = this.shown.value;
    if (last) this.chart = new Chart(/** @type {HTMLElement} */ (this.element.querySelector(".chart")), this.sizes, last);
  }

  /** Return what a pointer is at: a mark, the number of a turn, or an event. @param {PointerEvent} event @returns {import("./tooltip.js").Pointed} */
  at = (event) => {
    const { game } = this.props;
    const box = /** @type {HTMLElement} */ (this.element).getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { height, turns, lane } = this.sizes;
    const mark = y >= height - turns - lane && y < height - turns ? markAt(this.shown.value?.marks ?? [], x) : undefined;
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
    const places = this.shown.value ? namePositions(this.shown.value.columns, sizes) : [];
    return html`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{ clipPath: clipPath(now, sizes) }}></div>
        <div class="ends" aria-hidden="true" style=${{ transform: `translateX(${now + 5}px)` }}>
          ${places.map(({ column, y }, k) => html`<b key=${k} style=${{ color: `var(--line-${k % 7})`, transform: `translate(${column * (this.#labelWidth + 3)}px, ${y}px)` }}>${names[k]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{ transform: `translateX(${scale.x(n)}px)` }}></i>
        <input type="range" min="1" max=${Math.max(limit, 2)} step="1" value=${n} aria-label=${label} aria-valuetext=${`${n}: ${game.sentences[n - 1] || ""}`}
          onInput=${(/** @type {any} */ event) => { game.playing.value = false; this.#go(Number(event.target.value)); }} onFocus=${this.focused} onBlur=${this.leave} />
        <${Tooltip} game=${game} pointed=${this.pointed} width=${this.width} />
      </div>`;
  }
}
