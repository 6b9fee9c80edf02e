"""Section 13, the fortress: a quarry is emptied to strengthen a terrain."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.draft import Draft
from domain.editions.bohnaparte.areas import board, with_terrain
from domain.editions.bohnaparte.commands import BuildFortress
from domain.editions.bohnaparte.events import FortressBuilt
from domain.editions.bohnaparte.treasury import forbids_price, paid, price_of
from domain.history import applies, require
from domain.rulebook import Because, Move, Rulebook, Slot
from domain.table import Table

QUARRY = "quarry"


def forbids_build(rulebook: Rulebook, table: Table, move: BuildFortress) -> Slot | None:
    """In the own turn, from an own full quarry, on an own terrain without one. Rule: BP-13.1, BP-13.2, BP-13.4."""
    lay, numbers = board(table), rulebook.data.numbers
    if move.seat != table.turn.seat:
        return "fortress.turn"
    if lay.index(move.quarry) is None:
        return Because("fortress.quarry", lay.lacks(move.quarry))
    quarry = lay.state(move.quarry)
    if lay.kind(move.quarry) != QUARRY or quarry.owner != move.seat or quarry.empty:
        return "fortress.quarry"
    if lay.index(move.terrain) is None:
        return Because("fortress.terrain", lay.lacks(move.terrain))
    terrain = lay.state(move.terrain)
    if terrain.owner != move.seat or terrain.fortress:
        return "fortress.terrain"
    if sum(terrain.fortress for terrain in lay.terrains) >= numbers["fortresses"]:
        return "fortress.none_left"
    return forbids_price(table.seats[move.seat], numbers["fortress_cost"], move.coin_cards, "fortress.price")


def build(rulebook: Rulebook, draft: Draft, move: BuildFortress) -> None:
    """The quarry is empty, the fortress stands. Rule: BP-13.1."""
    coins = price_of(draft.table.seats[move.seat], rulebook.data.numbers["fortress_cost"], move.coin_cards)
    draft.happen(FortressBuilt(seat=move.seat, quarry=move.quarry, terrain=move.terrain, coin_cards=coins))


def _tries_build(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuildFortress]:
    lay = board(table)
    for quarry in lay.owned(seat, QUARRY):
        for terrain in lay.owned(seat):
            yield BuildFortress(seat=seat, quarry=quarry.id, terrain=terrain.id)


def _mistakes_build(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuildFortress]:
    lay = board(table)
    quarry = next(iter(lay.owned(seat, QUARRY)), None)
    yield from (BuildFortress(seat=seat, quarry=cell.id, terrain=cell.id) for cell in lay.cells[:1])
    if quarry is not None:
        foreign = next((terrain for terrain in lay.terrains if terrain.owner != seat), quarry)
        yield BuildFortress(seat=seat, quarry=quarry.id, terrain=foreign.id)
        yield BuildFortress(seat=seat, quarry=quarry.id, terrain=quarry.id, coin_cards=rulebook.deck[:9])


BUILD = Move(
    forbids=forbids_build, happens=build, tries=_tries_build, mistakes=_mistakes_build, elsewhere="attack.open"
)


@applies(FortressBuilt)
def fortress_built(table: Table, event: FortressBuilt) -> Table:
    """The quarry lies on its empty side, the fortress under its terrain, for whoever will own them."""
    lay = board(table)
    require(not lay.state(event.quarry).empty and not lay.state(event.terrain).fortress, "one quarry, one fortress")
    table = with_terrain(paid(table, event.seat, event.coin_cards), replace(lay.state(event.quarry), empty=True))
    return with_terrain(table, replace(board(table).state(event.terrain), fortress=True))
