"""The state that an answer carries beside an event: the table, the moves of cards, what may be done there."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Final

import msgspec

from domain.editions import edition_named, rulebook_of
from domain.remedies import TOURNAMENT, Book
from domain.rulebook import Rulebook
from domain.table import Table
from domain.view import View
from domain.visibility import Viewer
from projections.card_movements import card_moves
from projections.command_labels import CommandLabels
from projections.harvest_values import field_payments
from projections.seats_to_act import seats_to_act, seats_with_offers
from projections.sentences import Chronicle
from projections.shown_clock import shown_clock
from projections.territory import table_lands
from replay.codec import time_text
from replay.legal_choices import SeatOptions, options_at, options_json
from service.access.patience import PAUSE_KINDS, bot_seats
from service.access.reader import Reader
from service.access.table_facts import answer_deadlines, seat_names
from service.access.visibility_scope import VisibilityScope, is_own_seat
from service.queries.audit_responses import verdict_answer
from service.store.concurrency.blocking_guard import require_may_block

TABLE: Final = "table"
MOVES: Final = "moves"
PAYS: Final = "pays"
LANDS: Final = "lands"
CHOICES: Final = "choices"
SENTENCE: Final = "sentence"
VERDICTS: Final = "verdicts"
BACKS: Final = "backs"
WORDS: Final = "words"
CLOCK: Final = "clock"
CARRIED: Final = (TABLE, MOVES, PAYS, LANDS, CHOICES, WORDS, SENTENCE, VERDICTS, BACKS, CLOCK)
"""The names of what a message can carry."""
_OF_TABLE: Final[dict[str, Callable[[Rulebook, Table], Any]]] = {PAYS: field_payments, LANDS: table_lands}
"""The members of a table that are the same in every view."""
STATES_A_COST: Final = 100
"""The number of events whose state is made in a hundredth of a second."""
OFFERS_AT_ONCE: Final = 8
"""With more offers on the table than these a state takes long, some 80 us for each: no event loop makes it."""


class State:
    """What `carry` asks for, as `viewer` may read it, in a game that is `paused` or not.

    `alike` is all that it depends on beside the view and the event.
    """

    def __init__(
        self,
        reader: Reader,
        sight: VisibilityScope,
        viewer: Viewer,
        carry: frozenset[str],
        lang: str,
        *,
        paused: bool,
        book: Book = TOURNAMENT,
    ) -> None:
        self._reader = reader
        self._sight = sight
        self._viewer = viewer
        self._carry = carry
        self._lang = lang
        has_choices = CHOICES in carry and viewer.seat is not None and is_own_seat(sight, viewer.seat)
        self._seat = viewer.seat if has_choices else None
        self._paused = has_choices and paused
        self._book = book
        speaks = not carry.isdisjoint({SENTENCE, VERDICTS}) or (WORDS in carry and self._seat is not None)
        self._names = tuple(seat_names(reader, sight)) if speaks else ()
        self.alike = (carry, self._seat, self._paused, lang if speaks else None, self._names, self._holding())

    def after(self, n: int, *, settled: bool) -> dict[str, Any]:
        """Return the members that the message of event n carries. Choices are empty unless n ends its batch."""
        moved = self.moves(n)  # first, since it begins with the table before
        members: dict[str, Any] = {"table": msgspec.Raw(self.table(n))} if TABLE in self._carry else {}
        members |= {**moved, **self.beside_table(n, settled=settled)}
        if SENTENCE in self._carry:
            members["sentence"] = self._chronicle.sentence(
                self._reader.redacted_event(self._sight, self._viewer, n).event
            )
        return members | self._found(n)

    def _found(self, n: int) -> dict[str, Any]:
        """Return the verdicts that event n settles for this view, and which backs are known after it."""
        if self._carry.isdisjoint({VERDICTS, BACKS}):
            return {}
        finding = self._reader.finding(self._sight, self._viewer, n)
        found: dict[str, Any] = {}
        if VERDICTS in self._carry:
            edition, names = self._sight.live.table.edition, self._names
            found["verdicts"] = [
                verdict_answer(edition, one, self._lang, names, self._book) for one in finding.verdicts
            ]
        return {**found, "backs": finding.backs} if BACKS in self._carry else found

    def table(self, n: int) -> bytes:
        """Return the table after event n, in JSON."""
        self._require_time(self._reader.table(self._sight, n))
        return self._reader.position(self._sight, self._viewer, n)

    def beside_table(self, n: int, *, settled: bool = True) -> dict[str, Any]:
        """Return what stands beside the table: what fields pay, who holds what, what may be done, the clock."""
        members = {name: tell for name, tell in _OF_TABLE.items() if name in self._carry}
        table = self._reader.table(self._sight, n) if members else None
        beside = {} if table is None else {name: tell(rulebook_of(table), table) for name, tell in members.items()}
        if CLOCK in self._carry:
            beside[CLOCK] = shown_clock(self._reader.clock(self._sight, n))
        return {**beside, **self.choices(n, settled=settled)}

    def moves(self, n: int) -> dict[str, Any]:
        """Return which cards changed their place in event n."""
        if MOVES not in self._carry:
            return {}
        self._reader.log_look(self._sight, self._viewer)
        before, after = (View.of(table, self._viewer) for table in self._reader.step(self._sight, n))
        return {"moves": card_moves(before, after, self._reader.envelopes(self._sight, n - 1)[0].event)}

    def choices(self, n: int, *, settled: bool = True) -> dict[str, Any]:
        """Return who must act after event n, who has an offer to answer, and what the own seat may do."""
        if CHOICES not in self._carry:
            return {}
        table, sight = self._reader.table(self._sight, n), self._sight
        self._require_time(table)
        waits = settled and not sight.live.summary.imported
        found: dict[str, Any] = {
            "to_act": seats_to_act(table) if waits else (),
            "asked": seats_with_offers(table) if waits else (),
        }
        if waits and found["asked"] and (until := answer_deadlines(self._reader, sight, n)):
            found["asked_until"] = {str(seat): time_text(at) for seat, at in until.items()}
        if self._seat is not None:
            found |= self._may(table, n) if settled and not self._paused else self._nothing()
        return found

    def _holding(self) -> Hashable:
        """Return what `asked_until` depends on beside the event: who is a bot, and when the game was paused."""
        if CHOICES not in self._carry or not self._sight.arrangement.patience_ms:
            return ()
        pauses = ((one.at, one.kind) for one in self._reader.annotations(self._sight) if one.kind in PAUSE_KINDS)
        return bot_seats(self._reader.players_by_seat(self._sight)), tuple(pauses)

    def _may(self, table: Table, n: int) -> dict[str, Any]:
        assert self._seat is not None
        options = options_at(table, self._seat, why=False)
        may = options_json(options, n)
        words = {"words": words_of(options, self._chronicle, why=False)} if WORDS in self._carry else {}
        return {"legal": may["legal"], "offers": may["offers"], **words}

    def _nothing(self) -> dict[str, Any]:
        nothing: dict[str, Any] = {"legal": (), "offers": ()}
        return {**nothing, "words": nothing} if WORDS in self._carry else nothing

    def _require_time(self, table: Table) -> None:
        """Raise WouldBlock on an event loop if it takes long to say what may be done at this table."""
        if len(table.proposals) > OFFERS_AT_ONCE:
            require_may_block()

    @cached_property
    def _chronicle(self) -> Chronicle:
        return Chronicle(edition_named(self._sight.live.table.edition).data, self._lang, self._names)


def words_of(options: SeatOptions, chronicle: Chronicle, *, why: bool = True) -> dict[str, list[str]]:
    """Return in words what a seat may do, and with `why` what it may not: each list beside the one it describes."""
    command_labels = CommandLabels(chronicle, options.rulebook, options.table, options.seat)
    words = {"legal": command_labels.labels(options.legal), "offers": command_labels.labels(options.offers)}
    return {**words, "blocked": command_labels.labels(options.blocked)} if why else words
