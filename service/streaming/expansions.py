"""Expansions: optional members of an event or table in a response, such as moves of cards, choices, a sentence."""

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
EXPANSIONS: Final = (TABLE, MOVES, PAYS, LANDS, CHOICES, WORDS, SENTENCE, VERDICTS, BACKS, CLOCK)
"""The names of all expansions, as the parameter `with` has them."""
_TABLE_VALUES: Final[dict[str, Callable[[Rulebook, Table], Any]]] = {PAYS: field_payments, LANDS: table_lands}
"""The expansions that depend on the table alone, and are the same in every view."""
EXPANDED_EVENTS_PER_COST: Final = 100
"""The number of events that are expanded in a hundredth of a second."""
OFFERS_MAX_ON_LOOP: Final = 8
"""With more open offers, choices take too long for an event loop: some 80 us for each offer."""


class Expander:
    """Makes the requested expansions of events, as `viewer` may read them, in a game that is `paused` or not.

    `cache_key` is all that they depend on beside the view and the event.
    """

    def __init__(
        self,
        reader: Reader,
        sight: VisibilityScope,
        viewer: Viewer,
        expansions: frozenset[str],
        lang: str,
        *,
        paused: bool,
        book: Book = TOURNAMENT,
    ) -> None:
        self._reader = reader
        self._sight = sight
        self._viewer = viewer
        self._expansions = expansions
        self._lang = lang
        has_choices = CHOICES in expansions and viewer.seat is not None and is_own_seat(sight, viewer.seat)
        self._seat = viewer.seat if has_choices else None
        self._paused = has_choices and paused
        self._book = book
        has_texts = not expansions.isdisjoint({SENTENCE, VERDICTS}) or (WORDS in expansions and self._seat is not None)
        self._names = tuple(seat_names(reader, sight)) if has_texts else ()
        text_key = (lang if has_texts else None, self._names)
        self.cache_key = (expansions, self._seat, self._paused, text_key, self._patience_key())

    def of_event(self, n: int, *, settled: bool) -> dict[str, Any]:
        """Return the expansions of event n. Choices are empty unless it is `settled`: the last event of its batch."""
        moves_ = self.moves(n)  # before the table, since it needs the table before the event
        members: dict[str, Any] = {"table": msgspec.Raw(self.table_json(n))} if TABLE in self._expansions else {}
        members |= {**moves_, **self.beside_table(n, settled=settled)}
        if SENTENCE in self._expansions:
            members["sentence"] = self._chronicle.sentence(
                self._reader.redacted_event(self._sight, self._viewer, n).event
            )
        return members | self._findings(n)

    def _findings(self, n: int) -> dict[str, Any]:
        """Return the verdicts that event n settles for this view, and the hidden cards that are known after it."""
        if self._expansions.isdisjoint({VERDICTS, BACKS}):
            return {}
        finding = self._reader.finding(self._sight, self._viewer, n)
        members: dict[str, Any] = {}
        if VERDICTS in self._expansions:
            edition, names = self._sight.live.table.edition, self._names
            members["verdicts"] = [
                verdict_answer(edition, one, self._lang, names, self._book) for one in finding.verdicts
            ]
        return {**members, "backs": finding.backs} if BACKS in self._expansions else members

    def table_json(self, n: int) -> bytes:
        """Return the table after event n, in JSON."""
        self._require_few_offers(self._reader.table(self._sight, n))
        return self._reader.position(self._sight, self._viewer, n)

    def beside_table(self, n: int, *, settled: bool = True) -> dict[str, Any]:
        """Return the expansions of the table itself: what fields pay, who holds which lands, the clock, the choices."""
        functions = {name: function for name, function in _TABLE_VALUES.items() if name in self._expansions}
        members: dict[str, Any] = {}
        if functions:
            table = self._reader.table(self._sight, n)
            members = {name: function(rulebook_of(table), table) for name, function in functions.items()}
        if CLOCK in self._expansions:
            members[CLOCK] = shown_clock(self._reader.clock(self._sight, n))
        return {**members, **self.choices(n, settled=settled)}

    def moves(self, n: int) -> dict[str, Any]:
        """Return the moves of cards in event n."""
        if MOVES not in self._expansions:
            return {}
        self._reader.log_look(self._sight, self._viewer)
        before, after = (View.of(table, self._viewer) for table in self._reader.step(self._sight, n))
        return {"moves": card_moves(before, after, self._reader.envelopes(self._sight, n - 1)[0].event)}

    def choices(self, n: int, *, settled: bool = True) -> dict[str, Any]:
        """Return which seats must act after event n or answer an offer, and what the caller's own seat may do."""
        if CHOICES not in self._expansions:
            return {}
        table, sight = self._reader.table(self._sight, n), self._sight
        self._require_few_offers(table)
        waits = settled and not sight.live.summary.imported
        members: dict[str, Any] = {
            "to_act": seats_to_act(table) if waits else (),
            "asked": seats_with_offers(table) if waits else (),
        }
        if waits and members["asked"] and (until := answer_deadlines(self._reader, sight, n)):
            members["asked_until"] = {str(seat): time_text(at) for seat, at in until.items()}
        if self._seat is not None:
            members |= self._seat_choices(table, n) if settled and not self._paused else self._no_choices()
        return members

    def _patience_key(self) -> Hashable:
        """Return what `asked_until` depends on beside the event: which seats are bots, and when the game was paused."""
        if CHOICES not in self._expansions or not self._sight.arrangement.patience_ms:
            return ()
        pauses = ((one.at, one.kind) for one in self._reader.annotations(self._sight) if one.kind in PAUSE_KINDS)
        return bot_seats(self._reader.players_by_seat(self._sight)), tuple(pauses)

    def _seat_choices(self, table: Table, n: int) -> dict[str, Any]:
        assert self._seat is not None
        options = options_at(table, self._seat, why=False)
        choices = options_json(options, n)
        words = {"words": words_of(options, self._chronicle, why=False)} if WORDS in self._expansions else {}
        return {"legal": choices["legal"], "offers": choices["offers"], **words}

    def _no_choices(self) -> dict[str, Any]:
        empty: dict[str, Any] = {"legal": (), "offers": ()}
        return {**empty, "words": empty} if WORDS in self._expansions else empty

    def _require_few_offers(self, table: Table) -> None:
        """Raise WouldBlock on an event loop if the table has too many offers for one."""
        if len(table.proposals) > OFFERS_MAX_ON_LOOP:
            require_may_block()

    @cached_property
    def _chronicle(self) -> Chronicle:
        return Chronicle(edition_named(self._sight.live.table.edition).data, self._lang, self._names)


def words_of(options: SeatOptions, chronicle: Chronicle, *, why: bool = True) -> dict[str, list[str]]:
    """Return the texts of a seat's legal commands and offers, and with `why` those of the blocked ones.

    Each list has the order of the options that it describes.
    """
    labels = CommandLabels(chronicle, options.rulebook, options.table, options.seat)
    words = {"legal": labels.labels(options.legal), "offers": labels.labels(options.offers)}
    return {**words, "blocked": labels.labels(options.blocked)} if why else words
