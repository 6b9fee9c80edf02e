"""`haricot show, events, legal, list`: looking at games."""

from typing import Any

import click
import msgspec

from domain.edition import LANGUAGES
from domain.editions import edition_named
from domain.refusals import Misuse
from domain.view import View
from projections.chronicle import Chronicle
from replay.choices import choices
from replay.codec import Codec
from replay.position import write_position
from replay.record import Record
from replay.rewind import difference, require_n, settled_at, table_at
from service.cli.drawing import draw_table
from service.cli.games import (
    game_argument,
    json_option,
    load,
    say_json,
    seen,
    store_option,
    tell_damaged,
    view_option,
)
from service.event_store import Head, open_store
from service.places import Place

language_option = click.option(
    "--say", "language", type=click.Choice(LANGUAGES), help="Tell it in sentences of this language."
)


@click.command("show")
@game_argument
@click.option("--at", type=int, metavar="N", help="After this event; the last one by default.")
@click.option("--since", type=int, metavar="M", help="Show only what changed since event M.")
@click.option("--say", "language", type=click.Choice(LANGUAGES), default="en", help="In this language.")
@view_option
@store_option
@json_option
def show_command(
    game: str, at: int | None, since: int | None, language: str, view: str | None, place: Place, as_json: bool
) -> None:
    """Show the table after event N.

    With --json the answer is a position that `haricot adjudicate` reads.

    \b
    haricot show classic-4-7-0001 --at 120
    haricot show classic-4-7-0001 --at 120 --as seat:2 --json
    haricot show classic-4-7-0001 --at 120 --since 112
    """
    record, viewer = seen(load(game, place), view)
    n = len(record.envelopes) if at is None else at
    table = table_at(record, n)
    position = _position(record, n)
    if since is not None:
        changed = difference(_position(record, since), position)
        if as_json:
            say_json({path: {"before": before, "after": after} for path, (before, after) in changed.items()})
        else:
            for path, (before, after) in changed.items():
                click.echo(f"{path}: {_brief(before)} -> {_brief(after)}")
        return
    if as_json:
        say_json(position)
        return
    chronicle = Chronicle(edition_named(table.edition).data, language, _names(record))
    draw_table(record, n, View(viewer=viewer, table=table), chronicle)


def _position(record: Record, n: int) -> dict[str, Any]:
    table = table_at(record, n)
    return write_position(View(viewer=record.viewer, table=table), n=n, settled=settled_at(record, n))


def _brief(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 100 else f"{text[:97]}..."


def _names(record: Record) -> list[str | None]:
    table = table_at(record, len(record.envelopes))
    return [seat.sitter.pseudonym if seat.sitter is not None else None for seat in table.seats]


@click.command("events")
@game_argument
@click.option("--after", type=int, default=0, metavar="N", help="Only events after N.")
@language_option
@view_option
@store_option
@click.option("--json", "as_json", is_flag=True, help="JSON lines: the default, unless --say.")
def events_command(game: str, after: int, language: str | None, view: str | None, place: Place, as_json: bool) -> None:
    """Print the log: one JSON line an event, or one sentence with --say.

    \b
    haricot events classic-4-7-0001 --as spectator
    haricot events classic-4-7-0001 --say fr --after 600
    """
    record, _ = seen(load(game, place), view)
    if after < 0:
        raise Misuse("request.shape", "--after counts from 0")
    if language is None or as_json:
        codec = Codec()
        for envelope in record.envelopes[after:]:
            click.echo(codec.to_json(envelope))
        return
    chronicle = Chronicle(edition_named(record.created.edition).data, language, _names(record))
    for envelope in record.envelopes[after:]:
        click.echo(f"{envelope.n:>5}  {chronicle.sentence(envelope.event)}")


@click.command("legal")
@game_argument
@click.option("--seat", type=int, required=True, metavar="K", help="Which seat asks.")
@click.option("--at", type=int, metavar="N", help="After this event; the last one by default.")
@store_option
@json_option
def legal_command(game: str, seat: int, at: int | None, place: Place, as_json: bool) -> None:
    """List what a seat may do after event N, and why it may not do the rest.

    \b
    haricot legal classic-4-7-0001 --seat 2 --at 120
    """
    record = load(game, place)
    n = len(record.envelopes) if at is None else at
    require_n(record, n)
    players = record.created.players
    if not 0 <= seat < players:
        raise Misuse("request.shape", f"there is no seat {seat}: seats are 0 to {players - 1}")
    if not record.viewer.sees_all and record.viewer.seat != seat:
        raise Misuse("view.forbidden", f"this record holds only the view of {record.viewer.name}")
    answer = choices(record, n, seat)
    if as_json:
        say_json(answer)
        return
    if not settled_at(record, n):
        click.echo(f"Event {n} lies inside a batch: nobody may act before the batch is whole.")
    for option in (*answer["legal"], *answer["offers"]):
        click.echo(f"may      {_told(option)}")
    by_clause: dict[tuple[str, str], list[str]] = {}
    for option in answer["blocked"]:
        by_clause.setdefault((option["clause"], option["says"]), []).append(_told(option))
    for (clause, says), told in by_clause.items():
        click.echo(f"may not  {'; '.join(told)}\n         {clause}: {says}")


def _told(option: dict[str, Any]) -> str:
    details = {key: value for key, value in option.items() if key not in ("type", "seat", "clause", "says")}
    return " ".join([option["type"], *(f"{key}={_brief(value)}" for key, value in details.items())])


@click.command("list")
@store_option
@json_option
def list_command(place: Place, as_json: bool) -> None:
    """List the games in the store; those that are damaged are named on standard error.

    \b
    haricot list --json
    """
    with open_store(place, create=False) as store:
        heads, faults = store.heads(), store.roll.faults()
    for head in heads:
        if as_json:
            say_json(head)
        else:
            click.echo(_head_line(head))
    if not heads and not faults and not as_json:
        click.echo("No games yet: `haricot simulate` makes some.")
    tell_damaged(faults, "cannot be listed")


def _head_line(head: Head) -> str:
    winners = "" if not head.winners else ", won by " + " and ".join(f"seat {seat}" for seat in head.winners)
    forked = "" if head.forked_from is None else f", forked from {head.forked_from.game} at {head.forked_from.at}"
    return f"{head.game}: {head.edition}, {head.players} players, {head.status}, {head.version} events{winners}{forked}"
