// @ts-check
// The editor of the command: its seat, its type, and its members, which presses on the table fill in.
import { data, html } from "../html.js";
import { hasMessage, say } from "../i18n.js";
import { areasOf } from "../table/areas.js";
import { Bean, FACE_DOWN, cardName, cardsOf, cardClass } from "../table/cards.js";
import { placeName, terrainsOf } from "../table/terrains.js";
import { membersOf, missingMembers, slotAt, typesOf, withMember } from "./compose.js";

/**
 * @typedef {import("./question.js").Question} Question
 * @typedef {import("./compose.js").Order} Order
 * @typedef {import("./compose.js").Member} Member
 */

/** Return the text of a command from its template alone, without members. @param {string} template */
export const plainText = (template) => template.replaceAll(/\[([^\]|]*)\|([^\]]*)\]/g, "$2").replaceAll(/\[[^\]]*\]/g, "").replaceAll(/\{[^}]*\}/g, "…").replace(/…: ….*$/, "…");

/** @param {string} name */
const memberName = (name) => (hasMessage(`ask-member-${name}`) ? say(`ask-member-${name}`) : name.replaceAll("_", " "));

/** @param {{question: Question}} props */
export function Command({ question }) {
  const drawn = question.drawn.value;
  if (!drawn) return null;
  const command = question.command.value;
  const seat = question.seat.value;
  const nameOf = (/** @type {string} */ type) => {
    const { says = {} } = data().editions[drawn.edition].commands[type];
    return says.open ?? plainText(says[""] ?? type);
  };
  const give = (/** @type {Order | null} */ order) => question.change({ command: order });
  const begin = (/** @type {string} */ type) => {
    question.wanted.value = null;
    give(type ? { type, seat } : null);
  };
  const openMembers = command ? missingMembers(drawn.edition, command) : [];
  return html`
    <div class="command">
      <div class="row">
        <div class="who-gives" role="group" aria-label=${say("ask-who")}>${drawn.seats.map((/** @type {any} */ _, /** @type {number} */ k) => html`<button type="button" key=${k} class=${`quiet who-chip seat-${k % 7}`} aria-pressed=${String(k === seat)}
          onClick=${() => { question.seat.value = k; if (command) give({ type: command.type, seat: k }); }}><span class="disc" aria-hidden="true">${k + 1}</span>${question.name(k)}</button>`)}</div>
        <label class="what">${say("ask-what")} <select name="command" value=${command?.type ?? ""} onChange=${(/** @type {any} */ event) => begin(event.target.value)}>
          <option value="">${say("ask-what-open")}</option>${typesOf(drawn.edition).map((type) => html`<option value=${type}>${nameOf(type)}</option>`)}</select></label>
      </div>
      ${command && html`<div class="members">${membersOf(drawn.edition, command.type).map(([name, member]) => html`<${MemberField} key=${name} ...${{ question, command, name, member, give }} />`)}</div>`}
      <p class="hint small" role="status">${command ? (openMembers.length ? say("ask-press-on") : "") : say("ask-press-first")}</p>
    </div>`;
}

/** Show one member with its value, and with buttons if the table cannot choose it. @param {{question: Question, command: Order, name: string, member: Member, give: (order: Order) => void}} props */
function MemberField({ question, command, name, member, give }) {
  const drawn = /** @type {any} */ (question.drawn.value);
  const value = command[name];
  const put = (/** @type {any} */ next) => give(withMember(command, name, next));
  const wanted = question.wanted.value === name;
  const Choice = member.counted ? Counts : PICKS[member.kind ?? "ref"] ?? Shown;
  return html`
    <div class=${`member ${wanted ? "wanted" : ""} ${value === undefined && !member.optional ? "open" : ""}`} role="group" aria-label=${memberName(name)}>
      <button type="button" class="member-name" aria-pressed=${String(wanted)} onClick=${() => { question.wanted.value = wanted ? null : name; }}>${memberName(name)}${member.optional ? html` <span class="small">${say("ask-optional")}</span>` : ""}</button>
      <${Choice} ...${{ question, drawn, command, name, member, value, put }} />
      ${value !== undefined && html`<button type="button" class="less" aria-label=${say("ask-member-clear", { member: memberName(name) })} onClick=${() => put(undefined)}>×</button>`}
    </div>`;
}

/** @param {any} props */
const Chips = ({ all, value, put, label }) => html`<span class="goods">${all.map((/** @type {any} */ one) => html`<button type="button" key=${String(one)} class="quiet chip-of" aria-pressed=${String(one === value)} onClick=${() => put(one)}>${label(one)}</button>`)}</span>`;

/** @param {any} props */
const Fields = ({ drawn, command, value, put }) => html`<${Chips} all=${drawn.seats[command.seat].fields.map((/** @type {any} */ _, /** @type {number} */ i) => i)} value=${value} put=${put} label=${(/** @type {number} */ i) => say("table-field", { field: i + 1 })} />`;

/** @param {any} props */
const Seats = ({ question, drawn, command, name, value, put }) => html`<${Chips} all=${drawn.seats.map((/** @type {any} */ _, /** @type {number} */ k) => k).filter((/** @type {number} */ k) => k !== command.seat || name === "chosen")} value=${value} put=${put} label=${question.name} />
  ${name === "with" && html`<button type="button" class="quiet chip-of" aria-pressed=${String(value === undefined || value === null)} onClick=${() => put(undefined)}>${say("table-anyone")}</button>`}`;

/** @param {any} props */
const Offers = ({ question, drawn, value, put }) => {
  const all = [...drawn.proposals, ...drawn.donations];
  return html`<${Chips} all=${all.map(({ proposal }) => proposal)} value=${value} put=${put} label=${(/** @type {number} */ n) => `${n} (${question.name(all.find(({ proposal }) => proposal === n).seat)})`} />${!all.length && html`<${Number_} value=${value} put=${put} />`}`;
};

/** @param {any} props */
const Number_ = ({ value, put, name }) => html`<input type="number" min="0" max="999" aria-label=${name ? memberName(name) : say("ask-how-many")} value=${value ?? ""} onChange=${(/** @type {any} */ event) => put(event.target.value === "" ? undefined : Math.max(0, Math.floor(Number(event.target.value)) || 0))} />`;

/** Choose a number of cards of each variety. @param {any} props */
const Counts = ({ drawn, value = {}, put }) => html`<span class="goods">${data().editions[drawn.edition].varieties.map((/** @type {{id: string}} */ { id }) => html`
  <span key=${id} class=${`wish ${value[id] ? "wished" : ""}`}><button type="button" class=${`mini v-${id}`} title=${cardName(id)} aria-label=${`${cardName(id)}: ${value[id] ?? 0}`} onClick=${() => put({ ...value, [id]: (value[id] ?? 0) + 1 })}><${Bean} card=${id} />${value[id] && html`<b>${value[id]}</b>`}</button></span>`)}</span>`;

/** Choose the coin cards that pay: from the seat's own, or from all varieties if they are unknown. @param {any} props */
const CoinCards = ({ drawn, command, member, value, put }) => {
  const own = [...new Set(cardsOf(drawn.seats[command.seat].coins))].filter((card) => card !== FACE_DOWN);
  const all = own.length ? own : data().editions[drawn.edition].varieties.map((/** @type {{id: string}} */ { id }) => id);
  const list = member.many ? value ?? [] : value === undefined ? [] : [value];
  return html`<${Mine} list=${list} /><span class="goods">${all.map((/** @type {string} */ card) => html`<button type="button" key=${card} class=${`mini v-${card}`} aria-label=${cardName(card)} title=${cardName(card)} onClick=${() => put(member.many ? [...list, card] : card)}><${Bean} card=${card} /></button>`)}</span>`;
};

/** @param {any} props */
const Terrains = ({ drawn, value, put }) => html`<select aria-label=${say("ask-terrain")} value=${value ?? ""} onChange=${(/** @type {any} */ event) => put(event.target.value || undefined)}><option value=""></option>
  ${(drawn.board?.cells ? terrainsOf(drawn.board) : []).map((/** @type {any} */ { id }) => html`<option value=${id}>${placeName(drawn.edition, id)}</option>`)}</select>`;

const SOURCE_NAMES = /** @type {Record<string, string>} */ ({ hand: "table-hand", pile: "table-draw-pile" });

/** @param {any} props */
const Sources = ({ drawn, value, put }) => html`<${Chips} all=${["hand", "depot", "pile"]} value=${value} put=${put} label=${(/** @type {string} */ one) => (SOURCE_NAMES[one] ? say(SOURCE_NAMES[one]) : areasOf(drawn.edition, "seat")[one] ?? one)} />`;

/** Show the cards pressed so far. @param {any} props */
const Shown = ({ drawn, command, member, value }) => {
  if (value === undefined) return html`<span class="nothing small">${say("ask-press-card")}</span>`;
  const list = member.many ? value : [value];
  return html`<${Mine} list=${list.map((/** @type {any} */ one) => cardOf(drawn, command.seat, one))} />`;
};

/** Return the card that a slot, a variety, or a card with its source stands for. @param {any} drawn @param {number} seat @param {any} one @returns {string} */
function cardOf(drawn, seat, one) {
  if (typeof one === "string") return one;
  const slot = typeof one === "number" ? one : one.slot;
  if (slot === undefined || slot === null) return one?.variety ?? FACE_DOWN;
  const hand = cardsOf(drawn.seats[seat].hand);
  return hand[hand.findIndex((_, i) => slotAt(drawn, seat, i) === slot)] ?? FACE_DOWN;
}

/** @param {{list: string[]}} props */
const Mine = ({ list }) => html`<span class="goods">${list.map((card, i) => html`<span key=${i} class=${`mini ${cardClass(card)}`} title=${cardName(card)}>${card === FACE_DOWN ? "?" : html`<${Bean} card=${card} />`}<span>${cardName(card)}</span></span>`)}</span>`;

/** The component that chooses a member, by the kind of the member. @type {Record<string, any>} */
const PICKS = { field: Fields, seat: Seats, offer: Offers, count: Number_, coins: Number_, coin: CoinCards, place: Terrains, source: Sources };
