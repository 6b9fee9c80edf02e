"""Section 13, the fortress: a seat empties a quarry to strengthen one of its terrains."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.editions.bohnaparte.areas import board_of, with_terrain
from domain.editions.bohnaparte.commands import BuildFortress
from domain.editions.bohnaparte.events import FortressBuilt
from domain.editions.bohnaparte.treasury import forbids_price, pay
from domain.evolve import applies, require
from domain.pending_events import PendingEvents
from domain.rulebook import GuardFailure, Mechanism, Move, Rulebook
from domain.rules.third_field import required_payment
from domain.table import Table

QUARRY = "quarry"


def forbids_build(rulebook: Rulebook, table: Table, move: BuildFortress) -> Mechanism | None:
    """Forbid building outside your own turn, without a full quarry of yours, or on a terrain that may not bear one.

    Forbids it also when no fortress card is left, or when the seat cannot pay.

    Rule: BP-13.1, BP-13.2, BP-13.4.
    """
    board, numbers = board_of(table), rulebook.data.numbers
    if move.seat != table.turn.seat:
        return "fortress.turn"
    if board.index(move.quarry) is None:
        return GuardFailure("fortress.quarry", board.lacks(move.quarry))
    quarry = board.state(move.quarry)
    if board.kind(move.quarry) != QUARRY or quarry.owner != move.seat or quarry.empty:
        return "fortress.quarry"
    if board.index(move.terrain) is None:
        return GuardFailure("fortress.terrain", board.lacks(move.terrain))
    terrain = board.state(move.terrain)
    if terrain.owner != move.seat or terrain.fortress:
        return "fortress.terrain"
    if sum(terrain.fortress for terrain in board.terrains) >= numbers["fortresses"]:
        return "fortress.none_left"
    return forbids_price(table.seats[move.seat], numbers["fortress_cost"], move.coin_cards, "fortress.price")


def build(rulebook: Rulebook, draft: PendingEvents, move: BuildFortress) -> None:
    """Empty the quarry to build the fortress. Rule: BP-13.1."""
    coins = required_payment(draft.table.seats[move.seat], rulebook.data.numbers["fortress_cost"], move.coin_cards)
    draft.record(FortressBuilt(seat=move.seat, quarry=move.quarry, terrain=move.terrain, coin_cards=coins))


def _build_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuildFortress]:
    board = board_of(table)
    for quarry in board.owned(seat, QUARRY):
        for terrain in board.owned(seat):
            yield BuildFortress(seat=seat, quarry=quarry.id, terrain=terrain.id)


def _build_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[BuildFortress]:
    board = board_of(table)
    quarry = next(iter(board.owned(seat, QUARRY)), None)
    yield from (BuildFortress(seat=seat, quarry=cell.id, terrain=cell.id) for cell in board.cells[:1])
    if quarry is not None:
        foreign = next((terrain for terrain in board.terrains if terrain.owner != seat), quarry)
        yield BuildFortress(seat=seat, quarry=quarry.id, terrain=foreign.id)
        yield BuildFortress(seat=seat, quarry=quarry.id, terrain=quarry.id, coin_cards=rulebook.deck[:9])


BUILD = Move(
    guard=forbids_build, rule=build, candidates=_build_candidates, mistakes=_build_mistakes, wrong_phase="attack.open"
)


@applies(FortressBuilt)
def fortress_built(table: Table, event: FortressBuilt) -> Table:
    """Empty the quarry and put the fortress under its terrain; both stay so for later owners."""
    board = board_of(table)
    require(not board.state(event.quarry).empty and not board.state(event.terrain).fortress, "one quarry, one fortress")
    table = with_terrain(pay(table, event.seat, event.coin_cards), replace(board.state(event.quarry), empty=True))
    return with_terrain(table, replace(board_of(table).state(event.terrain), fortress=True))
