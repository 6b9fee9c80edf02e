"""Checks positions of Bohnaparte that were written by hand."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from domain.editions.bohnaparte.areas import (
    BEATEN,
    UPRIGHT,
    Board,
    Terrain,
    board_of,
    holdings,
    war,
    war_turn,
    with_turn,
)
from domain.editions.bohnaparte.attack import with_committing_seats
from domain.editions.bohnaparte.camps import blank_board
from domain.editions.bohnaparte.combat_turn import DEFENCE, awaited_commitment
from domain.editions.bohnaparte.fortress import QUARRY
from domain.editions.bohnaparte.riders import PADDOCK
from domain.editions.bohnaparte.terrains import RIVER
from domain.refusals import ImpossiblePosition
from domain.rulebook import Rulebook
from domain.table import Table


def complete_board(rulebook: Rulebook, table: Table, *, board: Board) -> Table:
    """Return the table with its whole board; a position that names only terrains takes the layout of its options.

    Raises ImpossiblePosition when a terrain is unknown or named twice, or when a random board is missing.
    """
    written = war(table).board
    cells = written.cells
    if not cells and rulebook.options["bp_placement"] == "random":
        raise ImpossiblePosition("board.cells is needed where the terrains were placed at random")
    blank = blank_board(board.layout, board.geometry, cells) if cells else board
    known = {terrain.id: terrain for terrain in written.terrains}
    for at, terrain in enumerate(written.terrains):
        if blank.index(terrain.id) is None:
            raise ImpossiblePosition(blank.lacks(terrain.id), place=f"board.terrains[{at}]")
        if known[terrain.id] is not terrain:
            raise ImpossiblePosition(f"{terrain.id} is named twice", place=f"board.terrains[{at}]")
    terrains = tuple(_merged(terrain, known.get(terrain.id)) for terrain in blank.terrains)
    table = replace(table, annex=replace(war(table), board=replace(blank, terrains=terrains)))
    if table.final and table.turn.phase == "attack" and not rulebook.options["bp_final_attack_phase"]:
        table = with_turn(table, replace(war_turn(table), last_attack=True))
    return with_committing_seats(table)


def _merged(blank: Terrain, written: Terrain | None) -> Terrain:
    return blank if written is None else replace(written, riders=written.riders or blank.riders)


def position_faults(rulebook: Rulebook, table: Table) -> Iterator[str]:
    """Yield a sentence for each marker, fortress, rider, depot or attack that cannot be so.

    Rule: BP-2.3 to BP-14.10.
    """
    if not table.begun:
        return
    board = board_of(table)
    if not board.cells:
        yield "BP-2.3: there is no board"
        return
    for cell, terrain in zip(board.cells, board.terrains, strict=True):
        yield from (f"{clause}: {terrain.id} {says}" for clause, says in _faults(rulebook, cell.terrain, terrain))
    markers = Counter(terrain.owner for terrain in board.terrains if terrain.owner is not None)
    if any(count > rulebook.data.numbers["markers_per_player"] for count in markers.values()):
        yield "BP-1.3: a seat has more markers than there are"
    if sum(terrain.fortress for terrain in board.terrains) > rulebook.data.numbers["fortresses"]:
        yield "BP-13.2: there are more fortresses than cards for them"
    for index, seat in enumerate(table.seats):
        held = holdings(seat)
        if len(held.depot or ()) > rulebook.players:
            yield f"BP-13.6: the depot of seat {index + 1} is too full"
        if held.merchant_seen > len(held.merchant or ()):
            yield f"BP-14.10: seat {index + 1} has seen more cards than lie on its merchant"
    if war_turn(table).to_take > len(holdings(table.active).merchant or ()):
        yield "BP-14.10: more is to be taken than lies on the merchant"
    yield from _faults_of_attack(table)


def _faults(rulebook: Rulebook, kind: str, terrain: Terrain) -> Iterator[tuple[str, str]]:
    if terrain.owner is not None and (kind == RIVER or terrain.owner >= rulebook.players):
        yield "BP-12.9", "cannot have this owner"
    if terrain.empty and kind != QUARRY:
        yield "BP-12.2", "is no quarry, and cannot be empty"
    if terrain.fortress and kind == RIVER:
        yield "BP-13.2", "bears no fortress"
    if (terrain.riders is not None) != (kind == PADDOCK) or terrain.riders not in (None, UPRIGHT, BEATEN):
        yield "BP-14.2", "cannot have these riders"


def _faults_of_attack(table: Table) -> Iterator[str]:
    attack, board = war(table).attack, board_of(table)
    if attack is None:
        return
    if table.turn.phase != "attack":
        yield "BP-11.1: an attack out of its phase"
    if board.index(attack.target) is None or board.kind(attack.target) == RIVER:
        yield f"BP-11.3: {attack.target} is attacked"
        return
    if board.state(attack.target).owner == table.turn.seat:
        yield "BP-11.3: an own terrain is attacked"
    if attack.committed.defence is not None or (attack.by_riders and attack.committed.attack is not None):
        yield "BP-11.4: cards committed out of order"
    elif awaited_commitment(table, attack) == (DEFENCE, None):
        yield "BP-11.6: a neutral terrain has defended itself already"
    if attack.round not in (1, 2) or (attack.round == 2 and attack.riders is None):
        yield "BP-14.7: a round that is not fought"
