// @ts-check
// The tokens of tournaments in this browser's storage, one for each role, and the role of this tab.
import { localizedUrl } from "../links.js";

/** The roles, the one that may do most first, with the prefix of their tokens. */
const PREFIXES = { director: "hrc_dir_", arbiter: "hrc_arb_", scorer: "hrc_scr_", broadcaster: "hrc_brc_", player: "hrc_plr_" };
export const ROLES = Object.keys(PREFIXES);

const key = (/** @type {string} */ id) => `haricot:tournament:${id}`;
const actingKey = (/** @type {string} */ id) => `haricot:tournament-role:${id}`;

/** Return the role of a token by its prefix, or undefined. @param {string} token */
export const roleOf = (token) => Object.entries(PREFIXES).find(([, prefix]) => token.startsWith(prefix))?.[0];

/** Return the stored tokens by their roles. @param {string} id @returns {Record<string, string>} */
export const storedTokens = (id) => JSON.parse(localStorage.getItem(key(id)) ?? "{}");

/** Store a token; this tab then acts in its role. @param {string} id @param {string} token */
export function addToken(id, token) {
  const role = roleOf(token);
  if (!role) return;
  localStorage.setItem(key(id), JSON.stringify({ ...storedTokens(id), [role]: token }));
  setRole(id, role);
}

/** Remove a token that is no longer valid. @param {string} id @param {string} role */
export function removeToken(id, role) {
  const { [role]: _, ...rest } = storedTokens(id);
  localStorage.setItem(key(id), JSON.stringify(rest));
}

/** Return the role of this tab: the chosen one, otherwise the one with the most rights. @param {string} id @returns {string | null} */
export function currentRole(id) {
  const roles = storedTokens(id);
  const chosen = sessionStorage.getItem(actingKey(id));
  if (chosen === "") return null; // a look with the eyes of spectators
  return chosen && chosen in roles ? chosen : ROLES.find((role) => role in roles) ?? null;
}

/** Set the role of this tab. @param {string} id @param {string} role */
export const setRole = (id, role) => sessionStorage.setItem(actingKey(id), role);

/** The page of a tournament, and what is below it. @param {string} id @param {Record<string, string | number>} [parameters] */
export const tournamentPage = (id, rest = "", parameters = {}) => localizedUrl(`/tournaments/${encodeURIComponent(id)}${rest}`, parameters);

/** Return a link with a token in its fragment, which no server sees. @param {string} id @param {string} token */
export const roleLink = (id, token) => `${location.origin}${tournamentPage(id)}#token=${token}`;
