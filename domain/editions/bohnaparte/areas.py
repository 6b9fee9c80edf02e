"""Bohnaparte's annexes, which hold the state it adds to the table, each turn, each seat."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from domain.cards import Card
from domain.commands import declare_card_area
from domain.editions.bohnaparte.boards import Cell
from domain.events import Cards
from domain.evolve import BlankAnnexes, declare_annexes, require, require_annex
from domain.field_audiences import Redactable
from domain.member_types import Count, Kind, SeatIndex, Source, Text
from domain.table import Annex, Seat, Table
from domain.values import Value, changed
from domain.visibility import EVERYONE, OWNER, WITHIN, FirstFew, only

TerrainId = Annotated[str, msgspec.Meta(min_length=1, max_length=32), Kind.PLACE]
"""A terrain of the board, such as "iron-mine-1"."""

UPRIGHT: Final = "upright"
BEATEN: Final = "beaten"
MERCHANT_KEEPS: Final = 2
"""How many cards stay on a merchant: those of its purchase, or those left of a draw. Rule: BP-14.9, BP-14.10."""


def _neutral() -> None:
    # A factory, so that positions write `"owner": null` instead of leaving it out.
    return None


class Terrain(Value):
    """The state of a terrain: its owner (None: neutral), and what lies on it.

    Only a quarry can be `empty`, and only a paddock has `riders` (upright or beaten).
    """

    id: TerrainId
    owner: SeatIndex | None = msgspec.field(default_factory=_neutral)
    fortress: bool = False
    empty: bool = False
    riders: Text | None = None


class Board(Value):
    """The cells as they were laid out, and the state of each terrain, in the same order."""

    layout: Text = ""
    geometry: Text = "staggered"
    cells: tuple[Cell, ...] = ()
    terrains: tuple[Terrain, ...] = ()

    def index(self, terrain: str) -> int | None:
        """Return the index of this terrain in `cells`, in `terrains` too; None when the board has no such terrain."""
        return _places(self.cells).get(terrain)

    def lacks(self, terrain: str) -> str:
        """Return the sentence for a terrain that is not on the board."""
        return f"the board has no terrain {terrain!r}; it has {', '.join(cell.id for cell in self.cells)}"

    def kind(self, terrain: str) -> str:
        """Return the kind of a terrain, such as "farm"."""
        return self.cells[_places(self.cells)[terrain]].terrain

    def state(self, terrain: str) -> Terrain:
        """Return the state of this terrain."""
        return self.terrains[_places(self.cells)[terrain]]

    def owned(self, seat: int, kind: str | None = None) -> Iterator[Terrain]:
        """Yield the terrains of a seat: all of them, or those of one kind."""
        for cell, terrain in zip(self.cells, self.terrains, strict=True):
            if terrain.owner == seat and kind in (None, cell.terrain):
                yield terrain

    def counts(self, seat: int, kind: str) -> int:
        """Return how many terrains of a kind a seat owns."""
        return sum(1 for _ in self.owned(seat, kind))


@lru_cache(maxsize=256)
def _places(cells: tuple[Cell, ...]) -> dict[str, int]:
    return {cell.id: index for index, cell in enumerate(cells)}


class Commitment(Redactable):
    """A card face down in an attack; only `seat` knows it, and a card from the pile is unknown to all."""

    source: Annotated[Source, EVERYONE]
    card: Annotated[Card, only("seat")]
    seat: Annotated[SeatIndex | None, EVERYONE] = None


class CommittedCards(Redactable):
    """The cards of both sides."""

    attack: Annotated[Commitment | None, WITHIN] = None
    defence: Annotated[Commitment | None, WITHIN] = None

    @property
    def cards(self) -> Cards:
        """Return the cards that lie there, the attacker's first."""
        return tuple(side.card for side in (self.attack, self.defence) if side is not None)


class Attack(Redactable, omit_defaults=False):
    """An attack that is not decided; `riders` is the paddock whose riders attack in the first round."""

    target: Annotated[TerrainId, EVERYONE]
    riders: Annotated[TerrainId | None, EVERYONE] = None
    round: Annotated[Count, EVERYONE] = 1
    committed: Annotated[CommittedCards, WITHIN] = CommittedCards()

    @property
    def by_riders(self) -> bool:
        """Whether the attacker commits no card in this round. Rule: BP-14.6."""
        return self.riders is not None and self.round == 1


class War(Annex):
    """The table's annex: the board, and the open attack, if any."""

    board: Annotated[Board, EVERYONE] = Board()
    attack: Annotated[Attack | None, WITHIN] = None

    def zones(self) -> tuple[Cards, ...]:
        """Return the committed cards, which lie in no pile."""
        return () if self.attack is None else (self.attack.committed.cards,)


class WarTurn(Annex):
    """The turn's annex: abbey draws left (None: one for each abbey owned), and cards to take from the merchant.

    `last_attack` says that the final exhaustion fell in the attack phase, so that no attack follows the one it fell in.
    """

    abbeys: Annotated[Count | None, EVERYONE] = None
    to_take: Annotated[Count, EVERYONE] = 0
    last_attack: Annotated[bool, EVERYONE] = False


class Holdings(Annex):
    """A seat's depot and merchant, None while it has none; of the merchant's cards it has seen the first few."""

    depot: Annotated[Cards | None, OWNER] = None
    merchant: Annotated[Cards | None, FirstFew(count="merchant_seen")] = None
    merchant_seen: Annotated[Count, EVERYONE] = 0

    def zones(self) -> tuple[Cards, ...]:
        """Return the cards in the depot, then those on the merchant."""
        return (self.depot or (), self.merchant or ())


declare_card_area("depot")
declare_annexes("bohnaparte", BlankAnnexes(table=War(), turn=WarTurn(), seat=Holdings()))


def war(table: Table) -> War:
    """Return the table's annex: the board with the open attack, if any."""
    return require_annex(table.annex, War)


def open_attack(table: Table) -> Attack:
    """Return the attack that is open; raise CorruptHistory when there is none."""
    return require(war(table).attack, "there is no attack")


def board_of(table: Table) -> Board:
    """Return the board of the table."""
    return war(table).board


def war_turn(table: Table) -> WarTurn:
    """Return the turn's annex: abbey draws left, cards to take from the merchant."""
    return require_annex(table.turn.annex, WarTurn)


def holdings(seat: Seat) -> Holdings:
    """Return the depot with the merchant of a seat."""
    return require_annex(seat.annex, Holdings)


def with_terrain(table: Table, terrain: Terrain) -> Table:
    """Return the table with this state of a terrain; CorruptHistory when the board has none of that id."""
    ground = war(table)
    index = require(ground.board.index(terrain.id), f"the board has no terrain {terrain.id}")
    terrains = changed(ground.board.terrains, index, terrain)
    return replace(table, annex=replace(ground, board=replace(ground.board, terrains=terrains)))


def with_attack(table: Table, attack: Attack | None) -> Table:
    """Return the table with this attack open; None closes it."""
    return replace(table, annex=replace(war(table), attack=attack))


def with_turn(table: Table, turn: WarTurn) -> Table:
    """Return the table with this annex for its turn."""
    return replace(table, turn=replace(table.turn, annex=turn))


def with_holdings(table: Table, index: int, held: Holdings) -> Table:
    """Return the table with this depot, this merchant for a seat."""
    return table.with_seat(index, replace(table.seats[index], annex=held))
