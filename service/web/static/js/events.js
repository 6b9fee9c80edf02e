// The list of events in sentences, turn by turn, each with the auditor's verdict and its clause.
import { isFault } from "./audit.js";
import { html } from "./html.js";
import { Component } from "../vendor/preact.mjs";

const MARKS = {
  legal: ["✓", "legal"],
  consequence: ["✓", "follows"],
  illegal: ["✗", "illegal"],
  differs: ["✗", "differs"],
  unknown: ["?", "cannot be judged in this view"],
};

/** The kind of an event in words, until its sentence has come. */
export const kind = (event) => event.type.split(".")[0].replaceAll("_", " ");

/** Where a citation stands in the rulebook; of BP-6.1/CL-6.4 the sentence taken over is marked. */
const clauseLink = (edition, clause) =>
  `/rules/${encodeURIComponent(edition)}#${encodeURIComponent(clause.split("/").pop())}`;

/** A citation, which leads to its clause; a line breaks between its two parts or not at all. */
export const Citation = ({ edition, clause, ...named }) => html`
  <a href=${clauseLink(edition, clause)} ...${named}>${clause.split("/").map((part, after) => [
    after ? html`/<wbr />` : "", html`<span class="citation">${part}</span>`])}</a>`;

/** So many turns are drawn together: of a game that goes on only the last of these is looked through again. */
const TURNS = 16;

/** Cuts further events at each beginning of a turn; what comes before the first is the setup. */
function cut(blocks, events) {
  for (const envelope of events) {
    const { type, turn, seat } = envelope.event;
    const begins = type.startsWith("turn_started.");
    if (begins && blocks.at(-1)?.length === TURNS || !blocks.length) blocks.push([]);
    const block = blocks.at(-1);
    if (begins || !block.length) block.push({ turn: begins ? turn : 0, seat: begins ? seat : null, events: [] });
    block.at(-1).events.push(envelope);
  }
}

/** What a stretch of events shows that may change: how far it goes, how far it is judged, where in it we are. */
function shows({ first, last, n, era, judged, notes }) {
  return [first, last, Math.max(first, Math.min(judged + 1, last + 1)), first <= n && n <= last ? n : null, era, notes];
}

/** A stretch of events that is drawn anew only when what it shows has changed. */
class Stretch extends Component {
  shouldComponentUpdate(next) {
    const [before, after] = [shows(this.props), shows(next)];
    return after.some((part, i) => part !== before[i]);
  }
}

export class EventList extends Component {
  hold = (list) => {
    this.list = list;
  };

  componentDidMount() {
    this.keepInView();
  }

  componentDidUpdate(before) {
    if (["n", "grown", "era"].some((part) => before.state[part] !== this.props.state[part])) this.keepInView();
  }

  shouldComponentUpdate({ state }) {
    const parts = [state.n, state.grown, state.era, state.judged, state.notes];
    const same = this.parts && parts.every((part, i) => part === this.parts[i]);
    this.parts = parts;
    return !same;
  }

  /** Scrolls the list, and only the list. */
  keepInView() {
    const { list } = this;
    const item = list?.querySelector("[aria-current]")?.closest("li");
    if (!item) return;
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 40 || top + item.offsetHeight > list.clientHeight - 20) list.scrollTop += top - list.clientHeight / 2;
  }

  /** The events in blocks of turns; those that came since are added. */
  blocks(events) {
    if (this.events !== events) Object.assign(this, { events, taken: 0, cut: [] });
    cut(this.cut, events.slice(this.taken));
    this.taken = events.length;
    return this.cut;
  }

  render({ state, game, name }) {
    const { n, events, notes, era, judged } = state;
    if (this.notes !== notes) Object.assign(this, { notes, noted: new Set(notes.map((note) => note.n)) });
    const same = { n, era, judged, notes, game, name, noted: this.noted, edition: state.head.rules.edition };
    return html`
      <div class="event-list" ref=${this.hold} tabindex="0" role="region" aria-label="Events">
        ${this.blocks(events).map((turns) => html`<${Block} key=${turns[0].turn} ...${{ ...same, turns }}
          first=${turns[0].events[0].n} last=${turns.at(-1).events.at(-1).n} />`)}
      </div>`;
  }
}

class Block extends Stretch {
  render({ turns, ...same }) {
    return turns.map((group) => html`<${Turn} key=${group.turn} ...${{ ...same, group }}
      first=${group.events[0].n} last=${group.events.at(-1).n} />`);
  }
}

class Turn extends Stretch {
  render({ group, noted, game, name, n, edition }) {
    const { sentences, verdicts } = game.state;
    return html`
      <section>
        <h3>${group.turn ? html`Turn ${group.turn} <span class="small">${name(group.seat)}</span>` : "Setting up"}</h3>
        <ol start=${group.events[0].n}>
          ${group.events.map((envelope) => html`<${Line} key=${envelope.n} envelope=${envelope} game=${game}
            sentence=${sentences[envelope.n - 1]} verdict=${verdicts.get(envelope.n)} noted=${noted.has(envelope.n)}
            current=${envelope.n === n} edition=${edition} />`)}
        </ol>
      </section>`;
  }
}

function Line({ envelope, sentence, verdict, noted, current, game, edition }) {
  const { n, event } = envelope;
  const [mark, meaning] = verdict ? MARKS[verdict.verdict] : ["", "not judged yet"];
  const wrong = isFault(verdict);
  const said = sentence ?? kind(event);
  return html`
    <li class=${`${current ? "current" : ""} ${wrong ? "wrong" : ""} ${envelope.cause ? "" : "follows"}`} value=${n}>
      <button type="button" class="event" aria-current=${current ? "step" : null} tabindex=${current ? 0 : -1}
        onClick=${() => game.goTo(n, { push: true })}>
        <span class="n">${n}</span><span class="say">${said}${noted && html`<span class="noted" title="has a comment"> ✎</span>`}</span>
      </button>
      <span class=${`verdict ${verdict?.verdict || ""}`} title=${meaning}>${mark}<span class="visually-hidden">${meaning}</span></span>
      ${verdict?.clause
        ? html`<${Citation} class="clause-link" edition=${edition} clause=${verdict.clause} title=${verdict.says} tabindex=${current ? 0 : -1} />`
        : html`<span class="clause-link"></span>`}
      ${wrong && html`<p class="why">${verdict.says}</p>`}
    </li>`;
}
