// The table: piles and turned-up cards in the middle, every seat around it. Draws any position.
import { Back, Card, Coin, FACE_DOWN, cardName, cardsOf, doubled, inWords, phaseName, worth } from "./cards.js";
import { html } from "./html.js";
import { Attack, Board } from "./map.js";
import { holding } from "./places.js";
import { areasOf, countedBy, noted } from "./words.js";

/**
 * `name` tells a seat, `own` is the seat whose eyes look, `you` that of whoever sits before the screen, `touched` the
 * latest event with its {seat, field} or terrain.
 */
export function Table({ position, name, own = null, you = null, touched = {} }) {
  const { seats, turn, edition, options = {}, board } = position;
  const active = position.ended || !begun(turn) ? null : turn.seat;
  return html`
    <div class="felt">
      <${Middle} position=${position} name=${name} />
      <${Attack} position=${position} name=${name} />
      <${Board} position=${position} name=${name} touched=${touched.terrain || touched.target} />
      <div class=${`seats of-${seats.length}`}>
        ${seats.map(
          (seat, k) => html`<${Seat} key=${k} seat=${seat} k=${k} name=${name(k)} active=${k === active} own=${k === own} you=${k === you}
            edition=${edition} options=${options} held=${board?.cells?.length ? holding(position, k) : null} won=${position.winners?.includes(k)} touched=${k === touched.seat ? touched.field : null} />`,
        )}
      </div>
      <${Extras} zone=${position} known=${new Set([...KNOWN.table, ...Object.keys(areasOf(edition, "table"))])} />
    </div>`;
}

const KNOWN = {
  table: new Set(["format", "edition", "options", "n", "settled", "turn", "seats", "turned_up", "draw_pile", "discard_pile", "exhaustions", "final", "donations", "lapsed", "proposals", "next_proposal", "next_slots", "ended", "winners", "scores", "board", "attack"]),
  seat: new Set(["hand", "hand_slots", "fields", "coins", "set_aside"]),
  turn: new Set(["seat", "number", "phase", "planted"]),
};

/** What an edition adds to the table or to a seat and nothing here draws, told in words rather than kept back. */
function Extras({ zone, known }) {
  const more = Object.entries(zone).filter(([key, value]) => !known.has(key) && value !== null && value?.length !== 0);
  if (!more.length) return null;
  const told = (value) => (Array.isArray(value) && value.every((card) => typeof card === "string") ? inWords(value) : JSON.stringify(value));
  return html`<p class="small">${more.map(([key, value]) => `${key.replaceAll("_", " ")}: ${told(value)}`).join("; ")}</p>`;
}

/** Whether somebody's move is awaited, be it before the first turn. */
const begun = (turn) => turn.number > 0 || !["", "seating"].includes(turn.phase ?? "");

/** What has happened or is still open in a turn, in the words of its edition. */
function notes(edition, turn) {
  const more = Object.entries(turn).filter(([key, value]) => !KNOWN.turn.has(key) && value !== null);
  return more.map(([key, value]) => noted(edition, key, value)).filter(Boolean);
}

function Middle({ position, name }) {
  const { turn, edition, ended } = position;
  const [pile, discard] = [position.draw_pile, position.discard_pile].map(cardsOf);
  return html`
    <div class="middle">
      <p class="phase">
        ${ended
          ? html`<strong>Game over.</strong> ${position.winners?.length ? `Won by ${position.winners.map(name).join(" and ")}.` : ""}`
          : turn.number
            ? html`<strong>Turn ${turn.number}</strong>, ${name(turn.seat)}${turn.phase ? `: ${phaseName(edition, turn.phase)}` : ""}`
            : begun(turn) ? `${name(turn.seat)}: ${phaseName(edition, turn.phase)}` : "Not begun: players take their seats"}
        ${!ended && notes(edition, turn).map((note) => html`<span class="small"> · ${note}</span>`)}
        ${position.exhaustions > 0 && html`<span class="small"> · pile exhausted ${position.exhaustions}×</span>`}
      </p>
      <div class="piles">
        <${Pile} title="Draw pile" count=${pile.length}>
          ${pile.length > 0 && html`<${Back} />`}
        <//>
        <${Pile} title="Discards" count=${discard.length}>
          ${discard.length > 0 && html`<${Card} card=${discard[0]} />`}
        <//>
        <${Laid} title="Turned up" cards=${position.turned_up} />
        ${Object.entries(areasOf(edition, "table")).map(([area, title]) => position[area] && html`<${Laid} key=${area} title=${title} cards=${cardsOf(position[area])} />`)}
      </div>
      <${Offers} position=${position} name=${name} />
    </div>`;
}

const Pile = ({ title, count, children }) => html`
  <div class="pile">
    <h3>${title} <span class="count">${count}</span></h3>
    ${count > 0 ? children : html`<div class="card slot"></div>`}
  </div>`;

const Laid = ({ title, cards }) => html`
  <div class="pile turned" role="group" aria-label=${title}>
    <h3>${title}</h3>
    <div class="cards">
      ${cards.map((card, i) => html`<${Card} key=${i} card=${card} />`)}
      ${cards.length === 0 && html`<div class="card slot"></div>`}
    </div>
  </div>`;

/** The cards of an offer, counted; hand cards are named by variety. */
const given = (cards, coins) => {
  const told = cards.length ? inWords(cards.map((card) => card.variety || FACE_DOWN)) : "";
  return [told, coins ? `${coins} coins` : ""].filter(Boolean).join(", ") || "nothing";
};

function Offers({ position, name }) {
  const { proposals = [], donations = [] } = position;
  if (!proposals.length && !donations.length) return null;
  const wanted = (offer) => {
    const cards = [
      ...Object.entries(offer.want || {}).map(([card, count]) => `${count > 1 ? `${count} × ` : ""}${cardName(card)}`),
      ...(offer.want_turned_up || []).map((card) => `${cardName(card)} (turned up)`),
      ...(offer.want_coins ? [`${offer.want_coins} coins`] : []),
    ];
    return cards.join(", ") || "nothing";
  };
  return html`<div class="offers"><h3>Open offers</h3><ul>
    ${proposals.map((offer) => html`<li key=${offer.proposal}>
      <span class="count">${offer.proposal}</span> ${name(offer.seat)} to ${offer.with === null ? "anyone" : name(offer.with)}:
      gives <b>${given(offer.give, offer.give_coins)}</b> for <b>${wanted(offer)}</b></li>`)}
    ${donations.map((offer) => html`<li key=${offer.proposal}>
      <span class="count">${offer.proposal}</span> ${name(offer.seat)} gives ${name(offer.to)} <b>${given(offer.cards, offer.coins)}</b></li>`)}
  </ul></div>`;
}

function Seat({ seat, k, name, active, own, you, edition, options, held, won, touched }) {
  const fields = seat.fields.map((field) => (field.length ? worth(edition, field, options) : null));
  const now = fields.reduce((sum, field) => sum + (field?.coins || 0), 0);
  return html`
    <section class=${`seat ${active ? "active" : ""} ${own ? "own" : ""}`} data-seat=${k} aria-label=${`Seat ${k}, ${name}`}>
      <header>
        ${held && html`<span class=${`disc owner-${k % 7}`} aria-hidden="true">${k}</span>`}
        <h3 class="name">${name}</h3>
        <span class="seat-tags">${active && html`<span class="tag turn">active</span>`}${(own || you) && html`<span class="tag">${you ? "you" : "seen from here"}</span>`}
        ${won && html`<span class="tag won">won</span>`}
        ${held && html`<span class="tag">${held.points} point${held.points === 1 ? "" : "s"}, ${held.count} terrain${held.count === 1 ? "" : "s"}</span>`}</span>
        <span class="purse" title="Coins"><${Coin} /><b>${cardsOf(seat.coins).length}</b><span class="visually-hidden"> coins</span>
          ${now > 0 && html`<span class="small">+${now} in the fields</span>`}</span>
      </header>
      <div class="fields">
        ${seat.fields.map((field, index) => html`<${Field} key=${index} field=${field} index=${index} value=${fields[index]} twice=${doubled(edition, field)} touched=${index === touched} />`)}
        ${seat.set_aside.length > 0 && html`<div class="aside"><h4>Set aside</h4>
          <div class="cards">${seat.set_aside.map((card, i) => html`<${Card} key=${i} card=${card} />`)}</div></div>`}
      </div>
      <${Hand} hand=${cardsOf(seat.hand)} />
      <${Goods} seat=${seat} areas=${areasOf(edition, "seat")} />
      <${Extras} zone=${seat} known=${new Set([...KNOWN.seat, ...Object.keys(areasOf(edition, "seat")), ...countedBy(edition)])} />
    </section>`;
}

/** The areas that an edition gives to seats, of those who have them. */
function Goods({ seat, areas }) {
  const bought = Object.keys(areas).filter((name) => seat[name] !== null && seat[name] !== undefined);
  if (!bought.length) return null;
  return html`<div class="goods">${bought.map((name) => html`
    <div key=${name} class=${name}><h4>${areas[name]} <span class="count">${cardsOf(seat[name]).length}</span></h4>
      <div class="cards">${cardsOf(seat[name]).map((card, i) => html`<${Card} key=${i} card=${card} />`)}</div></div>`)}</div>`;
}

function Field({ field, index, value, twice, touched }) {
  const told = field.length === 0 ? "empty" : value === null ? `${field.length} card${field.length === 1 ? "" : "s"}` : sold(value);
  // In a field of several varieties every name is to be read, in one of a single variety the last one will do.
  const mixed = new Set(field).size > 1;
  const stack = mixed ? "" : field.length > 8 ? "tight" : field.length > 4 ? "close" : "";
  return html`
    <div class=${`field ${touched ? "touched" : ""}`}>
      <h4>Field ${index}${field.length > 0 && html` <span class="count">${field.length}</span>`}</h4>
      <div class=${`stack ${stack}`}>
        ${field.length ? field.map((card, i) => html`<${Card} key=${i} card=${card} />`) : html`<div class="card slot"></div>`}
      </div>
      ${twice && html`<p class="tag twice" title="Two neighbours of one kind: to be sold in the owner's Sissi action">doubled</p>`}
      <p class="worth">${field.length ? told : html`<span class="visually-hidden">empty</span>`}</p>
    </div>`;
}

/** What a field pays if sold now, and the next step of its beanometer, which is named where several could pay. */
function sold({ coins, next, meter }) {
  const step = next ? `, ${next.coins} at ${next.cards}` : "";
  return html`<span title="Coins if sold now, and at how many cards it pays more"><${Coin} />
    <span class="visually-hidden">coins:</span>${coins} now${step}${meter ? ` (${cardName(meter)})` : ""}</span>`;
}

function Hand({ hand }) {
  const hidden = hand.every((card) => card === FACE_DOWN);
  return html`
    <div class=${`hand ${hidden ? "hidden-hand" : ""}`}>
      <h4>Hand <span class="count">${hand.length}</span></h4>
      <div class="cards" role="img" aria-label=${hand.length === 0 ? "no cards" : hidden ? `${hand.length} face-down cards` : `from the front: ${hand.map((card) => (card === FACE_DOWN ? "face down" : cardName(card))).join(", ")}`}>
        ${hand.map((card, i) => html`<${Card} key=${i} card=${card} front=${i === 0 && card !== FACE_DOWN} />`)}
      </div>
    </div>`;
}
