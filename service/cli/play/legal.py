"""`haricot legal`: lists the commands that a seat may give."""

from typing import Any

import click

from domain.refusals import Misuse
from replay.legal_choices import choices
from replay.rewind import is_batch_end, require_n
from service.cli.games import load_record
from service.cli.options import game_argument, json_option, store_option
from service.cli.output import print_json, short_json
from service.store.location import Location


@click.command("legal")
@game_argument
@click.option("--seat", type=int, required=True, metavar="K", help="The seat.")
@click.option("--at", type=int, metavar="N", help="After this event; the last one by default.")
@store_option
@json_option
def legal_command(game: str, seat: int, at: int | None, location: Location, as_json: bool) -> None:
    """List what a seat may do after an event.

    It also lists what the seat may not do, with the reason.

    \b
    Examples:
      haricot legal classic-4-7-0001 --seat 2 --at 120
    """
    record = load_record(game, location)
    n = len(record.envelopes) if at is None else at
    require_n(record, n)
    players = record.created.players
    if not 0 <= seat < players:
        raise Misuse(f"there is no seat {seat}: seats are 0 to {players - 1}")
    if not record.viewer.sees_all and record.viewer.seat != seat:
        raise Misuse(f"this record holds only the view of {record.viewer.name}")
    answer = choices(record, n, seat)
    if as_json:
        print_json(answer)
        return
    if not is_batch_end(record, n):
        click.echo(f"Event {n} lies inside a batch: no seat may act before the end of the batch.")
    for option in (*answer["legal"], *answer["offers"]):
        click.echo(f"may      {_line(option)}")
    by_clause: dict[tuple[str, str], list[str]] = {}
    for option in answer["blocked"]:
        by_clause.setdefault((option["clause"], option["says"]), []).append(_line(option))
    for (clause, says), options in by_clause.items():
        click.echo(f"may not  {'; '.join(options)}\n         {clause}: {says}")


def _line(option: dict[str, Any]) -> str:
    left_out = ("type", "seat", "clause", "says", "in_phase")
    details = {key: value for key, value in option.items() if key not in left_out}
    return " ".join([option["type"], *(f"{key}={short_json(value)}" for key, value in details.items())])
