// The buttons and forms by which a seat gives its commands.
import { command, insist, words } from "./api.js";
import { Bean, FACE_DOWN, cardName } from "./cards.js";
import { data, html } from "./html.js";
import { spoken } from "./words.js";

/** The hand of a seat as {slot: card}. */
const handOf = (position, k) => {
  const seat = position.seats[k];
  return Object.fromEntries((seat.hand_slots || []).map((slot, i) => [slot, seat.hand[i]]));
};

/** Sends a command, and says what came of it. */
async function send(game, order) {
  game.set({ sending: "…" });
  try {
    const { version } = await command(game.state.game, order, game.token);
    game.set({ sending: null, owed: version });
  } catch (error) {
    game.set({ sending: words(error) });
  }
  loadOrders(game);
}

/** What the own seat may do at the head, with the table of the same event as this seat sees it. */
export async function loadOrders(game) {
  const k = game.state.head?.may.seat;
  if (k === null || k === undefined || !game.isLive) return;
  const at = game.version;
  if (game.state.orders?.at === at || game.state.view === `seat:${k}` && game.state.orders) return; // the stream brings them
  const wanted = () => at === game.version;
  const both = () => Promise.all([game.ask("/legal-commands", { seat: k, at }), game.tableAt(at, `seat:${k}`)]);
  try {
    const [orders, position] = await insist(both, { wanted });
    if (wanted()) game.set({ orders: { ...orders, at, position } });
  } catch (error) {
    if (wanted()) game.set({ sending: words(error) });
  }
}

export function Orders({ state, game, name }) {
  const { head, orders, sending, following } = state;
  const k = head.may.seat;
  if (k === null || k === undefined || !game.isLive) return null;
  if (!following) {
    return html`<section class="panel orders"><h2>Your move</h2><p class="small">You are looking at the past.
      <button type="button" class="quiet" onClick=${() => game.goTo(game.version)}>To the present</button></p></section>`;
  }
  if (!orders) return html`<section class="panel orders" aria-label="Your move"><h2>Your move</h2><p class="small">Loading …</p></section>`;
  // Nothing can be ordered but while orders and table are of one event, the latest: what one sees is what one orders.
  const ready = orders.at === game.version && game.version >= state.owed && game.isInStep && sending !== "…";
  const give = (order) => ready && send(game, order);
  const seating = orders.legal.find((order) => order.type === "TakeSeat");
  if (seating) return html`<${TakeSeat} ...${{ order: seating, give, ready, sending }} />`;
  const { position, legal: plain, offers: bounds } = orders;
  const hand = handOf(position, k);
  return html`
    <section class=${`panel orders ${ready ? "" : "pending"}`} aria-label="Your move" aria-busy=${String(!ready)}>
      <h2>Your move <span class="small">as ${name(k)}</span></h2>
      ${plain.length === 0 && bounds.length === 0 && html`<p class="small">Nothing to do but wait.</p>`}
      <div class="order-buttons">
        ${plain.map((order) => html`<button type="button" key=${JSON.stringify(order)} aria-disabled=${String(!ready)} onClick=${() => give(order)}>${spoken(position.edition, order, hand, name)}</button>`)}
      </div>
      ${bounds.map((bound) => html`<${Offer} key=${bound.type} ...${{ bound, hand, position, give, ready, k, name }} />`)}
      <p role="status" class=${sending && sending !== "…" ? "error" : ""}>${sending}</p>
    </section>`;
}

/** The log holds no names, so a seat is taken under its number; the game's maker has named it. */
const TakeSeat = ({ order, give, ready, sending }) => html`
  <section class="panel orders"><h2>This seat is yours to take</h2>
    <p><button type="button" aria-disabled=${String(!ready)} onClick=${() => give(order)}>Take seat ${order.seat}</button></p>
    <p role="status" class=${sending && sending !== "…" ? "error" : ""}>${sending}</p>
  </section>`;

/** An open-ended order: the cards to give as checkboxes, what is wanted in return as numbers. */
function Offer({ bound, hand, position, give, ready, k, name }) {
  const trade = bound.type === "ProposeTrade";
  const seats = bound.with || bound.to || [];
  const wantable = trade && position.turn.seat !== k ? position.turned_up : [];
  const varieties = data().editions[position.edition]?.varieties || [];
  const submit = (event) => {
    event.preventDefault();
    if (!ready) return;
    const form = new FormData(event.target);
    const cards = [
      ...form.getAll("hand").map((slot) => ({ source: "hand", slot: Number(slot) })),
      ...form.getAll("up").map((i) => ({ source: "turned_up", variety: bound.turned_up[Number(i)] })),
    ];
    const whom = form.get("whom") === "" ? null : Number(form.get("whom"));
    const coins = Number(form.get("coins") || 0);
    if (!trade) {
      give({ type: "OfferDonation", seat: k, to: whom, cards, ...(coins ? { coins } : {}) });
      return;
    }
    const want = Object.fromEntries(varieties.map(({ id }) => [id, Number(form.get(`want-${id}`) || 0)]).filter(([, count]) => count > 0));
    const wantUp = form.getAll("want-up").map((i) => wantable[Number(i)]);
    const wantCoins = Number(form.get("want-coins") || 0);
    give({
      type: "ProposeTrade", seat: k, with: whom, give: cards, want,
      ...(wantUp.length ? { want_turned_up: wantUp } : {}),
      ...(coins ? { give_coins: coins } : {}), ...(wantCoins ? { want_coins: wantCoins } : {}),
    });
    event.target.reset();
  };
  return html`
    <details class="offer"><summary>${spoken(position.edition, bound)}</summary>
      <form onSubmit=${submit}>
        <label>To <select name="whom">${seats.map((seat) => html`<option value=${seat}>${name(seat)}</option>`)}
          ${trade && position.turn.seat === k && html`<option value="">anyone</option>`}</select></label>
        <fieldset><legend>You give</legend><div class="pick">
          ${bound.turned_up.map((card, i) => html`<${Pick} key=${`up${i}`} field="up" value=${i} card=${card} note="turned up" />`)}
          ${bound.from_hand.map((slot) => html`<${Pick} key=${slot} field="hand" value=${slot} card=${hand[slot] || FACE_DOWN} />`)}
        </div>${"coins" in bound && html`<label>Coins <input name="coins" type="number" min="0" max=${bound.coins} /></label>`}</fieldset>
        ${trade && html`<fieldset><legend>You want</legend><div class="pick">
          ${wantable.map((card, i) => html`<${Pick} key=${`w${i}`} field="want-up" value=${i} card=${card} note="turned up" />`)}
          ${varieties.map(({ id }) => html`<label key=${id} class="want"><${Bean} card=${id} /><span>${cardName(id)}</span>
            <input type="number" name=${`want-${id}`} min="0" max="20" placeholder="0" /></label>`)}
        </div>${"coins" in bound && html`<label>Coins <input name="want-coins" type="number" min="0" /></label>`}</fieldset>`}
        <button aria-disabled=${String(!ready)}>${trade ? "Propose" : "Offer"}</button>
      </form>
    </details>`;
}

const Pick = ({ field, value, card, note }) => html`
  <label class="check"><input type="checkbox" name=${field} value=${value} /><${Bean} card=${card} />${cardName(card)}${note && html` <span class="small">${note}</span>`}</label>`;
