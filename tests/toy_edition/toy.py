"""The toy edition: the family's game with raids, and a store for what they win."""

from msgspec.structs import replace

from domain.cards import Card, coins_for
from domain.edition_data.edition import EditionData, Setup
from domain.edition_data.loader import load
from domain.events import Cards
from domain.pending_events import PendingEvents
from domain.rulebook import Edition, Rulebook
from domain.rulebook_sections import Meters, Planting, Sale
from domain.rules import ending
from domain.rules.family import family_rulebook
from domain.table import Table
from domain.visibility import Options
from tests.toy_edition.areas import store
from tests.toy_edition.raids import raid_faults, raid_phase
from tests.toy_edition.stores import with_stores

GARDEN = "garden"


def compose(data: EditionData, setup: Setup, options: Options) -> Rulebook:
    """Compose the family's phases with raids between planting and drawing. Rule: TY-3.1."""
    base = family_rulebook(data, setup, options)
    plant, trade, plant_set_aside, draw = base.turn
    return replace(
        base,
        turn=(with_stores(plant), trade, plant_set_aside, raid_phase(), draw),
        planting=Planting(fits=garden_beans_fit_anywhere),
        selling=replace(base.selling, pays=sell_by_main_variety),
        ending=replace(base.ending, score=coins_and_stores_count),
        after_command=(*base.after_command, end_with_full_store),
        invariants=(raid_faults,),
    )


def main_variety(field: Cards) -> Card:
    """Return what a field grows: garden beans do not count beside others. Rule: TY-4.2."""
    return next((card for card in field if card != GARDEN), GARDEN)


def garden_beans_fit_anywhere(field: Cards, bean: Card, source: str) -> bool:
    """Return whether a field takes a bean: one variety a field, except garden beans. Rule: TY-4.2."""
    return not field or bean == GARDEN or main_variety(field) in (bean, GARDEN)


def sell_by_main_variety(meters: Meters, field: Cards, chosen: Cards | None) -> Sale | None:
    """Sell a field: all cards count, and the beanometer of the main variety pays. Rule: TY-6.1."""
    meter = main_variety(field)
    kept = len(field) - min(coins_for(len(field), meters[meter]), len(field))
    if chosen is not None and sorted(chosen) != sorted(field[kept:]):
        return None
    return Sale(meter=meter, coins=field[kept:], discarded=field[:kept])


def coins_and_stores_count(rulebook: Rulebook, table: Table) -> tuple[int, ...]:
    """Count one point for each coin and each stored card. Rule: TY-9.3."""
    return tuple(len(seat.coins) + len(store(seat)) for seat in table.seats)


def end_with_full_store(rulebook: Rulebook, draft: PendingEvents) -> None:
    """End the game at once when a store is full. Rule: TY-9.3."""
    full = rulebook.data.numbers["full_store"]
    if draft.table.result is None and any(len(store(seat)) >= full for seat in draft.table.seats):
        ending.end_game(rulebook, draft, "full_store")


TOY = Edition(data=load("tests.toy_edition", "toy.toml"), compose=compose)
