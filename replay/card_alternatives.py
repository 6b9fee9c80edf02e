"""The outcomes of a command where hand cards that it depends on can be of a few varieties only."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.commands import Command
from domain.editions import rulebook_of
from domain.engine import Decision, decide
from domain.invariants import cards_on
from domain.pending_events import UnknownChance
from domain.refusals import HERE, Refusal, UnknownCard
from domain.table import Table
from domain.values import changed
from replay.positions.reported_cards import CardBounds

_HAND: Final = re.compile(r"seats\[(\d+)\]\.hand\[(\d+)\]")
_UNKNOWN_CARDS_MAX: Final = 2
"""How many unknown cards are tried together. Each further card multiplies the number of tables."""


class UnknownOutcome(NamedTuple):
    """The outcome depends on the card at `place`; if that can be of only a few varieties, each has its own outcome."""

    place: str
    cases: "Mapping[Card, Outcome]"


Outcome = Decision | Refusal | UnknownOutcome


def decide_with_unknowns(table: Table, order: Command, bounds: CardBounds, depth: int = _UNKNOWN_CARDS_MAX) -> Outcome:
    """Return the outcome of a command if it is the same for all varieties that unknown cards can be.

    Otherwise return an UnknownOutcome. Misuse as for `decide`.
    """
    try:
        return decide(rulebook_of(table), table, order, UnknownChance())
    except Refusal as refusal:
        return refusal
    except UnknownCard as unknown:
        return _decide_each_case(table, order, bounds, unknown.place, depth)


def _decide_each_case(table: Table, order: Command, bounds: CardBounds, place: str, depth: int) -> Outcome:
    found = _HAND.fullmatch(place)
    if found is None or not depth:
        return UnknownOutcome(place, {})
    seat, at = int(found[1]), int(found[2])
    slot = table.seats[seat].slots[at]
    deck, lying = rulebook_of(table).deck_counts, cards_on(table)
    can = [card for card in deck if card in bounds.get((seat, slot), ()) and lying[card] < deck[card]]
    cases = {card: decide_with_unknowns(_with_card(table, seat, at, card), order, bounds, depth - 1) for card in can}
    return _common_outcome(seat, slot, [*cases.values()]) or UnknownOutcome(place, cases)


def _common_outcome(seat: int, slot: int | None, cases: list[Outcome]) -> Decision | Refusal | None:
    """Return the common outcome of all cases; None if they differ, or if there are none."""
    refusals = [one for one in cases if isinstance(one, Refusal)]
    decisions = [one for one in cases if isinstance(one, Decision)]
    if refusals and len(refusals) == len(cases) and len({one.mechanism for one in refusals}) == 1:
        # A guard's facts about the card itself are true in only one of the cases.
        first, said = refusals[0], {one.says for one in refusals}
        says = first.says if len(said) == 1 else first.says.partition(HERE)[0]
        return Refusal(first.clause, mechanism=first.mechanism, says=says)
    after = [_without_card(one.table, seat, slot) for one in decisions]
    alike = all(one.events == decisions[0].events for one in decisions) and all(one == after[0] for one in after)
    is_sure = after and len(after) == len(cases) and alike
    return Decision(events=decisions[0].events, table=after[0]) if is_sure else None


def _with_card(table: Table, seat: int, place: int, card: Card) -> Table:
    own = table.seats[seat]
    return table.with_seat(seat, replace(own, hand=changed(own.hand, place, card)))


def _without_card(table: Table, seat: int, slot: int | None) -> Table:
    """Return the table with the card of this slot face down, if it is still in the hand."""
    slots = table.seats[seat].slots
    return _with_card(table, seat, slots.index(slot), FACE_DOWN) if slot in slots else table


def cases_json(unsettled: UnknownOutcome) -> list[dict[str, Any]]:
    """Return the outcome for each of the varieties."""
    return [{"card": card, **_outcome_json(case)} for card, case in unsettled.cases.items()]


def _outcome_json(case: Outcome) -> dict[str, str]:
    if isinstance(case, Refusal):
        return {"verdict": "illegal", "clause": case.clause}
    return {"verdict": "legal" if isinstance(case, Decision) else "unknown"}
