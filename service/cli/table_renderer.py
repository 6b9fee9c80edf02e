"""Draws a table in a terminal."""

from collections import Counter

import click
from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from domain.cards import FACE_DOWN, Card
from domain.editions import rulebook_of
from domain.events import DonationOffered
from domain.table import Annex, Seat, Table
from domain.view import View
from projections.sentences import Chronicle
from replay.record import Record
from service.cli.editions import BOARDS

COLOURS: dict[Card, str] = {
    "coffee": "yellow4",
    "wax": "light_goldenrod2",
    "blue": "dodger_blue1",
    "chili": "red1",
    "stink": "dark_olive_green3",
    "green": "green3",
    "soy": "khaki1",
    "black_eyed": "grey78",
    "red": "indian_red1",
    "garden": "sea_green2",
    "cocoa": "orange4",
    "sissi": "medium_orchid1",
}
"""A colour for each variety, like that of its bean. The name of the variety is always printed as well."""


def draw_table(record: Record, n: int, view: View, chronicle: Chronicle) -> None:
    """Print the table after event n, with the sentence of that event on top."""
    table = view.table
    sentence = chronicle.sentence(record.envelopes[n - 1].event)
    title = f"{record.game}  event {n} of {len(record.envelopes)}  seen by {view.viewer.name}"
    parts: list[RenderableType] = [
        Text(sentence, style="bold"),
        _table_centre(table, chronicle),
        _seats(table, chronicle),
        *_offers(table, chronicle),
        *(BOARDS[table.edition].draw(table, chronicle) if table.edition in BOARDS else ()),
    ]
    if table.result is not None:
        scores = ", ".join(map(str, table.result.scores or ()))
        winners = " and ".join(map(chronicle.seat, table.result.winners or ()))
        result_line = f"The game has ended: {chronicle.word('score')} {scores}; won by {winners}"
        parts.append(Text(result_line, style="bold"))
    console = Console()
    with console.capture() as capture:  # click prints it, in an encoding that the terminal supports
        console.print(Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED))
    click.echo(capture.get(), nl=False)


def _table_centre(table: Table, chronicle: Chronicle) -> Text:
    turn = table.turn
    line = Text(f"turn {turn.number}, {chronicle.seat(turn.seat)}: {chronicle.phase(turn.phase)}")
    line.append(f"   draw pile {len(table.draw_pile)}   discard pile {len(table.discard_pile)}")
    if table.discard_pile:
        line.append(" (").append(_card(table.discard_pile[0], chronicle)).append(" on top)")
    line.append(f"   exhaustions {table.exhaustions}")
    if table.turned_up:
        line.append("\nturned up: ").append(_card_row(table.turned_up, chronicle))
    return line.append(_edition_areas(table.annex, chronicle))


def _seats(table: Table, chronicle: Chronicle) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "coins", "hand, front card first", "fields (coins if sold now)", "set aside"):
        grid.add_column(heading)
    for index, seat in enumerate(table.seats):
        mark = "> " if index == table.turn.seat else "  "
        grid.add_row(
            Text(f"{mark}{chronicle.seat(index)}"),
            Text(str(len(seat.coins))),
            _card_row(seat.hand, chronicle),
            _fields(table, seat, chronicle),
            _card_row(seat.set_aside, chronicle).append(_edition_areas(seat.annex, chronicle)),
        )
    return grid


def _edition_areas(annex: Annex | None, chronicle: Chronicle) -> Text:
    """Return the areas that only this edition has, such as an offer or a depot, one on each line."""
    areas = Text()
    for name in () if annex is None else annex.__struct_fields__:
        cards = getattr(annex, name)
        if isinstance(cards, tuple):
            areas.append(f"\n{chronicle.word(name)}: ").append(_card_row(cards, chronicle))
    return areas


def _fields(table: Table, seat: Seat, chronicle: Chronicle) -> Text:
    rulebook, row = rulebook_of(table), Text()
    for index, field in enumerate(seat.fields):
        row.append("\n" if index else "").append(f"{index + 1}: ")
        card_counts = Counter(field)
        if len(card_counts) > 1:  # the value of a mixed field depends on the order of its cards
            row.append(_card_row(field, chronicle)).append(" ")
        else:
            for card, count in card_counts.items():
                row.append(_card(card, chronicle)).append(f" \N{MULTIPLICATION SIGN} {count} ")
        row.append(f"({len(rulebook.selling.sold(field).coins)})" if field else "empty")
    return row


def _offers(table: Table, chronicle: Chronicle) -> list[Text]:
    offers = []
    for offer in table.proposals:
        kind = "gift" if isinstance(offer, DonationOffered) else "trade"
        offers.append(Text(f"open {kind}: {chronicle.sentence(offer)}", style="italic"))
    return offers


def _card(card: Card, chronicle: Chronicle) -> Text:
    name = chronicle.bean(card).short
    return Text("[#]" if card == FACE_DOWN else name, style=COLOURS.get(card, "dim"))


def _card_row(cards: tuple[Card, ...], chronicle: Chronicle) -> Text:
    return (
        Text(" ").join(
            _card(card, chronicle) if index == 0 else Text("· ").append(_card(card, chronicle))
            for index, card in enumerate(cards)
        )
        if cards
        else Text("-", style="dim")
    )
