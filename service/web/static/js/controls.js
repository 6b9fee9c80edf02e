// The buttons that move through the game, and the scrubber with its lane of markers.
import { isFault } from "./audit.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { SPEEDS } from "./keys.js";
import { ownMarkers } from "./words.js";

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
  const { n, sentences } = state;
  return html`
    <div class="scrubber">
      <${Lane} markers=${state.markers} verdicts=${state.audit?.verdicts} version=${game.version} />
      <input type="range" min="1" max=${game.version} step="1" value=${n} aria-label="Event"
        aria-valuetext=${`Event ${n}: ${sentences[n - 1] || ""}`}
        onInput=${(event) => { game.set({ playing: false }); game.goTo(Number(event.target.value)); }} />
    </div>`;
}

/** Where each kind of marker stands in the lane, from the top: y, height, width in events. */
const SHAPES = { turn: [0, 24], harvest: [0, 7], trade: [8.5, 7], donation: [8.5, 7], third_field: [17, 7], shuffle: [17, 7], fork: [0, 24], end: [0, 24] };

function Lane({ markers, verdicts, version }) {
  if (Lane.last?.markers === markers && Lane.last.verdicts === verdicts && Lane.last.version === version) return Lane.last.drawn;
  const x = (at) => (version > 1 ? ((at - 1) / (version - 1)) * 1000 : 0);
  const wrong = (verdicts || []).filter(isFault);
  const drawn = html`
    <svg class="lane" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
      ${markers.map((marker) => {
        const [y, height] = SHAPES[marker.kind] || [8.5, 7];
        const width = marker.kind === "turn" ? 1 : 3;
        return html`<rect class=${`mark ${marker.kind}`} x=${x(marker.n) - width / 2} y=${y} width=${width} height=${height} />`;
      })}
      ${wrong.map((verdict) => html`<rect class="mark wrong" x=${x(verdict.n) - 2.5} y="0" width="5" height="24" />`)}
    </svg>`;
  Lane.last = { markers, verdicts, version, drawn };
  return drawn;
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
