// What stands beside the table: legal here and why not, forks, comments, the game file, and the dialogs.
import { raw, withQuery, gamePath, words } from "./api.js";
import { Citation } from "./events.js";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { KEYS, written } from "./keys.js";
import { SeatLinks } from "./links.js";
import { SeatLine, seatsOf } from "./seats.js";
import { ownMarkers, spoken } from "./words.js";

/** The seats whose options may be asked for in this view. */
function askable(state) {
  const { views } = state.head.may;
  return state.head.seats.map((_, k) => k).filter((k) => views.includes(`seat:${k}`) || views.includes("omniscient"));
}

/** Loads what a seat may and may not do where we are, when the panel is open. */
export async function loadLegal(game) {
  const { state } = game;
  const { n, legalOpen, table } = state;
  if (!legalOpen || !table) return;
  const seats = askable(state);
  const turn = table.position.turn.seat;
  const seat = seats.includes(state.legalSeat) ? state.legalSeat : seats.includes(turn) ? turn : seats[0];
  if (seat === undefined || (state.legal?.n === n && state.legal.seat === seat)) return;
  game.set({ legal: { n, seat, loading: true, legal: [], offers: [], blocked: [] } });
  const answer = await game.ask("/legal-commands", { seat, at: n, include: "blocked" })
    .catch((error) => ({ seat, legal: [], offers: [], blocked: [], problem: words(error) }));
  if (state.n === n) game.set({ legal: { ...answer, n, seat } });
}

export function Legal({ state, game, name }) {
  const { legal, table } = state;
  const seats = askable(state);
  if (!seats.length) return null;
  const settled = table?.position.settled !== false;
  const told = (order) => spoken(state.head.rules.edition, order, {}, name);
  const known = legal && !legal.loading && table?.n === legal.n && settled;
  return html`
    <details class="panel legal" onToggle=${(event) => { game.set({ legalOpen: event.target.open }); loadLegal(game); }}>
      <summary>Legal here, and why not</summary>
      <label>Seat <select value=${String(legal?.seat ?? seats[0])} onChange=${(event) => { game.set({ legalSeat: Number(event.target.value), legal: null }); loadLegal(game); }}>
        ${seats.map((k) => html`<option value=${String(k)}>${name(k)}</option>`)}</select></label>
      <p><a href=${withQuery("/adjudicate", { game: state.game, n: state.n })}>Ask the arbiter about this table</a></p>
      ${!settled && html`<p class="small">Event ${state.n} lies inside a batch: nobody may act before the batch is whole.</p>`}
      ${legal?.problem && html`<p class="error">${legal.problem}</p>`}
      ${known && html`
        <h3>May</h3>
        ${legal.legal.length + legal.offers.length ? html`<ul class="may">${[...legal.legal, ...legal.offers].map((order) => html`<li>${told(order)}</li>`)}</ul>` : html`<p class="small">Nothing.</p>`}
        <h3>May not</h3>
        <dl class="why-not">${[...grouped(legal.blocked.filter(conceivable(table.position, legal)))].map(([clause, orders]) => html`
          <dt>${[...new Set(orders.map(told))].join("; ")}</dt>
          <dd><${Citation} edition=${state.head.rules.edition} clause=${clause} /> ${orders[0].says}</dd>`)}</dl>`}
    </details>`;
}

/**
 * Whether somebody at this table could think of an order: not of fields, offers or cards that are not there, of trading
 * with oneself, or of taking a seat in a game that has begun. The service tells of these too, for programs.
 */
function conceivable(position, { seat: k, offers }) {
  const own = position.seats[k];
  const [trades, gifts] = [position.proposals, position.donations].map((offers = []) => new Set(offers.map((offer) => offer.proposal)));
  const slots = new Set([...(own.hand_slots || []), ...offers.flatMap((bound) => bound.from_hand)]);
  const held = (card) => (card.source === "hand" ? slots.has(card.slot) : card.source !== "set_aside" || own.set_aside.length > 0);
  return (order) =>
    (order.type !== "TakeSeat" || !position.turn.number) &&
    (order.field === undefined || order.field < own.fields.length) &&
    (order.proposal === undefined || (order.type.endsWith("Trade") ? trades : gifts).has(order.proposal)) &&
    order.with !== k && order.to !== k &&
    [...(order.give || []), ...(order.cards || [])].every(held);
}

function grouped(orders) {
  const groups = new Map();
  for (const order of orders) groups.set(order.clause, [...(groups.get(order.clause) || []), order]);
  return groups;
}

export function Forks({ state }) {
  const from = state.head.forked_from;
  if (!state.forks.length && !from) return null;
  const link = (id, n) => `/games/${encodeURIComponent(id)}${n ? `?n=${n}` : ""}`;
  return html`
    <section class="panel forks"><h2>Branches</h2><ul class="strip">
      ${from && html`<li>Forked from <a href=${link(from.game, from.at)}>${from.game}</a> after event ${from.at}</li>`}
      ${state.forks.map((fork) => html`<li key=${fork.game}><a href=${link(fork.game)}>${fork.game}</a> after event ${fork.at} <span class=${`chip ${fork.status}`}>${fork.status}</span></li>`)}
    </ul></section>`;
}

export function Notes({ state, game }) {
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const text = new FormData(form).get("text").trim();
    if (!text) return;
    try {
      const note = await game.ask("/annotations", {}, { method: "POST", body: { n: state.n, text } });
      form.reset();
      game.set({ notes: [...state.notes, note], noteProblem: "" });
    } catch (error) {
      game.set({ noteProblem: words(error) });
    }
  };
  return html`
    <section class="panel notes"><h2>Comments</h2>
      ${state.notes.length === 0 && html`<p class="small">None yet.</p>`}
      <ol>${state.notes.map((note) => html`<li key=${note.id}><button type="button" class="link" onClick=${() => game.goTo(note.n, { push: true })}>${note.n}</button>
        <span><b>${note.by}</b>: ${note.text}</span></li>`)}</ol>
      ${game.token
        ? html`<form class="row" onSubmit=${submit}><label class="grow">Comment on event ${state.n} <input name="text" maxlength="2000" autocomplete="off" /></label><button class="quiet">Add</button></form>`
        : html`<p class="small">Whoever belongs to this game may comment, having opened it with their link.</p>`}
      ${state.noteProblem && html`<p class="error" role="alert">${state.noteProblem}</p>`}
    </section>`;
}

/** The file goes through a request of ours, since a plain link carries no token. */
export async function save(game) {
  try {
    const answer = await raw(withQuery(gamePath(game.state.game, "/file"), { as: game.state.view }), { token: game.token });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${game.state.game}.haricot.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) {
    game.set({ flash: words(error) });
  }
}

const opened = (element) => element && !element.open && element.showModal();

const Dialog = ({ game, label, children }) => html`
  <dialog ref=${opened} aria-label=${label} onClose=${() => game.set({ dialog: null, forked: null, forkProblem: "" })}
    onClick=${(event) => event.target.tagName === "DIALOG" && event.target.close()}>
    <div class="dialog">${children}
      <form method="dialog"><button class="quiet">Close (Esc)</button></form></div>
  </dialog>`;

/** What the marks above the scrubber mean. */
const LEGEND = [["turn", "turn"], ["harvest", "harvest"], ["trade", "trade or gift"], ["shuffle", "shuffle or third field"], ["wrong", "illegal event"]];

export function Dialogs({ state, game }) {
  if (state.dialog === "keys") {
    return html`<${Dialog} game=${game} label="Keys"><h2>Keys</h2>
      <dl class="keys">${KEYS.map(([keys, says]) => html`<div><dt><kbd>${written(keys[0])}</kbd></dt><dd>${says}</dd></div>`)}
        <div><dt><kbd>1 2 3</kbd> <kbd>Enter</kbd></dt><dd>go to event 123</dd></div><div><dt><kbd>Esc</kbd></dt><dd>close</dd></div></dl>
      <p class="legend small" aria-label="Marks above the scrubber">${[...LEGEND.slice(0, 3), ...ownMarkers(state.head.rules.edition), ...LEGEND.slice(3)].map(([kind, says]) => html`<span><i class=${kind}></i>${says}</span>`)}</p><//>`;
  }
  if (state.dialog === "fork") {
    return html`<${Dialog} game=${game} label="Fork"><h2>Fork at event ${state.n}</h2>
      ${state.forked
        ? html`<${SeatLinks} answer=${state.forked} />`
        : html`<form onSubmit=${(event) => fork(event, game)}>
            <p>A new game begins with everything up to this event (to the end of its batch), and goes on with its own deal. This game stays as it is.</p>
            <fieldset><legend>Who plays on</legend>
              ${state.head.seats.map(({ seat, name }) => html`<${SeatLine} key=${seat} k=${seat} name=${name === `seat-${seat}` ? "" : name} who=${played(state, seat)} />`)}
            </fieldset>
            <p><button autofocus disabled=${state.forking}><${Icon} name="fork" />Fork here</button></p></form>`}
      ${state.forkProblem && html`<p class="error" role="alert">${state.forkProblem}</p>`}<//>`;
  }
  return null;
}

/** Who is to play a seat of a fork, unless it is chosen otherwise: as before, and where only bots were, whoever's turn it is is a person. */
function played({ head, table }, k) {
  const alone = head.seats.every(({ kind }) => kind === "bot");
  return head.seats[k].kind === "bot" && !(alone && k === (table?.position.turn.seat ?? 0)) ? "trader" : "human";
}

async function fork(event, game) {
  event.preventDefault();
  const body = { at: game.state.n, mode: "exact", seats: seatsOf(event.target, game.state.head.seats.length) };
  game.set({ forking: true, forkProblem: "" });
  try {
    const forked = await game.ask("/forks", {}, { method: "POST", body });
    const line = { game: forked.game, at: forked.forked_from.at, status: forked.status };
    game.set({ forked, forks: [...game.state.forks, line] });
  } catch (error) {
    game.set({ forkProblem: words(error) });
  }
  game.set({ forking: false });
}
