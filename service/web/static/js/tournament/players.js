// @ts-check
// The players: registered by typing or pasting names, checked in, with their clubs; links for officials and players.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { CopyLine } from "../links.js";
import { storedTokens, roleLink, tournamentPage } from "./tokens.js";

/**
 * The people in a pasted text: lines, tabs, semicolons, bars or commas part the names, and a club stands behind its name
 * in parentheses. A number before a name, as in a list, is left out. `haricot tournament register` reads lists so too.
 * @param {string} text @returns {{name: string, club?: string}[]}
 */
export function pasted(text) {
  const parts = text.replace(/^\uFEFF/, "").split(/[\r\n\t;|,]/).map((part) => part.replace(/^\s*\d+[.)]\s*/, "").replaceAll('"', "").trim()).filter(Boolean);
  return parts.map((part) => {
    const [, name, club] = /^(.*?)\s*\(([^()]+)\)$/.exec(part) ?? [];
    return name ? { name, club: club.trim() } : { name: part };
  });
}

/** @param {{state: import("./state.js").TournamentState}} props */
function Register({ state }) {
  const [text, setText] = useState("");
  const [present, setPresent] = useState(true);
  const people = pasted(text);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (people.length && await state.send("/players", { players: people, check_in: present })) setText("");
  }

  return html`
    <form class="panel register no-print" onSubmit=${submit}>
      <label><span>${say("tournament-register")}</span>
        <textarea rows="5" value=${text} placeholder=${say("tournament-register-example")} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
      ${people.length > 0 && html`<p class="small found">${people.map((one) => html`<span class="chip">${one.name}${one.club && html` <span class="small">${one.club}</span>`}</span> `)}</p>`}
      <label class="check"><input type="checkbox" checked=${present} onChange=${() => setPresent(!present)} /> ${say("tournament-register-present")}</label>
      <p><button disabled=${!people.length || state.busy.value}>${say("tournament-register-do", { count: people.length })}</button></p>
    </form>`;
}

/** @param {{state: import("./state.js").TournamentState, one: any}} props */
function Player({ state, one }) {
  const [link, setLink] = useState("");
  const player = one.player;
  const give = async () => {
    const made = await state.send("/tokens", { kind: "player", player });
    if (made) setLink(roleLink(state.id, made.token));
  };
  return html`
    <li class=${one.excluded ? "player excluded" : "player"}>
      <span class="who"><button type="button" class="link name" onClick=${() => state.shown.showPlayer(player)}>${one.name ?? player}</button> ${one.club && html`<span class="small">${one.club_name ?? one.club}</span>`}</span>
      ${one.checked_in ? html`<span class="chip good">${say("tournament-present")}</span>` : html`<span class="chip">${say(one.excluded ? "tournament-excluded" : "tournament-absent")}</span>`}
      ${state.may("director", "scorer") && !one.excluded && html`<button type="button" class="quiet no-print" disabled=${state.busy.value}
        onClick=${() => state.command({ type: one.checked_in ? "Withdraw" : "CheckIn", player })}>${say(one.checked_in ? "tournament-withdraw" : "tournament-check-in")}</button>`}
      ${state.may("director") && html`<button type="button" class="quiet no-print" disabled=${state.busy.value} onClick=${give}>${say("tournament-player-link")}</button>`}
      ${link && html`<ul class="tokens"><${CopyLine} label=${one.name ?? player} value=${link} isLink /></ul>`}
    </li>`;
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function Players({ state }) {
  const players = state.answer.value?.players ?? [];
  const present = players.filter((/** @type {any} */ one) => one.checked_in).length;
  return html`
    ${state.may("director") && html`<${Register} state=${state} />`}
    <p>${say("tournament-players-count", { count: players.length, present })}
      ${state.may("director") && present < players.length && html` <button type="button" class="quiet no-print" disabled=${state.busy.value}
        onClick=${() => state.command(...players.filter((/** @type {any} */ one) => !one.checked_in && !one.excluded).map((/** @type {any} */ one) => ({ type: "CheckIn", player: one.player })))}>${say("tournament-check-in-all")}</button>`}</p>
    <ul class="players">${players.map((/** @type {any} */ one) => html`<${Player} key=${one.player} state=${state} one=${one} />`)}</ul>`;
}

/** The links by which others help: those of this browser, and new ones. @param {{state: import("./state.js").TournamentState}} props */
export function Officials({ state }) {
  const [made, setMade] = useState(/** @type {{kind: string, token: string, pseudonym: string}[]} */ ([]));
  const own = Object.entries(storedTokens(state.id)).filter(([role]) => role !== "director" && role !== "player");
  const give = async (/** @type {string} */ kind) => {
    const one = await state.send("/tokens", { kind });
    if (one) setMade([...made, one]);
  };
  return html`
    <details class="panel no-print helpers"><summary>${say("tournament-helpers")}</summary>
      <p class="small">${say("tournament-helpers-how")}</p>
      <ul class="tokens">
        <${CopyLine} label=${say("tournament-public-link")} value=${`${location.origin}${tournamentPage(state.id)}`} isLink />
        ${own.map(([role, token]) => html`<${CopyLine} key=${role} label=${say(`tournament-role-${role}`)} value=${roleLink(state.id, token)} isLink />`)}
        ${made.map((one) => html`<${CopyLine} key=${one.token} label=${[say(`tournament-role-${one.kind}`), one.pseudonym !== one.kind && `(${one.pseudonym})`].filter(Boolean).join(" ")} value=${roleLink(state.id, one.token)} isLink />`)}
      </ul>
      <p class="actions">${["scorer", "arbiter", "broadcaster"].map((kind) => html`<button type="button" class="quiet" disabled=${state.busy.value} onClick=${() => give(kind)}>${say(`tournament-new-${kind}`)}</button>`)}</p>
    </details>`;
}
