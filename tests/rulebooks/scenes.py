"""Given, when, then for rulebook tests: a table, a command, and its events or its refusal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from domain.cards import GivenCard
from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
    CardRef,
    Command,
    CreateGame,
    DeclineDonation,
    DeclineTrade,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
    TakeSeat,
    WithdrawDonation,
    WithdrawTrade,
)
from domain.editions import rulebook_for, rulebook_of
from domain.engine import decide
from domain.events import Cards, Event
from domain.invariants import cards_on
from domain.refusals import Refusal
from domain.table import Table
from domain.visibility import Option
from replay.positions.read import read_position
from tests.random_player import random_command

SEATS: Final = {
    "hands": "hand",
    "fields": "fields",
    "coins": "coins",
    "set_aside": "set_aside",
    "depots": "depot",
    "merchants": "merchant",
}
"""The zones of a seat: the name in tests (for several seats at once), and the name in a position."""
TURN: Final = {"active": "seat"} | {sign: sign for sign in ("phase", "planted", "discarded", "matching", "abbeys")}
"""The same for members of the turn. Every other zone belongs to the table and has one name."""


def given(
    edition: str,
    *,
    players: int = 4,
    options: Mapping[str, Option] | None = None,
    version: str | None = None,
    **areas: Any,
) -> "Scene":
    """Return a table in the middle of turn 1 with these zones; `version` is that of the rules (default: current).

    Areas of seats are given by seat, as cards in order or only how many: `hands={0: ["red"], 1: 3}`. Piles are top
    first, hands front first; a hand not named has five unknown cards, a draw pile thirty. Raises Misuse for an area
    that a position of this edition does not have.
    """
    areas = {"draw_pile": 30} | areas
    areas["hands"] = dict.fromkeys(range(players), 5) | areas.get("hands", {})
    turn = {"seat": 0, "phase": "plant"}
    seats: list[dict[str, Any]] = [{} for _ in range(players)]
    position: dict[str, Any] = {"edition": edition, "options": dict(options or {}), "seats": seats, "turn": turn}
    for name, area in areas.items():
        if name in SEATS:
            for seat, zone in area.items():
                seats[seat][SEATS[name]] = zone
        elif name in TURN:
            turn[TURN[name]] = area
        else:
            position[name] = area
    return Scene(read_position(position if version is None else position | {"version": version}), FixedChance())


def no_game_yet() -> "Scene":
    """Return an empty table, before a game is created."""
    return Scene(Table(), FixedChance())


def new_game(
    edition: str,
    *,
    players: int = 4,
    options: Mapping[str, Option] | None = None,
    chance: "FixedChance | None" = None,
) -> "Scene":
    """Return a game whose last seat has just been taken."""
    scene = Scene(Table(), chance or FixedChance())
    scene = scene.when(CreateGame(edition=edition, players=players, options=dict(options or {})))
    for seat in range(players):
        scene = scene.when(TakeSeat(seat=seat, kind="human", pseudonym=f"player {seat}"))
    return scene


class FixedChance:
    """Fixed chance: a given order of shuffles, by default unchanged, and a fixed random choice."""

    commitment = None

    def __init__(self, lot: int = 0, order: Callable[[Cards], Sequence[str]] = tuple) -> None:
        self._lot, self._order = lot, order

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:
        """Return the pile in the fixed order."""
        return tuple(self._order(pile))

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:
        """Return the fixed candidate."""
        return candidates[self._lot]

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
        """Return the items in the fixed order."""
        return tuple(self._order(items))

    def draw_share(self, seat: int) -> str | None:
        """Return no commitment."""
        return None

    def verify_share(self, seat: int, contribution: str, commitment: str) -> bool:
        """Return False: no share has a commitment."""
        return False

    def reveal(self) -> str | None:
        """Return no seed."""
        return None


class Scene:
    """A table, with the events of the last command or its refusal, which a test must expect."""

    def __init__(
        self,
        table: Table,
        chance: FixedChance,
        command: Command | None = None,
        events: tuple[Event, ...] = (),
        refusal: Refusal | None = None,
    ) -> None:
        self._table, self._chance, self._command = table, chance, command
        self._events, self._refusal = events, refusal

    @property
    def table(self) -> Table:
        """The current table."""
        self._require_accepted()
        return self._table

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last command."""
        self._require_accepted()
        return self._events

    def when(self, command: Command) -> "Scene":
        """Send a command and assert that no card appears or disappears."""
        table = self.table
        before = msgspec.json.encode(table)
        try:
            decision = decide(rulebook_for(table, command), table, command, self._chance)
        except Refusal as refusal:
            assert before == msgspec.json.encode(table), f"the refused {command} changed the table"
            return Scene(table, self._chance, command, refusal=refusal)
        dealt = table.turn.number > 0
        assert not dealt or cards_on(table) == cards_on(decision.table), f"{command} changed which cards there are"
        return Scene(decision.table, self._chance, command, events=decision.events)

    def refused(self, clause: str, here: str = "") -> "Scene":
        """Assert that the command was refused by this clause, with these facts, and changed nothing."""
        refused_by = "nothing" if self._refusal is None else self._refusal.clause
        assert clause == refused_by, self._report(f"a refusal by {clause}")
        assert self._refusal is not None
        assert here in self._refusal.says, self._report(here)
        return Scene(self._table, self._chance)

    def then(self, *expected: Event) -> "Scene":
        """Assert that exactly these events happened."""
        happened = self._events if self._refusal is None else self._refusal
        assert expected == happened, self._report(_listed(expected))
        return self

    def happens(self, *expected: Event) -> "Scene":
        """Assert that these events are among those that happened."""
        missing = [event for event in expected if event not in self._events]
        assert not missing, self._report(_listed(missing))
        return self

    def _require_accepted(self) -> None:
        assert self._refusal is None, self._report("no refusal")

    def _report(self, expected: str) -> str:
        happened = _listed(self._events) if self._refusal is None else f"refused by {self._refusal}"
        return f"when {self._command}\nexpected: {expected}\nhappened: {happened}"


def _listed(events: Sequence[Event]) -> str:
    return "".join(f"\n  {event}" for event in events) or "nothing"


def beans(variety: str, count: int) -> list[str]:
    """Return this many cards of one variety."""
    return [variety] * count


def in_hand(*slots: int) -> tuple[CardRef, ...]:
    """Refer to hand cards by slots."""
    return tuple(CardRef(source="hand", slot=slot) for slot in slots)


def face_up(*varieties: str) -> tuple[CardRef, ...]:
    """Refer to turned-up cards by varieties."""
    return tuple(CardRef(source="turned_up", variety=variety) for variety in varieties)


def set_aside(*varieties: str) -> tuple[CardRef, ...]:
    """Refer to set-aside cards by varieties."""
    return tuple(CardRef(source="set_aside", variety=variety) for variety in varieties)


def hand_card(variety: str, slot: int) -> GivenCard:
    """Return a card that leaves a hand."""
    return GivenCard(source="hand", variety=variety, slot=slot)


def turned_up_card(variety: str) -> GivenCard:
    """Return a turned-up card that is given away."""
    return GivenCard(source="turned_up", variety=variety, slot=None)


def one_of_each_command(seat: int) -> list[Command]:
    """Return one command of every kind for a seat."""
    return [
        CreateGame(edition="classic", players=4),
        TakeSeat(seat=seat, kind="human", pseudonym="latecomer"),
        PlantFromHand(seat=seat, field=0),
        EndPlanting(seat=seat),
        ProposeTrade(seat=seat, give=in_hand(0), want={"red": 1}),
        AcceptTrade(seat=seat, proposal=1),
        DeclineTrade(seat=seat, proposal=1),
        WithdrawTrade(seat=seat, proposal=1),
        OfferDonation(seat=seat, to=(seat + 1) % 4, cards=in_hand(0)),
        AcceptDonation(seat=seat, proposal=1),
        DeclineDonation(seat=seat, proposal=1),
        WithdrawDonation(seat=seat, proposal=1),
        EndTrading(seat=seat),
        PlantSetAside(seat=seat, variety="red", field=0),
        DrawCards(seat=seat),
        HarvestField(seat=seat, field=0),
        BuyThirdField(seat=seat),
    ]


def random_game(
    edition: str, *, players: int = 4, seed: int = 1, options: Mapping[str, Option] | None = None
) -> Iterator[Scene]:
    """Yield every scene of a random game, from the first turn to the end."""
    dice = Random(seed)
    chance = FixedChance(order=lambda pile: dice.sample(pile, len(pile)))
    scene = new_game(edition, players=players, options=options, chance=chance)
    while scene.table.result is None:
        command = random_command(rulebook_of(scene.table), scene.table, dice)
        if command is not None:
            yield scene
            scene = scene.when(command)
    yield scene
