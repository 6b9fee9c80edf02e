// @ts-check
// Which part of the page of a tournament is shown: its tab, the round, the player whose path it is. The address keeps tab and player.
import { signal } from "@preact/signals";

export class ShownPart {
  constructor() {
    this.tab = signal("rounds");
    /** The round whose tables are shown; null is the last one. */
    this.round = signal(/** @type {number | null} */ (null));
    /** The player whose path is shown, or none. */
    this.player = signal(new URLSearchParams(location.search).get("player") ?? "");
  }

  /** @param {string} tab */
  showTab(tab) {
    this.tab.value = tab;
    history.replaceState(null, "", `#${tab}`);
  }

  /** Shows the path of a player. @param {string} player */
  showPlayer(player) {
    this.player.value = player;
    const url = new URL(location.href);
    url.searchParams.set("player", player);
    history.replaceState(null, "", url);
    this.showPart("path");
  }

  /** Shows a tab, also where it is below the screen. @param {string} tab */
  showPart(tab) {
    this.showTab(tab);
    document.getElementById("part")?.scrollIntoView({ block: "nearest" });
  }

  /** Shows a table of a round. @param {number} round @param {number} table */
  showTable(round, table) {
    this.round.value = round;
    this.showTab("rounds");
    requestAnimationFrame(() => document.getElementById(`r${round}-t${table}`)?.scrollIntoView({ block: "center" }));
  }

  /** Goes to the table that many after the one in focus; from none to the first, or the last. @param {number} step */
  turnTable(step) {
    const tables = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".round-table")]);
    const at = tables.findIndex((one) => one.contains(document.activeElement));
    const next = at < 0 ? (step > 0 ? 0 : tables.length - 1) : Math.min(Math.max(at + step, 0), tables.length - 1);
    tables[next]?.focus();
  }

  /** Shows the tables of the round that many after this one. @param {number} step @param {number} last */
  turnRound(step, last) {
    this.round.value = Math.min(Math.max((this.round.value ?? last) + step, 1), last);
  }
}
