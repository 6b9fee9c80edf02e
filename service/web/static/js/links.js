// The links to the seats of a game that was just made: shown once, each with a button that copies it.
import { html } from "./html.js";

async function copy(event) {
  const button = event.currentTarget;
  const field = button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    field.select();
    button.textContent = "Press Ctrl+C";
  }
}

const Copied = ({ label, value }) => html`
  <li><span class="which">${label}</span><input readonly value=${value} aria-label=${label} onFocus=${(event) => event.target.select()} />
    <button type="button" class="quiet" onClick=${copy}>Copy</button></li>`;

/** The answer to a new game or a fork: where it is, and who may sit where. */
export function SeatLinks({ answer }) {
  const { game, tokens = [], organiser_token: organiser } = answer;
  const link = ({ seat, token }) => `${location.origin}/join/${encodeURIComponent(game)}#token=${token}`;
  return html`
    <div class="done">
      <p>The game is <a href=${`/games/${encodeURIComponent(game)}`}><b>${game}</b></a>.
      ${tokens.length > 0 && " Give each player the link to their seat; these links are shown only now."}</p>
      <ul class="tokens">
        ${tokens.map((one) => html`<${Copied} key=${one.seat} label=${`Seat ${one.seat}`} value=${link(one)} />`)}
        ${organiser && html`<${Copied} label="Organiser's token" value=${organiser} />`}
      </ul>
      <p class="actions">${tokens.map((one) => html`<a class="button quiet" href=${link(one)}>Sit down at seat ${one.seat}</a> `)}
      <a class="button quiet" href=${`/games/${encodeURIComponent(game)}`}>Watch</a></p>
    </div>`;
}
