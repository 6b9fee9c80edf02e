"""Requests for a new game: their shape, and the checks that depend on editions."""

from typing import Annotated, Final

import msgspec

from domain.clock_terms import ClockTerms
from domain.deal_commitments import SIMPLE, TOURNAMENT
from domain.disputes.events import TermsSet
from domain.editions import edition_named
from domain.player_names import name_fault, normalized_name
from domain.refusals import Misuse
from domain.values import Value
from domain.visibility import Option
from service.store.entries.metadata_store import Player

PACE_MAX_SECONDS: Final = 60.0
PATIENCE_MAX_SECONDS: Final = 86_400.0
DELAY_MAX_EVENTS: Final = 10_000
DELAY_MAX_SECONDS: Final = 86_400
TABLES_MAX: Final = 16
"""How many tables with one deal a request can create. A round of a tournament may have more."""
REVEAL_SECONDS_DEFAULT: Final = 300
"""How many seconds players have by default to reveal their shares of a tournament's deal."""


class SeatRequest(Value):
    """The requested player of a seat: a human, or a bot of this strength.

    `name` is the public name, and `person` the id of the person.
    """

    kind: str = "human"
    bot: str | None = None
    name: str | None = None
    person: str | None = None


class TokenWish(Value):
    """A requested token, valid for `seconds` or without limit. A token of kind `seat` names its seat."""

    kind: str
    seat: int | None = None
    seconds: int | None = None
    reason: str | None = None
    person: str | None = None


class SpectatorDelay(Value):
    """The delay for spectators, in events or in seconds."""

    events: Annotated[int, msgspec.Meta(ge=0, le=DELAY_MAX_EVENTS)] = 0
    seconds: Annotated[float, msgspec.Meta(ge=0, le=DELAY_MAX_SECONDS)] = 0.0


class NewGame(Value):
    """A request to create a game. Seats that are not listed are for humans.

    `pace` is how many seconds a bot takes for a move. A bot keeps its trading open for `patience` seconds if it made a
    person an offer. `level` says how the deal is made. `term` is the time limit in seconds to reveal shares, and
    `contribution` is the organiser's share. In a duplicate, `tables` games share that contribution. `person` is the
    organiser's id. `dispute_terms` apply to disputes, and `clock` are the terms of the clock. `external_id` and
    `metadata` are notes of the integrator. Without `hints` the page gives no hints.
    """

    edition: str
    players: int | None = None
    options: dict[str, Option] = {}
    seats: tuple[SeatRequest, ...] = ()
    start: str = "now"
    practice: bool = False
    seed: str | None = None
    private: bool = False
    pace: float = 1.0
    patience: float = 30.0
    spectator_delay: SpectatorDelay | None = None
    level: str = SIMPLE
    term: int | None = None
    contribution: str | None = None
    person: str | None = None
    tables: int = 1
    dispute_terms: TermsSet = TermsSet()
    clock: ClockTerms | None = None
    external_id: str | None = None
    metadata: dict[str, str] = {}
    hints: bool = True

    @property
    def seats_people(self) -> bool:
        """Whether people sit from the start. In a tournament, each player sits down with a secret share instead."""
        return self.start == "now" and self.level != TOURNAMENT


def requested_seats(wish: NewGame) -> tuple[SeatRequest, ...]:
    """Return the requested players, seat by seat. Raises Refusal for too many or too few."""
    edition = edition_named(wish.edition).data
    players = wish.players if wish.players is not None else len(wish.seats) or edition.players[0]
    edition.setup(players)
    return wish.seats or (SeatRequest(),) * players


def checked_player_name(name: str) -> str:
    """Return the name as it is stored. Raises Misuse for a name that no player may have."""
    kept = normalized_name(name)
    if fault := name_fault(kept):
        raise Misuse(fault, place="pseudonym")
    return kept


def player_entry(game: str, seat: int, wish: SeatRequest) -> Player:
    """Return the metadata entry of a requested player."""
    bot = (wish.bot or "greedy") if wish.kind == "bot" else None
    return Player(game=game, seat=seat, kind=wish.kind, bot=bot, name=wish.name)
