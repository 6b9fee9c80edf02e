"""`haricot show`: shows the table after an event."""

from typing import Any

import click

from domain.edition_data.family import LANGUAGES
from domain.editions import edition_named
from domain.table import Table
from domain.view import View
from projections.knowledge import VarietyBounds, hidden_zones, known_cards
from projections.sentences import Chronicle
from replay.notation.position_writer import write_position_line
from replay.positions.write import write_position
from replay.record import Record
from replay.redeal import knowledge_at
from replay.rewind import difference, is_batch_end, table_at
from service.cli.games import load_record_with_names, redact_record
from service.cli.options import RenamedOption, game_argument, json_option, store_option, view_option
from service.cli.output import print_json, short_json
from service.cli.table_renderer import draw_table
from service.store.location import Location


@click.command("show")
@game_argument
@click.option("--at", type=int, metavar="N", help="After this event; the last one by default.")
@click.option("--since", type=int, metavar="M", help="Show only what changed since event M.")
@click.option(
    "--known-by",
    "knower",
    cls=RenamedOption,
    former_names=["--knows"],
    metavar="VIEW",
    help="Show what seat:K, or a spectator, can know of hidden cards.",
)
@click.option(
    "--lang",
    "language",
    cls=RenamedOption,
    former_names=["--say"],
    type=click.Choice(LANGUAGES),
    default="en",
    help="Language of the answer.",
)
@click.option("--line", "as_line", is_flag=True, help="The position on one line, for `haricot adjudicate`.")
@view_option
@store_option
@json_option
def show_command(
    game: str,
    at: int | None,
    since: int | None,
    knower: str | None,
    language: str,
    as_line: bool,
    view: str | None,
    location: Location,
    as_json: bool,
) -> None:
    """Show the table after an event.

    With --json the output is a position that `haricot adjudicate` reads. With --known-by it shows what a viewer can
    know by counting every card: the least and the most cards of each variety in each hidden zone.

    \b
    Examples:
      haricot show classic-4-7-0001 --at 120
      haricot show classic-4-7-0001 --at 120 --as seat:2 --json
      haricot show classic-4-7-0001 --at 120 --line
      haricot show classic-4-7-0001 --at 120 --since 112
      haricot show classic-4-7-0001 --at 120 --known-by seat:2
    """
    record, names = load_record_with_names(game, location)
    record, viewer = redact_record(record, view if knower is None else knower)
    n = len(record.envelopes) if at is None else at
    table = table_at(record, n)
    if since is not None:
        changed = difference(_position_json(record, since, table_at(record, since)), _position_json(record, n, table))
        if as_json:
            print_json({path: {"before": before, "after": after} for path, (before, after) in changed.items()})
        else:
            for path, (before, after) in changed.items():
                click.echo(f"{path}: {short_json(before)} -> {short_json(after)}")
        return
    chronicle = Chronicle(edition_named(table.edition).data, language, names)
    if knower is not None:
        _print_known_cards(record, n, chronicle, as_json)
        return
    if as_line:
        click.echo(write_position_line(_position_json(record, n, table), language))
        return
    if as_json:
        print_json(_position_json(record, n, table))
        return
    draw_table(record, n, View(viewer=viewer, table=table), chronicle)


def _print_known_cards(record: Record, n: int, chronicle: Chronicle, as_json: bool) -> None:
    _, known = knowledge_at(record, n, strict=True)
    zones, sure = hidden_zones(known, chronicle), known_cards(known)
    if as_json:
        print_json({"n": n, "unseen": known.unseen if zones else {}, "zones": zones, "sure": sure})
        return
    click.echo(f"{record.game} event {n}: what {record.viewer.name} can know")
    for zone in zones:
        varieties = ", ".join(f"{chronicle.card(one.variety)} {_count_text(one)}" for one in zone.varieties)
        click.echo(f"  {zone.says}, {zone.hidden} hidden: {varieties}")
    for card in sure:
        click.echo(f"  {card.card} is {chronicle.card(card.variety)}: event {card.offered} named it")


def _count_text(bounds: VarietyBounds) -> str:
    return f"{bounds.least}" if bounds.least == bounds.most else f"{bounds.least}-{bounds.most}"


def _position_json(record: Record, n: int, table: Table) -> dict[str, Any]:
    return write_position(View(viewer=record.viewer, table=table), n=n, settled=is_batch_end(record, n))
