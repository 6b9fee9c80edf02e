"""Games that differ only in cards hidden from a viewer give that viewer the same known cards."""

import os
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.events import CardsDrawn, DeckShuffled
from domain.evolve import fold
from domain.inference.hidden_hands import Back, HiddenHands
from domain.table import Table
from domain.visibility import SPECTATOR, Viewer, seat_viewer
from projections.known_hand_cards import known_hidden_cards
from replay.record import Record, redacted_envelope
from replay.rewind import tables
from tests.projections.test_card_movements import GAMES
from tests.projections.test_known_hand_cards import named, reckoned, record_of

COUNT = int(os.environ.get("HARICOT_BACKS", "1"))
"""The number of games of each edition in which a card is exchanged."""


def twin(record: Record, viewer: Viewer, upto: int, luck: Random) -> Record | None:
    """Return the first events of a game, with a card that the viewer has never seen exchanged for one of the pile."""
    envelopes = list(record.envelopes[:upto])
    now = fold(envelope.event for envelope in envelopes)
    shuffled = max(n for n, one in enumerate(envelopes) if isinstance(one.event, DeckShuffled))
    seen = {(seat, slot) for one in envelopes for seat, slot, _ in named(one.event)}
    before, drawn = fold(one.event for one in envelopes[:shuffled]), list[tuple[int, int, int]]()
    for n, one in enumerate(envelopes[shuffled:], shuffled):
        event = one.event
        if isinstance(event, CardsDrawn) and event.seat != viewer.seat:
            first = before.seats[event.seat].next_slot
            for index in range(len(event.cards)):
                slot = first + index
                if slot in now.seats[event.seat].slots and (event.seat, slot) not in seen:
                    drawn.append((n, index, len(before.draw_pile) - index))
        before = fold([event], before)
    order = envelopes[shuffled].event.order  # type: ignore[union-attr]  # it is a shuffle
    choices = [
        (n, index, len(order) - left, len(order) - behind)
        for n, index, left in drawn
        for behind in range(1, len(now.draw_pile) + 1)
        if order[-left] != order[-behind]
    ]
    if not choices:
        return None
    n, index, one, other = luck.choice(choices)
    mixed = list(order)
    mixed[one], mixed[other] = mixed[other], mixed[one]
    cards = list(envelopes[n].event.cards)  # type: ignore[union-attr]  # it is a draw
    cards[index] = mixed[one]
    for k, changes in ((shuffled, {"order": tuple(mixed)}), (n, {"cards": tuple(cards)})):
        envelopes[k] = replace(envelopes[k], event=replace(envelopes[k].event, **changes))
    return replace(record, envelopes=tuple(envelopes))


def check_twins(game: str, number: int) -> int:
    """Assert that a game and its twin give the same known cards; return the number of pairs."""
    luck, record, pairs = Random(f"{game}{number}"), record_of(game, number), 0
    for viewer in (SPECTATOR, seat_viewer(0)):
        upto = luck.randrange(30, len(record.envelopes) // 2)
        one, other = replace(record, envelopes=record.envelopes[:upto]), twin(record, viewer, upto, luck)
        if other is None:
            continue
        hands = [[seat.hand for seat in fold(e.event for e in each.envelopes).seats] for each in (one, other)]
        assert hands[0] != hands[1]
        assert as_seen(one, viewer) == as_seen(other, viewer)
        assert answers(one, viewer) == answers(other, viewer)
        pairs += 1
    return pairs


def as_seen(record: Record, viewer: Viewer) -> bytes:
    """Return the game as the viewer reads it."""
    return msgspec.json.encode(
        [redacted_envelope(one, viewer, record.created.rules.options) for one in record.envelopes]
    )


def answers(record: Record, viewer: Viewer) -> tuple[Any, ...]:
    """Return the known cards after the last event, and those with a certain variety."""
    seen = record.seen_by(viewer)
    steps = [(envelope.n, envelope.event, table) for envelope, table in tables(seen)]
    return [*reckoned(seen)][-1], known_hidden_cards(steps, strict=True)


def test_games_that_differ_in_hidden_cards_give_the_same_known_cards():
    assert sum(check_twins(game, number) for game in GAMES for number in range(1, COUNT + 1)) > len(GAMES)


def test_control_a_leak_of_hidden_cards_is_detected(monkeypatch):
    laid: list[Table] = []
    inner = HiddenHands.add

    def add(hands: HiddenHands, n: int, event: Any, table: Table) -> None:
        inner(hands, n, event, table)
        laid.append(table)

    def back(hands: HiddenHands, seat: int, place: int) -> Back:
        return Back(came=(), variety=laid[-1].seats[seat].hand[place])

    monkeypatch.setattr(HiddenHands, "add", add)
    monkeypatch.setattr(HiddenHands, "back", back)
    assert check_twins("classic", 1) > 0  # from what is hidden nothing leaks
    monkeypatch.setattr(Record, "seen_by", lambda record, _: record)
    with pytest.raises(AssertionError):
        check_twins("classic", 1)
