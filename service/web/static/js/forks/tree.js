// @ts-check
// The family of a game as a tree: its ancestors and forks, with the events of forking.
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { tokens } from "../tokens.js";
import { compare } from "./compare_loader.js";
import { loadFamily } from "./fork_family.js";
import { treeOf } from "./fork_graph.js";
import { addressOf } from "./fork.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */

/** Return the name of a branch. @param {{parent: string | null, at: number}} branch */
export const branchName = ({ parent, at }) => (parent ? say("branch-from", { n: String(at) }) : say("branch-root"));

/** @param {{game: Game}} props */
export function Tree({ game }) {
  const [branches, setBranches] = useState(/** @type {import("./fork_graph.js").Branch[] | null} */ (null));
  const [failed, setFailed] = useState("");
  const known = game.forks.value;
  useEffect(() => {
    loadFamily(game.head.value).then((all) => setBranches(treeOf(all)), (error) => setFailed(errorMessage(error)));
  }, [known]);
  if (failed) return html`<p class="error" role="alert">${failed}</p>`;
  if (!branches) return html`<p class="small" role="status">${say("branch-loading")}</p>`;
  if (branches.length < 2) return html`<p class="small">${say("branch-none")}</p>`;
  return html`
    <section class="branches"><h3>${say("branch-tree")}</h3>
      <ul>${branches.map((branch) => html`<${Branch} key=${branch.game} game=${game} branch=${branch} />`)}</ul>
    </section>`;
}

/** Show the tab of the branches, with a button for a new fork. @param {{game: Game}} props */
export const Branches = ({ game }) => html`
  <div class="branches-tab">
    <button type="button" class="quiet" onClick=${() => { game.dialog.value = "fork"; }}><${Icon} name="fork" />${say("branch-what-if-from", { n: String(game.n.value) })}</button>
    <${Tree} game=${game} />
  </div>`;

/** @param {{game: Game, branch: import("./fork_graph.js").Branch}} props */
function Branch({ game, branch }) {
  const isShown = branch.game === game.id;
  const n = game.n.value;
  const compared = game.comparison.value?.other.id === branch.game;
  const notes = [branch.seen ? describeResult(game, branch) : say("branch-unseen"), tokens.organiser(branch.game) && say("branch-yours")].filter(Boolean);
  return html`
    <li class=${`branch deep-${Math.min(branch.depth, 8)} ${isShown ? "here" : ""}`} aria-current=${isShown ? "true" : null}>
      <svg class="twig" viewBox="0 0 16 40" aria-hidden="true"><path d=${branch.parent ? "M4 0v16q0 6 6 6h2" : "M4 22h8"} /><circle cx="11" cy="22" r="4" /></svg>
      <span class="which">${isShown || !branch.seen ? html`<b>${branchName(branch)}</b>` : html`<a href=${addressOf(game, branch.game, n)}>${branchName(branch)}</a>`}
        <span class="small">${notes.join(" · ")}</span></span>
      ${isShown ? html`<span class="small">${say("branch-here")}</span>`
        : branch.seen && html`<button type="button" class="quiet" aria-pressed=${String(compared)} aria-label=${say("branch-compare-with", { name: branchName(branch) })}
          onClick=${() => { compare(game, compared ? null : branch.game); game.dialog.value = null; game.sheet.value = false; }}>${say("branch-compare")}</button>`}
    </li>`;
}

/** Describe a branch: whether it runs, or its length and winners if results are shown. @param {Game} game @param {import("./fork_graph.js").Kin} branch */
function describeResult(game, { status, winners, scores, version }) {
  if (["open", "running"].includes(status)) return say("branch-running");
  if (!game.result.value) return "";
  const events = say("branch-events", { count: version });
  if (!winners?.length) return events;
  return `${events} · ${say("branch-won", { names: winners.map(game.name).join(", "), score: String(scores?.[winners[0]] ?? "?") })}`;
}
