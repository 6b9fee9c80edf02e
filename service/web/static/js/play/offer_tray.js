// @ts-check
// The tray while the player composes an offer: the given cards, the wanted cards, and the partner.
import { data, html } from "../html.js";
import { formatList, say } from "../i18n.js";
import { Bean, Coin, cardName } from "../table/cards.js";

/** @typedef {import("./player.js").Player} Player */

/** @param {{player: Player}} props */
export function OfferTray({ player }) {
  const { offerDraft, commands, game } = player;
  const position = commands.position.value;
  /** @type {{id: string, players: number[]}[]} */
  const all = data().editions[position.edition]?.varieties ?? [];
  const varieties = all.filter(({ players }) => players.includes(position.seats.length));
  const canSend = commands.isReady.value && offerDraft.isComplete.value;
  const missing = offerDraft.isComplete.value ? "" : say(offerDraft.isSame.value ? "play-same-beans" : offerDraft.given.value.length || offerDraft.givenCoins.value ? "play-whom-for-gift" : "play-give-something");
  return html`
    <div class="haggle" role="group" aria-label=${say("play-trade")}>
      <div class="side"><h3>${say("play-you-give")}</h3>
        <span class="goods">${offerDraft.given.value.map((place) => html`<${Mini} key=${place} card=${offerDraft.variety(place)} onClick=${() => offerDraft.toggle(place)} />`)}
          ${!offerDraft.given.value.length && html`<span class="nothing">${say("play-click-cards")}</span>`}
          ${offerDraft.coins.value !== undefined && html`<${Coins} count=${offerDraft.givenCoins} most=${offerDraft.coins.value} />`}</span></div>
      <div class="side wants"><h3>${say(offerDraft.isGift.value ? "play-you-want-nothing" : "play-you-want")}</h3>
        <span class="goods">
          ${offerDraft.wantedTurnedUp.value.map((place) => html`<${Mini} key=${place} card=${offerDraft.variety(place)} onClick=${() => offerDraft.toggle(place)} />`)}
          ${offerDraft.trade.value && varieties.map(({ id }) => html`<${WantedVariety} key=${id} card=${id} count=${offerDraft.wanted.value[id] ?? 0} growers=${growers(position, id, game.you.value)} name=${game.name} wish=${(/** @type {number} */ by) => offerDraft.changeWanted(id, by)} />`)}
          ${offerDraft.coins.value !== undefined && html`<${Coins} count=${offerDraft.wantedCoins} most=${99} />`}</span></div>
      <div class="side whom"><h3>${say("play-with")}</h3>
        <span class="goods">${offerDraft.seats.value.map((k) => html`<button type="button" key=${k} class=${`quiet who-chip seat-${k % 7}`} aria-pressed=${String(offerDraft.partner.value === k)}
            onClick=${() => { offerDraft.partner.value = k; }}><span class="disc" aria-hidden="true">${k + 1}</span>${game.name(k)}</button>`)}
          ${position.turn.seat === game.you.value && html`<button type="button" class="quiet who-chip" aria-pressed=${String(offerDraft.partner.value === null)} onClick=${() => { offerDraft.partner.value = null; }}>${say("table-anyone")}</button>`}</span></div>
      <div class="do"><button type="button" class="main" aria-disabled=${String(!canSend)} title=${missing} onClick=${() => (canSend ? player.propose() : (player.reason.value = missing))}>${say(offerDraft.isGift.value ? "play-give-away" : "play-propose")}</button>
        <button type="button" class="quiet" onClick=${() => offerDraft.clear()}>${say("play-cancel")}</button></div>
    </div>`;
}

/** @param {{card: string, onClick: () => void}} props */
const Mini = ({ card, onClick }) => html`
  <button type="button" class=${`mini v-${card}`} title=${say("play-take-out", { card: cardName(card) })} aria-label=${say("play-take-out", { card: cardName(card) })} onClick=${onClick}><${Bean} card=${card} /></button>`;

/** Return the other seats with a variety in a field. @param {any} position @param {string} card @param {number | null} you @returns {number[]} */
const growers = (position, card, you) => position.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ k) => (k !== you && seat.fields.some((/** @type {string[]} */ field) => field.includes(card)) ? [k] : []));

/** Show a variety that can be wanted, with who grows it. A press adds one, the minus button removes one. @param {{card: string, count: number, growers: number[], name: (k: number) => string, wish: (by: number) => void}} props */
const WantedVariety = ({ card, count, growers, name, wish }) => {
  const grown = growers.length ? say("play-grown-by", { names: formatList(growers.map(name)) }) : "";
  return html`
  <span class=${`wish ${count ? "wished" : ""}`}>
    <button type="button" class=${`mini v-${card}`} title=${grown || cardName(card)} aria-label=${[say("play-want-one", { card: cardName(card), count }), grown].filter(Boolean).join(". ")} onClick=${() => wish(1)}><${Bean} card=${card} />${count > 0 && html`<b>${count}</b>`}
      <span class="wish-name">${cardName(card)}</span><span class="growers" aria-hidden="true">${growers.map((k) => html`<i key=${k} class=${`disc seat-${k % 7}`}>${k + 1}</i>`)}</span></button>
    ${count > 0 && html`<button type="button" class="less" aria-label=${say("play-want-less", { card: cardName(card) })} onClick=${() => wish(-1)}>−</button>`}</span>`;
};

/** @param {{count: import("@preact/signals").Signal<number>, most: number}} props */
const Coins = ({ count, most }) => html`
  <span class=${`wish ${count.value ? "wished" : ""}`}>
    <button type="button" class="mini" aria-label=${say("play-coin-more", { count: count.value })} aria-disabled=${String(count.value >= most)} onClick=${() => { count.value = Math.min(count.value + 1, most); }}><${Coin} /><b>${count.value || ""}</b></button>
    ${count.value > 0 && html`<button type="button" class="less" aria-label=${say("play-coin-less")} onClick=${() => { count.value -= 1; }}>−</button>`}</span>`;
