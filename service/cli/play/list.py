"""`haricot list`: lists the games in the store."""

from collections.abc import Mapping
from typing import Any

import click

from projections.sentences import printable
from projections.summary import Summary
from service.cli.options import json_option, store_option
from service.cli.output import print_damaged, print_json
from service.signing.rollback_guard import open_to_read
from service.store.entries.metadata_store import Player
from service.store.location import Location


@click.command("list")
@store_option
@json_option
def list_command(location: Location, as_json: bool) -> None:
    """List the games in the store.

    Damaged games are named on standard error.

    \b
    Examples:
      haricot list --json
    """
    with open_to_read(location) as store:
        heads, faults = store.heads(), store.game_index.faults()
        names = {(one.game, one.seat): one.name for one in store.find_entries(Player)}
    for head in heads:
        if as_json:
            print_json(_head_json(head))
        else:
            click.echo(_head_line(head, names))
    if not heads and not faults and not as_json:
        click.echo("No games yet: `haricot simulate` makes some.")
    print_damaged(faults, "cannot be listed")


def _head_json(head: Summary) -> dict[str, Any]:
    return {
        "game": head.game,
        "status": head.status,
        "edition": head.edition,
        "players": head.players,
        "version": head.version,
        "forked_from": head.forked_from,
        "winners": head.winners,
        "practice": head.practice,
        "scores": head.scores,
        "options": head.rules.options,
        "rules_version": head.rules.version,
    }


def _head_line(head: Summary, names: Mapping[tuple[str, int], str | None]) -> str:
    winner_names = [printable(names.get((head.game, seat)) or f"Seat {seat + 1}") for seat in head.winners or ()]
    winners = f", won by {' and '.join(winner_names)}" if winner_names else ""
    forked = "" if head.forked_from is None else f", forked from {head.forked_from.game} at {head.forked_from.at}"
    return f"{head.game}: {head.edition}, {head.players} players, {head.status}, {head.version} events{winners}{forked}"
