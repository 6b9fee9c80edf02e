// The buttons that move through the game, and the scrubber with its lane of markers.
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { SPEEDS } from "./keys.js";
import { ownMarkers } from "./words.js";
import { Component } from "../vendor/preact.mjs";

const MOVES = [
  ["first", "First event (Home)", (game) => game.goTo(1)],
  ["turnBack", "Turn before (Shift+←)", (game) => game.turn(-1)],
  ["back", "Event before (←)", (game) => game.step(-1)],
  ["play", "Play (Space)", (game) => game.set({ playing: !game.state.playing })],
  ["next", "Next event (→)", (game) => game.step(1)],
  ["turnNext", "Next turn (Shift+→)", (game) => game.turn(1)],
  ["last", "Last event (End)", (game) => game.goTo(game.version)],
];

export function Controls({ state, game }) {
  const { n, playing, speed } = state;
  const disabled = (move) =>
    (["first", "turnBack", "back"].includes(move) && n <= 1) || (["next", "turnNext", "last"].includes(move) && n >= game.version);
  return html`
    <div class="controls" role="group" aria-label="Replay">
      <${Scrubber} state=${state} game=${game} />
      <div class="moves">
        ${MOVES.map(([icon, label, act]) => {
          const isPlay = icon === "play";
          const said = isPlay && playing ? "Pause (Space)" : label;
          return html`<button type="button" key=${icon} class=${isPlay ? "main" : "quiet"} aria-label=${said} title=${said}
            aria-disabled=${disabled(icon)} onClick=${() => { if (!isPlay) game.set({ playing: false }); act(game); }}>
            <${Icon} name=${isPlay && playing ? "pause" : icon} /></button>`;
        })}
        <label class="speed"><span class="visually-hidden">Speed</span>
          <select value=${String(speed)} onChange=${(event) => game.set({ speed: Number(event.target.value) })}>
            ${SPEEDS.map((value) => html`<option value=${value}>${value}×</option>`)}
          </select></label>
        <span class="where" aria-hidden="true">${state.typed ? html`go to <b>${state.typed}</b> ⏎` : html`<b>${n}</b> / ${game.version}`}</span>
      </div>
    </div>`;
}

function Scrubber({ state, game }) {
  const { n, sentences, markers, faults, era } = state;
  return html`
    <div class="scrubber">
      <${Lane} ...${{ markers, faults, era }} version=${game.version} />
      <input type="range" min="1" max=${game.version} step="1" value=${n} aria-label="Event"
        aria-valuetext=${`Event ${n}: ${sentences[n - 1] || ""}`}
        onInput=${(event) => { game.set({ playing: false }); game.goTo(Number(event.target.value)); }} />
    </div>`;
}

/** Where each kind of marker stands in the lane, from the top: y, height. */
const SHAPES = { turn: [0, 24], harvest: [0, 7], trade: [8.5, 7], donation: [8.5, 7], third_field: [17, 7], shuffle: [17, 7], fork: [0, 24], end: [0, 24] };
/** So many marks are drawn together: of a game that goes on only the last of these are drawn again. */
const MARKS = 48;

/** The marks, at the number of their event; the lane is as wide as the game is long, so nothing moves when it grows. */
function Lane({ markers, faults, era, version }) {
  const starts = Array.from({ length: Math.ceil(markers.length / MARKS) }, (_, i) => i * MARKS);
  return html`
    <svg class="lane" viewBox=${`1 0 ${Math.max(version - 1, 1)} 24`} preserveAspectRatio="none" aria-hidden="true">
      ${starts.map((from) => html`<${Marks} key=${from} ...${{ markers, era, from }} upto=${Math.min(from + MARKS, markers.length)} />`)}
      ${faults.map((n) => html`<path class="mark wrong" d=${`M${n} 0v24`} />`)}
    </svg>`;
}

class Marks extends Component {
  shouldComponentUpdate(next) {
    return next.upto !== this.props.upto || next.era !== this.props.era;
  }

  render({ markers, from, upto }) {
    return markers.slice(from, upto).map(({ n, kind }) => {
      const [y, height] = SHAPES[kind] || [8.5, 7];
      return html`<path class=${`mark ${kind}`} d=${`M${n} ${y}v${height}`} />`;
    });
  }
}

/** The jumps that are not needed all the time. */
export function Jumps({ state, game }) {
  const go = (event) => {
    event.preventDefault();
    const n = Number(new FormData(event.target).get("n"));
    if (n) game.goTo(n, { push: true });
  };
  return html`
    <div class="jumps">
      <form onSubmit=${go}><label>Event <input name="n" type="number" min="1" max=${game.version} placeholder=${state.n} /></label><button class="quiet">Go to</button></form>
      <button type="button" class="quiet" onClick=${() => game.next("trade")}>Next trade</button>
      <button type="button" class="quiet" onClick=${() => game.next("harvest")}>Next harvest</button>
      ${ownMarkers(state.head.rules.edition).filter(([kind]) => state.markers.some((marker) => marker.kind === kind)).map(([kind, says]) => html`
        <button type="button" key=${kind} class="quiet" onClick=${() => game.next(kind)}>Next ${says}</button>`)}
      <button type="button" class="quiet" onClick=${() => game.nextFault()}>Next illegal</button>
      <button type="button" class="quiet" onClick=${() => game.set({ dialog: "fork" })}><${Icon} name="fork" />Fork here</button>
      <button type="button" class="quiet" aria-label="Keys (?)" title="Keys (?)" onClick=${() => game.set({ dialog: "keys" })}><${Icon} name="keys" /></button>
    </div>`;
}
