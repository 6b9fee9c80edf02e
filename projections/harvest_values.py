"""What the fields of a table would pay if they were sold now."""

from contextlib import suppress

from domain.cards import FACE_DOWN, Card, Steps
from domain.events import Cards
from domain.invariants import broken_tables_as_corrupt
from domain.member_types import Count
from domain.refusals import CorruptHistory
from domain.rulebook import Rulebook
from domain.rulebook_sections import Sale
from domain.rules.harvest import forbids_sale
from domain.table import Table
from domain.values import Value


class NextStep(Value, omit_defaults=False):
    """With how many cards a field would pay more, and how many coins that would be."""

    cards: Count
    coins: Count


class FieldPays(Value, omit_defaults=False):
    """What a harvest of a field would pay now, by the beanometer of `meter`, which counts `cards` cards.

    `steps` is that beanometer, null where those of several varieties count; then `cards` are all of the field. `next`
    is what would pay more. `doubled` is whether two neighbours in the field are of one kind, where that matters. By the
    state of the fields alone it is `harvestable`, or the `clause` forbids it.
    """

    coins: Count
    cards: Count
    meter: Card
    steps: Steps | None
    next: NextStep | None
    doubled: bool
    harvestable: bool
    clause: str | None


@broken_tables_as_corrupt
def sale_now(rulebook: Rulebook, table: Table, field: Cards) -> Sale:  # noqa: ARG001  # a table that must be sound
    """Return the sale of a field that is not empty, as it would be now; CorruptHistory at an impossible table."""
    return rulebook.selling.sold(field)


def field_payments(rulebook: Rulebook, table: Table) -> list[list[FieldPays | None]]:
    """Return what each field of each seat would pay; None for an empty one, or one with hidden cards."""
    found: list[list[FieldPays | None]] = []
    for seat in table.seats:
        found.append([_field_pays(rulebook, table, seat.fields, index) for index in range(len(seat.fields))])
    return found


def _field_pays(rulebook: Rulebook, table: Table, fields: tuple[Cards, ...], index: int) -> FieldPays | None:
    field = fields[index]
    if not field or FACE_DOWN in field:
        return None
    with suppress(CorruptHistory):
        sale = sale_now(rulebook, table, field)
        coins, refused = len(sale.coins), forbids_sale(rulebook, fields, index)
        steps = None if sale.counted is None else rulebook.selling.meters[sale.meter]
        more = ((cards, worth) for cards, worth in steps or () if cards > (sale.counted or 0) and worth > coins)
        above = next(more, None)
        doubles = rulebook.planting.doubles
        return FieldPays(
            coins=coins,
            cards=len(field) if sale.counted is None else sale.counted,
            meter=sale.meter,
            steps=steps,
            next=above and NextStep(cards=above[0], coins=above[1]),
            doubled=doubles is not None and any(doubles(field[:at], field[at]) for at in range(1, len(field))),
            harvestable=refused is None,
            clause=None if refused is None else rulebook.refusal(refused).clause,
        )
    return None
