"""A match: one game at one table, played command by command."""

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from domain.commands import Command, SeatCommand
from domain.engine import Blocked, awaited_seats, blocked_commands
from domain.events import Event
from domain.pending_events import UnknownChance
from domain.refusals import Misuse
from domain.rulebook import Bounds, Rulebook
from domain.rules.offers import polling_order
from domain.table import Table
from domain.view import View
from domain.visibility import SPECTATOR, Options, seat_viewer
from haricot.catalogue import bots, load_plugins
from haricot.game_record import GameRecord
from projections.seats_to_act import seats_with_offers
from replay.codec import Codec
from replay.fork import fork_exact
from replay.game import Game
from replay.legal_choices import SeatOptions, options_at
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from replay.record import Record
from replay.seeded import act_in_seeded_game, begin_game, bot_seed, fork_seed_text, seed_text
from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.simulate import play_on

SEED_FORM: Final = re.compile(r"[A-Za-z0-9._-]{1,100}")
GAME_NUMBER: Final = 1
"""A match is game 1 of its seed, as `haricot simulate --seed` numbers them."""


class Match:
    """A game from the deal to the scores; make one with `new`, `load`, `of` or `fork`.

    Seats are counted from 0. It knows no clock: event n of a new match is n seconds after 2000-01-01. Not for several
    threads at once.
    """

    def __init__(self, game: Game, bot_seeds: Mapping[int, str]) -> None:
        """`bot_seeds` has, by seat, the seed of the random choices of a bot there."""
        self._game = game
        self._bot_seeds = bot_seeds
        self._options: dict[int, SeatOptions] = {}

    @classmethod
    def new(
        cls,
        edition: str,
        *,
        players: int,
        seed: str | int | None = None,
        options: Options | None = None,
        bots: Sequence[str] = (),
    ) -> "Match":
        """Return a match whose seats are taken and whose cards are dealt.

        The same seed deals the same cards, as `haricot simulate --seed` does; without one, chance does. `bots` are the
        kinds that its record names as sitting there, taken by the seats in turn. Refusal for a number of players that
        the edition is not for, Misuse for an unknown edition, option, or a seed that is no word.
        """
        load_plugins()
        text = _seed_text(seed)
        game, _ = begin_game(edition, players, text, GAME_NUMBER, options or {}, bots)
        return cls(game, {seat: bot_seed(text, GAME_NUMBER, seat) for seat in range(players)})

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, seed: str | int | None = None) -> "Match":
        """Return the match in a game file; errors as for `GameRecord.load` and `of`."""
        return cls.of(GameRecord.load(path), seed=seed)

    @classmethod
    def of(cls, record: Record, *, seed: str | int | None = None) -> "Match":
        """Return the match of a whole record; play can continue where the seed of its deal is given.

        Misuse for a record that hides cards, and for a seed from which this deal does not follow.
        """
        load_plugins()
        if not record.viewer.sees_all:
            raise Misuse(f"{record.game} is seen by {record.viewer.name}: a match needs every card")
        seats, name = range(record.created.players), record.game
        if seed is None:
            return cls(Game(name, UnknownChance(), record.envelopes), {seat: f"{name}|{seat}" for seat in seats})
        for text in (seed_text(str(seed), GAME_NUMBER), fork_seed_text(str(seed), name)):
            deal = Deal(name, seed_of_text(text))
            game = Game(name, deal, record.envelopes)
            if game.table.commitment == deal.commitment:
                return cls(game, {seat: contribution_of_text(f"{text}|{seat}|bot") for seat in seats})
        raise Misuse(f"the deal of {name} does not follow from the seed {str(seed)[:40]!r}")

    def fork(self, at: int | None = None, *, seed: str | int | None = None) -> "Match":
        """Return another match that continues from event `at` with the same cards and its own deal.

        By default `at` is the last event. An `at` inside a batch takes the whole batch; Misuse when there is no such
        event.
        """
        text, parent = _seed_text(seed), self.record
        n = self.n if at is None else at
        name = f"{parent.game}.f{n}"
        deal = Deal(name, seed_of_text(fork_seed_text(text, name)))
        moment = parent.envelopes[max(min(n, self.n), 1) - 1].at
        forked = fork_exact(parent, n, name, deal, at=moment)
        bot_seeds = {
            seat: contribution_of_text(f"{fork_seed_text(text, name)}|{seat}|bot") for seat in range(self.players)
        }
        return Match(Game(name, deal, forked.envelopes), bot_seeds)

    @property
    def id(self) -> str:
        """The id of the game, such as `classic-4-7-0001`."""
        return self._game.game

    @property
    def edition(self) -> str:
        """The key of its edition."""
        return self.table.edition

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.table.seats)

    @property
    def rulebook(self) -> Rulebook:
        """The rules of this table; `.data` holds the clauses with their texts."""
        return self._game.rulebook

    @property
    def n(self) -> int:
        """The number of the last event."""
        return self._game.version

    @property
    def table(self) -> Table:
        """The whole table, every card face up."""
        return self._game.table

    @property
    def record(self) -> GameRecord:
        """All that has happened so far."""
        return GameRecord.of(self._game.record())

    def view(self, seat: int | None = None) -> View:
        """Return the table as a seat sees it, or a spectator: `.table` with hidden cards face down, and `.discards`."""
        if seat is None:
            return View.of(self.table, SPECTATOR)
        return View(viewer=seat_viewer(seat), table=self._options_of(seat).table)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that the game waits for, ascending; none once it is over."""
        return awaited_seats(self.rulebook, self.table)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats with an offer to answer, for which the game does not wait."""
        return seats_with_offers(self.table)

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in the order in which bots act: those with an offer to answer, the others, the active one."""
        return tuple(polling_order(self.table))

    def legal(self, seat: int) -> tuple[Command, ...]:
        """Return the complete commands that this seat may give now, as far as the seat can see.

        Misuse for an unknown seat.
        """
        return self._options_of(seat).legal

    def offers(self, seat: int) -> tuple[Bounds, ...]:
        """Return the open-ended commands that this seat may give now, such as trades, each with what it may contain."""
        return self._options_of(seat).offers

    def blocked(self, seat: int) -> tuple[Blocked, ...]:
        """Return what this seat may not do now, each with the clause that forbids it."""
        own = self._options_of(seat)
        return tuple(blocked_commands(own.rulebook, own.table, seat))

    def play(self, command: Command | Mapping[str, object]) -> tuple[Event, ...]:
        """Execute a command and return what happened; the command is one of `haricot.commands`, or its JSON.

        Refusal with its clause when it is not legal. Misuse when it is no command of a seat here, or when the seed of
        this deal is not known. After an error nothing has changed.
        """
        order = command if isinstance(command, Command) else self._read(command)
        if not isinstance(order, SeatCommand):
            raise Misuse(f"{type(order).__name__} is no command of a seat")
        if not self.over:
            self._require_deal()
        batch = act_in_seeded_game(self._game, order, f"seat:{order.seat}")
        self._options.clear()
        return tuple([envelope.event for envelope in batch])

    def let_bots_play(self, seats: Mapping[int, str | Bot]) -> None:
        """Let bots play these seats to the end, or as far as they get without the others.

        A bot is a name out of `haricot.bots()` or a `Bot` of your own; Misuse for an unknown name or seat.
        """
        known, playing = bots(), dict[int, Bot]()
        for seat, bot in seats.items():
            self._require_seat(seat)
            if isinstance(bot, str) and bot not in known:
                raise Misuse(f"no bot {bot!r}; bots are {', '.join(known)}")
            playing[seat] = known[bot](seat, self._bot_seeds[seat]) if isinstance(bot, str) else bot
        if not self.over:
            self._require_deal()
        self._options.clear()
        play_on(self._game, playing)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.result is not None

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The final scores, seat by seat; None before the end."""
        return None if self.table.result is None else self.table.result.scores

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won; None before the end."""
        return None if self.table.result is None else self.table.result.winners

    def _options_of(self, seat: int) -> SeatOptions:
        own = self._options.get(seat)
        if own is None:
            self._require_seat(seat)
            own = self._options[seat] = options_at(self.table, seat, why=False)
        return own

    def _require_seat(self, seat: int) -> None:
        if not 0 <= seat < self.players:
            raise Misuse(f"there is no seat {seat}: seats are 0 to {self.players - 1}")

    def _require_deal(self) -> None:
        if isinstance(self._game.chance, UnknownChance):
            raise Misuse(f"the seed of {self.id} is not known here: load it with its seed, or play on in a fork")

    @staticmethod
    def _read(command: Mapping[str, object]) -> Command:
        try:
            return Codec().command(msgspec.json.encode(command))
        except TypeError as error:
            raise Misuse(f"that is no command: {error}") from error


def _seed_text(seed: str | int | None) -> str:
    """Return the text of a seed, drawn where none is given; Misuse for one that cannot be part of a game's id."""
    text = secrets.token_hex(16) if seed is None else str(seed)
    if not SEED_FORM.fullmatch(text):
        raise Misuse(f"a seed is a word of up to 100 letters, digits, dots, dashes and underscores, not {text[:40]!r}")
    return text
