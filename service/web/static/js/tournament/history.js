// @ts-check
// The history: every event with its actor and reason, the verdict of an audit, and a link to fork there.
import { html } from "../html.js";
import { hasMessage, lang, say } from "../i18n.js";
import { addToken, tournamentPage } from "./tokens.js";

/** Describe an event in a sentence with names. @param {import("./state.js").TournamentState} state @param {any} event */
export function sentence(state, event) {
  const key = `tournament-event-${event.type.replace(/\.\d+$/, "").replaceAll("_", "-")}`;
  const scores = event.scores && event.round ? (state.isSpoilerFree.value ? "…" : scoresText(state, event)) : "";
  return hasMessage(key)
    ? say(key, {
      round: event.round ?? event.from_round ?? event.after_round ?? 0,
      table: event.table ?? 0,
      name: event.player ? state.name(event.player) : "",
      other: event.other ?? event.substitute ? state.name(event.other ?? event.substitute) : "",
      game: event.game ?? "",
      scores,
      seconds: event.seconds ?? 0,
      penalty: event.penalty ?? 0,
      kind: event.kind ? say(`tournament-penalty-${event.kind}`) : "",
      before: event.cost_before ?? 0,
      after: event.cost_after ?? 0,
      cost: event.cost ?? 0,
      bound: event.bound ?? 0,
    })
    : event.type;
}

/** @param {import("./state.js").TournamentState} state @param {any} event */
function scoresText(state, event) {
  const table = state.latest.value?.rounds[event.round - 1]?.tables[event.table - 1];
  return event.scores.map((/** @type {number} */ score, /** @type {number} */ k) => `${table ? state.name(table.players[k]) : k + 1} ${score}`).join(", ");
}

/** Return the actor's name: the role and number of an official, a player's name, or the service. @param {import("./state.js").TournamentState} state @param {string} by */
function actorName(state, by) {
  const [, role, number = ""] = /^([a-z]+)(-\d+)?$/.exec(by) ?? [];
  return role !== "player" && role && hasMessage(`tournament-role-${role}`) ? `${say(`tournament-role-${role}`)}${number.replace("-", " ")}` : state.name(by);
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function History({ state }) {
  const verdicts = new Map((state.audit.value?.verdicts ?? []).map((/** @type {any} */ one) => [one.n, one]));
  const shown = state.n.value ?? state.version.value;
  const fork = async (/** @type {number} */ n) => {
    const made = await state.send("/forks", { at: n });
    if (!made) return;
    for (const one of made.tokens) addToken(made.tournament, one.token);
    location.assign(tournamentPage(made.tournament));
  };
  return html`
    <p class="actions no-print"><button type="button" class="quiet" onClick=${() => state.loadAudit()}>${say("tournament-audit")}</button>
      ${state.audit.value && html`<span class=${`chip ${state.audit.value.verdict === "wrong" ? "bad" : "good"}`}>${say(`tournament-verdict-${state.audit.value.verdict}`)}</span>`}</p>
    <ol class="history" reversed>${[...state.events.value].reverse().map((one) => html`
      <li key=${one.n} class=${one.n === shown ? "now" : ""}>
        <button type="button" class="link n" onClick=${() => state.go(one.n)}>${one.n}</button>
        <span><span>${sentence(state, one.event)}</span>${one.event.by && html` <span class="small">· ${actorName(state, one.event.by)}</span>`}
          ${Object.values(one.words ?? {}).map((text) => html` <q>${text ?? say("tournament-erased")}</q>`)}
          ${verdicts.get(one.n)?.verdict === "wrong" && html` <span class="chip bad">${verdicts.get(one.n).says}</span>`}</span>
        <time class="small" datetime=${one.at}>${new Date(one.at).toLocaleTimeString(lang, { timeStyle: "short" })}</time>
        ${state.may("director") && html`<button type="button" class="link no-print" onClick=${() => fork(one.n)}>${say("tournament-fork")}</button>`}
      </li>`)}</ol>`;
}

/** Step through the tournament event by event. @param {{state: import("./state.js").TournamentState}} props */
export function Scrubber({ state }) {
  const n = state.n.value ?? state.version.value;
  const last = state.version.value;
  const event = state.events.value[n - 1];
  return html`
    <div class="scrub no-print">
      <button type="button" class="quiet" aria-label=${say("tournament-back")} disabled=${n <= 1} onClick=${() => state.go(n - 1)}>‹</button>
      <input type="range" min="1" max=${last} value=${n} aria-label=${say("tournament-after-event")} aria-valuetext=${event ? `${n}: ${sentence(state, event.event)}` : String(n)}
        onInput=${(/** @type {any} */ change) => state.go(Number(change.target.value))} />
      <button type="button" class="quiet" aria-label=${say("tournament-forth")} disabled=${n >= last} onClick=${() => state.go(n + 1)}>›</button>
      <span class="small where">${say("tournament-at", { n, last })}${event && html` · ${sentence(state, event.event)}`}</span>
      ${!state.isNow.value && html`<button type="button" onClick=${() => state.go(null)}>${say("tournament-to-now")}</button>`}
    </div>`;
}
