"""Section 2: setting up, from laying out the board to naming the start player."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.editions.bohnaparte.areas import UPRIGHT, Board, Terrain, War, board_of, with_terrain
from domain.editions.bohnaparte.boards import Cell, all_reachable, with_kinds
from domain.editions.bohnaparte.commands import ChooseCamp, ChooseStartPlayer
from domain.editions.bohnaparte.events import BoardLaidOut, CampChosen, StartPlayerChosen
from domain.editions.bohnaparte.terrains import CAMP
from domain.events import GameStarted, PhaseStarted
from domain.evolve import applies, require
from domain.pending_events import PendingEvents
from domain.rulebook import GuardFailure, Mechanism, Move, Phase, Rulebook
from domain.rules.setup import deal
from domain.rules.turn import start_turn
from domain.table import Table

CHOOSE_CAMP = "choose_camp"
CHOOSE_START = "choose_start"


def begin(rulebook: Rulebook, draft: PendingEvents, board: Board, *, by_lot: bool) -> None:
    """Draw the first chooser at random, lay out the board, deal from that seat on. Rule: BP-2.2 to BP-2.5, AMB-BP-6."""
    first = draft.draw_lot(tuple(range(rulebook.players)))
    draft.record(GameStarted(first_camp_chooser=first))
    cells = _random_cells(draft, board) if by_lot else board.cells
    draft.record(BoardLaidOut(layout=board.layout, geometry=board.geometry, cells=cells))
    deal(rulebook, draft, first)
    draft.record(PhaseStarted(seat=first, phase=CHOOSE_CAMP))


def _random_cells(draft: PendingEvents, board: Board) -> tuple[Cell, ...]:
    """Order the terrains beside the camps at random, until rivers cut none of them off. Rule: BP-10.2, AMB-BP-18."""
    kinds = tuple(cell.terrain for cell in board.cells if cell.terrain != CAMP)
    while True:
        cells = with_kinds(board.cells, draft.draw_order(kinds))
        if all_reachable(cells, board.geometry):
            return cells


def forbids_camp(rulebook: Rulebook, table: Table, move: ChooseCamp) -> Mechanism | None:
    """Forbid the choice out of turn, or of a camp that is not free. Rule: BP-2.5."""
    board = board_of(table)
    if move.seat != table.turn.seat:
        return "camp.turn"
    if board.index(move.terrain) is None:
        return GuardFailure("camp.taken", board.lacks(move.terrain))
    free = board.kind(move.terrain) == CAMP and board.state(move.terrain).owner is None
    return None if free else "camp.taken"


def choose_camp(rulebook: Rulebook, draft: PendingEvents, move: ChooseCamp) -> None:
    """Give the camp to the seat; after the last camp the same seat names the start player. Rule: BP-2.5, BP-2.6."""
    draft.record(CampChosen(seat=move.seat, terrain=move.terrain))
    if _seats_without_camp(draft.table) > 0:
        return
    if rulebook.options.get("start_player") == "seat_0":
        start_turn(rulebook, draft, 0)
    else:
        draft.record(PhaseStarted(seat=move.seat, phase=CHOOSE_START))


def _seats_without_camp(table: Table) -> int:
    return len(table.seats) - sum(terrain.owner is not None for terrain in board_of(table).terrains)


def _camp_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[ChooseCamp]:
    return [ChooseCamp(seat=seat, terrain=cell.id) for cell in board_of(table).cells if cell.terrain == CAMP]


def forbids_start(rulebook: Rulebook, table: Table, move: ChooseStartPlayer) -> Mechanism | None:
    """Forbid naming the start player to all but the last chooser, who may name any seat. Rule: BP-2.6."""
    return None if move.seat == table.turn.seat and 0 <= move.chosen < len(table.seats) else "camp.start"


def choose_start(rulebook: Rulebook, draft: PendingEvents, move: ChooseStartPlayer) -> None:
    """Begin the first turn with the seat that was chosen. Rule: BP-2.6."""
    draft.record(StartPlayerChosen(seat=move.seat, chosen=move.chosen))
    start_turn(rulebook, draft, move.chosen)


def _start_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[ChooseStartPlayer]:
    return [ChooseStartPlayer(seat=seat, chosen=chosen) for chosen in range(len(table.seats))]


CHOOSING = (
    Phase(
        name=CHOOSE_CAMP,
        moves={
            ChooseCamp: Move(
                guard=forbids_camp, rule=choose_camp, candidates=_camp_candidates, wrong_phase="camp.turn"
            ),
        },
        interruptible=False,
    ),
    Phase(
        name=CHOOSE_START,
        moves={
            ChooseStartPlayer: Move(
                guard=forbids_start, rule=choose_start, candidates=_start_candidates, wrong_phase="camp.start"
            )
        },
        interruptible=False,
    ),
)
"""The phases that come after the deal: choosing camps, naming the start player."""


@applies(BoardLaidOut)
def board_laid_out(table: Table, event: BoardLaidOut) -> Table:
    """Lay out the board: every terrain is neutral, the riders of each paddock are upright."""
    require(not board_of(table).cells, "a board is laid out once")
    return replace(table, annex=War(board=blank_board(event.layout, event.geometry, event.cells)))


def blank_board(layout: str, geometry: str, cells: tuple[Cell, ...]) -> Board:
    """Return a board on which nothing has happened. Rule: BP-2.7."""
    terrains = [Terrain(id=cell.id, riders=UPRIGHT if cell.terrain == "paddock" else None) for cell in cells]
    return Board(layout=layout, geometry=geometry, cells=cells, terrains=tuple(terrains))


@applies(CampChosen)
def camp_chosen(table: Table, event: CampChosen) -> Table:
    """Give the camp to its owner; the choice passes counter-clockwise until all seats have one."""
    board = board_of(table)
    require(event.seat == table.turn.seat and board.index(event.terrain) is not None, "camps are chosen one by one")
    require(board.state(event.terrain).owner is None, "this camp is taken")
    table = with_terrain(table, replace(board.state(event.terrain), owner=event.seat))
    if _seats_without_camp(table) == 0:
        return table
    return replace(table, turn=replace(table.turn, seat=(event.seat - 1) % len(table.seats)))


@applies(StartPlayerChosen)
def start_player_chosen(table: Table, event: StartPlayerChosen) -> Table:
    """Change nothing; the start of the turn follows as an event of its own."""
    require(event.seat == table.turn.seat and event.chosen < len(table.seats), "the last chooser names a seat")
    return table
