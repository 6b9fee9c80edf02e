"""What Bohnaparte lays beside the family's areas: the board and the open attack, and each seat's depot and merchant."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from domain.cards import Card, Count, SeatIndex
from domain.editions.bohnaparte.boards import Cell
from domain.events import Cards
from domain.history import Blanks, annex, laid_as, require
from domain.table import Annex, Seat, Table
from domain.values import Value, changed
from domain.visibility import EVERYONE, OWNER, WITHIN, Audience, Audited, only

TerrainId = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
"""A terrain of the board, such as "iron-mine-1"."""

UPRIGHT: Final = "upright"
BEATEN: Final = "beaten"
MERCHANT_KEEPS: Final = 2
"""So many cards stay on a merchant: those of its purchase, or those left of a draw. Rule: BP-14.9, BP-14.10."""


def _neutral() -> None:
    # As a factory, so that positions say `"owner": null` instead of leaving it out.
    return None


class Terrain(Value):
    """What has become of a terrain: whose it is (None: neutral), and what stands on it.

    `empty` is said of a quarry, `riders` (upright or beaten) of a paddock.
    """

    id: TerrainId
    owner: SeatIndex | None = msgspec.field(default_factory=_neutral)
    fortress: bool = False
    empty: bool = False
    riders: str | None = None


class Board(Value):
    """The cells as they were laid out, and the state of each terrain, in the same order."""

    layout: str = ""
    geometry: str = "staggered"
    cells: tuple[Cell, ...] = ()
    terrains: tuple[Terrain, ...] = ()

    def index(self, terrain: str) -> int | None:
        """Where in `cells` and `terrains` this one stands; None when the board has no such terrain."""
        return _places(self.cells).get(terrain)

    def lacks(self, terrain: str) -> str:
        """Words for a terrain that is not on the board."""
        return f"the board has no terrain {terrain!r}; it has {', '.join(cell.id for cell in self.cells)}"

    def kind(self, terrain: str) -> str:
        """What kind of terrain this is, such as "farm"."""
        return self.cells[_places(self.cells)[terrain]].terrain

    def state(self, terrain: str) -> Terrain:
        """What has become of it."""
        return self.terrains[_places(self.cells)[terrain]]

    def owned(self, seat: int, kind: str | None = None) -> Iterator[Terrain]:
        """The terrains of a seat, or those of one kind."""
        for cell, terrain in zip(self.cells, self.terrains, strict=True):
            if terrain.owner == seat and kind in (None, cell.terrain):
                yield terrain

    def counts(self, seat: int, kind: str) -> int:
        """How many terrains of a kind a seat owns."""
        return sum(1 for _ in self.owned(seat, kind))


@lru_cache(maxsize=256)
def _places(cells: tuple[Cell, ...]) -> dict[str, int]:
    return {cell.id: index for index, cell in enumerate(cells)}


class Commitment(Audited):
    """A card face down in an attack; `seat` alone knows it, and nobody knows one that came from the pile."""

    source: Annotated[str, EVERYONE]
    card: Annotated[Card, only("seat")]
    seat: Annotated[SeatIndex | None, EVERYONE] = None


class Committed(Audited):
    """The cards of both sides."""

    attack: Annotated[Commitment | None, WITHIN] = None
    defence: Annotated[Commitment | None, WITHIN] = None

    @property
    def cards(self) -> Cards:
        """The cards that lie there, the attacker's first."""
        return tuple(side.card for side in (self.attack, self.defence) if side is not None)


class Attack(Audited, omit_defaults=False):
    """An attack that is not decided; `riders` is the paddock whose riders attack in the first round."""

    target: Annotated[TerrainId, EVERYONE]
    riders: Annotated[TerrainId | None, EVERYONE] = None
    round: Annotated[Count, EVERYONE] = 1
    committed: Annotated[Committed, WITHIN] = Committed()

    @property
    def by_riders(self) -> bool:
        """Whether the attacker commits no card in this round. Rule: BP-14.6."""
        return self.riders is not None and self.round == 1


class War(Annex):
    """Beside the piles: the board, and the attack that is open."""

    board: Annotated[Board, EVERYONE] = Board()
    attack: Annotated[Attack | None, WITHIN] = None

    def zones(self) -> tuple[Cards, ...]:
        """Committed cards lie in no pile."""
        return () if self.attack is None else (self.attack.committed.cards,)


class WarTurn(Annex):
    """Of a turn: abbey draws still open (None: one for each abbey owned), and cards to take from the merchant.

    `last_attack` says that the final exhaustion fell in the attack phase, so that no attack follows the one it fell in.
    """

    abbeys: Annotated[Count | None, EVERYONE] = None
    to_take: Annotated[Count, EVERYONE] = 0
    last_attack: Annotated[bool, EVERYONE] = False


class Holdings(Annex):
    """A seat's depot and merchant, None while it has none; of the merchant's cards it has seen the first few."""

    depot: Annotated[Cards | None, OWNER] = None
    merchant: Annotated[Cards | None, Audience(seats=(), owner=True, known="merchant_seen")] = None
    merchant_seen: Annotated[Count, EVERYONE] = 0

    def zones(self) -> tuple[Cards, ...]:
        """Cards lie in the depot and on the merchant."""
        return (self.depot or (), self.merchant or ())


annex("bohnaparte", Blanks(table=War(), turn=WarTurn(), seat=Holdings()))


def war(table: Table) -> War:
    """The board and the open attack."""
    return laid_as(table.annex, War)


def board(table: Table) -> Board:
    """The board."""
    return war(table).board


def war_turn(table: Table) -> WarTurn:
    """What this turn has used of its abbeys and merchant."""
    return laid_as(table.turn.annex, WarTurn)


def holdings(seat: Seat) -> Holdings:
    """Depot and merchant of a seat."""
    return laid_as(seat.annex, Holdings)


def with_terrain(table: Table, terrain: Terrain) -> Table:
    """The table with this state of a terrain; CorruptHistory when the board has none of that id."""
    lay = war(table)
    index = lay.board.index(terrain.id)
    require(index is not None, f"the board has no terrain {terrain.id}")
    assert index is not None
    terrains = changed(lay.board.terrains, index, terrain)
    return replace(table, annex=replace(lay, board=replace(lay.board, terrains=terrains)))


def with_attack(table: Table, attack: Attack | None) -> Table:
    """The table with this attack open, or none."""
    return replace(table, annex=replace(war(table), attack=attack))


def with_turn(table: Table, turn: WarTurn) -> Table:
    """The table with this use of the turn."""
    return replace(table, turn=replace(table.turn, annex=turn))


def with_holdings(table: Table, index: int, held: Holdings) -> Table:
    """The table with these holdings of a seat."""
    return table.with_seat(index, replace(table.seats[index], annex=held))
