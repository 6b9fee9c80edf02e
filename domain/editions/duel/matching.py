"""Step 3 of the duel: discards that match a turned-up card join the turned-up cards."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.commands import SeatCommand
from domain.editions.duel.areas import StepsThisTurn, steps_this_turn, with_steps_this_turn
from domain.events import Cards, CardsTurnedUp, DeckShuffled, Event, FieldHarvested, SeatEvent
from domain.evolve import applies, follows, require, require_cards
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import Mechanism, Move, Rulebook
from domain.table import Table
from domain.visibility import EVERYONE


class TakeMatchingDiscard(SeatCommand, tag=True):
    """Add the top discard, which matches, to the turned-up cards. Rule: DU-5.2, AMB-DU-4."""


class StopMatching(SeatCommand, tag=True):
    """Leave the matching discards where they are. Rule: DU-5.2, AMB-DU-4."""


class DiscardMatched(SeatEvent, tag="discard_matched.1"):
    """Cards from the top of the discard pile joined the turned-up cards, in the order taken."""

    cards: Annotated[Cards, EVERYONE]


class MatchingStopped(SeatEvent, tag="matching_stopped.1"):
    """The active player took no further discard."""


def match_discards(draft: PendingEvents) -> None:
    """Move discards to the turned-up cards for as long as the top one matches. Rule: DU-5.2."""
    cards = tuple(matching_discards(draft.table))
    if cards:
        draft.record(DiscardMatched(seat=draft.table.turn.seat, cards=cards))


def require_known_match(draft: PendingEvents) -> None:
    """Raise UnknownCard when a face-down card hides whether the top discard matches. Rule: DU-5.2, AMB-DU-4."""
    next(matching_discards(draft.table), None)


def matching_discards(table: Table) -> Iterator[Card]:
    """Yield the discards that match, top first; raise UnknownCard when that depends on a face-down card.

    Rule: DU-5.2.
    """
    # Those that join are of varieties turned up already, so the three cards decide for all.
    turned_up = table.turned_up
    for index, card in enumerate(table.discard_pile if turned_up else ()):
        if card == FACE_DOWN:
            raise UnknownCard(f"discard_pile[{index}]")
        if card not in turned_up:
            if FACE_DOWN in turned_up:
                raise UnknownCard(f"turned_up[{turned_up.index(FACE_DOWN)}]")
            return
        yield card


def top_discard_matches(table: Table) -> bool:
    """Return whether the top discard is face up, of a variety that is turned up."""
    top = table.discard_pile[:1]
    return bool(top) and top[0] != FACE_DOWN and top[0] in table.turned_up


def _forbids(rulebook: Rulebook, table: Table, move: TakeMatchingDiscard | StopMatching) -> Mechanism | None:
    return None if move.seat == table.turn.seat else "matching.active"


def take(rulebook: Rulebook, draft: PendingEvents, move: TakeMatchingDiscard) -> None:
    """Move the top discard to the turned-up cards; UnknownCard when a hidden card decides whether the next one matches.

    Rule: DU-5.2, AMB-DU-4.
    """
    draft.record(DiscardMatched(seat=move.seat, cards=(next(matching_discards(draft.table)),)))
    require_known_match(draft)


def stop(rulebook: Rulebook, draft: PendingEvents, move: StopMatching) -> None:
    """End the matching for this turn. Rule: DU-5.2, AMB-DU-4."""
    draft.record(MatchingStopped(seat=move.seat))


def _take_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[TakeMatchingDiscard]:
    return [TakeMatchingDiscard(seat=seat)]


def _stop_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[StopMatching]:
    return [StopMatching(seat=seat)]


TAKE = Move(guard=_forbids, rule=take, candidates=_take_candidates, wrong_phase="matching.closed")
STOP = Move(guard=_forbids, rule=stop, candidates=_stop_candidates, wrong_phase="matching.closed")


@applies(DiscardMatched)
def discard_matched(table: Table, event: DiscardMatched) -> Table:
    """Move the cards from the discard pile to the turned-up cards; close the matching if the next one differs."""
    count = len(event.cards)
    top = table.discard_pile[:count]
    alike = all(FACE_DOWN in (card, lying) or card == lying for card, lying in zip(event.cards, top, strict=True))
    require_cards(alike, event.cards, "discards")
    turned_up = table.turned_up + event.cards
    return _close_matching(replace(table, turned_up=turned_up, discard_pile=table.discard_pile[count:]))


@applies(MatchingStopped)
def matching_stopped(table: Table, event: MatchingStopped) -> Table:
    """Close the matching for this turn; no card moves."""
    require(steps_this_turn(table).matching, "matching was open")
    return with_steps_this_turn(table, replace(steps_this_turn(table), matching=False))


@follows(StepsThisTurn, CardsTurnedUp)
def open_matching(table: Table, event: CardsTurnedUp) -> Table:
    """Open the matching when a turned-up card matches the top discard, if the active player is the one to choose.

    Rule: DU-5.2, AMB-DU-4.
    """
    if table.rules.options["duel_matching"] != "choice":
        return table
    return with_steps_this_turn(table, replace(steps_this_turn(table), matching=top_discard_matches(table)))


@follows(StepsThisTurn, FieldHarvested, DeckShuffled)
def close_matching(table: Table, event: Event) -> Table:
    """Close the matching once the top discard matches nothing; a later match does not open it again. Rule: DU-5.2."""
    return _close_matching(table)


def _close_matching(table: Table) -> Table:
    now = steps_this_turn(table)
    closes = now.matching and not top_discard_matches(table)
    return with_steps_this_turn(table, replace(now, matching=False)) if closes else table
