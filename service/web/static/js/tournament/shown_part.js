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
    this.showTab("path");
    document.getElementById("part")?.scrollIntoView({ block: "nearest" });
  }

  /** Shows a table of a round. @param {number} round @param {number} table */
  showTable(round, table) {
    this.round.value = round;
    this.showTab("rounds");
    requestAnimationFrame(() => document.getElementById(`r${round}-t${table}`)?.scrollIntoView({ block: "center" }));
  }

  /** Shows the tables of the round that many after this one. @param {number} step @param {number} last */
  turnRound(step, last) {
    this.round.value = Math.min(Math.max((this.round.value ?? last) + step, 1), last);
  }
}
