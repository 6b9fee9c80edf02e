"""Computes how long a bot keeps its trading open for people to whom it made an offer."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from domain.events import DonationOffered, TradeProposed
from domain.forks import GameForked
from domain.rules.offers import addressee
from domain.table import Table
from replay.codec import Envelope
from service.store.entries.metadata_store import Annotation, FormerPlayer, Player

PAUSED: Final = "paused"
RESUMED: Final = "resumed"
PAUSE_KINDS: Final = (PAUSED, RESUMED)
"""The kinds of annotations that stop and restart the time to answer."""


def bot_seats(players: Mapping[int, Player | FormerPlayer]) -> frozenset[int]:
    """Return the seats that a bot plays."""
    return frozenset(seat for seat, player in players.items() if player.kind == "bot")


def compute_answer_deadlines(
    table: Table, log: Sequence[Envelope], bots: Collection[int], patience_ms: int, annotations: Iterable[Annotation]
) -> dict[int, int]:
    """Return until when the active bot keeps its trading open for each seat of a person with an offer to answer.

    Args:
        table: the whole table after the last event of `log`.
        log: the events of the game so far.
        bots: the seats that a bot plays.
        patience_ms: for how many milliseconds a bot waits for an answer.
        annotations: those of the game. Pauses among them stop the time.

    Returns:
        Milliseconds since 1970 by seat. Empty while the game is paused, or if no bot has to wait.
    """
    open_offers = _offers_to_people(table, bots) if patience_ms and table.turn.seat in bots else {}
    if not open_offers:
        return {}
    pauses = [(one.at, one.kind == PAUSED) for one in annotations if one.kind in PAUSE_KINDS and one.n <= log[-1].n]
    pauses.sort()
    if pauses and pauses[-1][1]:
        return {}
    deadlines: dict[int, int] = {}
    forked_at = 0
    for envelope in reversed(log):
        event = envelope.event
        if isinstance(event, GameForked):  # in a fork the time to answer starts when the fork is made
            forked_at = max(forked_at, envelope.at)
        elif isinstance(event, TradeProposed | DonationOffered) and event.proposal in open_offers:
            since = max(forked_at, envelope.at)
            until = since + patience_ms + _paused_ms_since(since, pauses)
            deadlines |= {seat: max(until, deadlines.get(seat, 0)) for seat in open_offers.pop(event.proposal)}
            if not open_offers:
                break
    return dict(sorted(deadlines.items()))


def _offers_to_people(table: Table, bots: Collection[int]) -> dict[int, set[int]]:
    """Return the numbers of the open offers that a bot made, each with the seats of people who can answer it."""
    people = {*range(len(table.seats))}.difference(bots)
    seats_by_offer = {
        offer.proposal: people if (to := addressee(offer)) is None else people & {to}
        for offer in table.proposals
        if offer.seat in bots
    }
    return {number: seats for number, seats in seats_by_offer.items() if seats}


def _paused_ms_since(since: int, pauses: Iterable[tuple[int, bool]]) -> int:
    """Return how many milliseconds the game was paused since a moment. The last pause must be over."""
    total, paused_at = 0, None
    for at, is_pause in pauses:
        if is_pause:
            paused_at = at if paused_at is None else paused_at
        elif paused_at is not None:
            total += max(0, at - max(paused_at, since))
            paused_at = None
    return total
