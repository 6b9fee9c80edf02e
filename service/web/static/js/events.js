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

/** The events cut at each beginning of a turn; what comes before the first is the setup. */
function turns(events) {
  const groups = [{ turn: 0, seat: null, events: [] }];
  for (const envelope of events) {
    const { type, turn, seat } = envelope.event;
    if (type.startsWith("turn_started.")) groups.push({ turn, seat, events: [] });
    groups.at(-1).events.push(envelope);
  }
  return groups.filter((group) => group.events.length);
}

export class EventList extends Component {
  hold = (list) => {
    this.list = list;
  };

  componentDidMount() {
    this.keepInView();
  }

  componentDidUpdate(before) {
    if (["n", "events", "sentences"].some((part) => before.state[part] !== this.props.state[part])) this.keepInView();
  }

  shouldComponentUpdate({ state }) {
    const parts = [state.n, state.events, state.sentences, state.verdicts, state.notes];
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

  groups(events) {
    if (this.grouped?.events !== events) this.grouped = { events, groups: turns(events) };
    return this.grouped.groups;
  }

  render({ state, game, name }) {
    const { n, events, sentences, verdicts, notes } = state;
    const noted = new Set(notes.map((note) => note.n));
    return html`
      <div class="event-list" ref=${this.hold} tabindex="0" role="region" aria-label="Events">
        ${this.groups(events).map((group) => html`
          <${Turn} key=${group.turn} ...${{ group, sentences, verdicts, noted, notes, game, name }}
            n=${n} edition=${state.head.rules.edition}
            current=${group.events[0].n <= n && n <= group.events.at(-1).n ? n : null} />`)}
      </div>`;
  }
}

class Turn extends Component {
  shouldComponentUpdate(next) {
    return ["current", "sentences", "verdicts", "notes"].some((name) => next[name] !== this.props[name])
      || next.group.events.length !== this.props.group.events.length;
  }

  render({ group, sentences, verdicts, noted, game, name, current, edition }) {
    return html`
      <section>
        <h3>${group.turn ? html`Turn ${group.turn} <span class="small">${name(group.seat)}</span>` : "Setting up"}</h3>
        <ol start=${group.events[0].n}>
          ${group.events.map((envelope) => html`<${Line} key=${envelope.n} envelope=${envelope} game=${game}
            sentence=${sentences[envelope.n - 1]} verdict=${verdicts.get(envelope.n)} noted=${noted.has(envelope.n)}
            current=${envelope.n === current} edition=${edition} />`)}
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
