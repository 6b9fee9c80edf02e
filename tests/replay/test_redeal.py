"""Tests of redealt forks: all cards that the creator could not know are dealt again, without using the true ones."""

import os
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.editions import rulebook_of
from domain.events import DeckShuffled
from domain.inference.zones import zones_by_pointer
from domain.invariants import broken_invariants, cards_on
from domain.refusals import ImpossiblePosition, Misuse
from domain.table import Table
from domain.view import View
from domain.visibility import OMNISCIENT, SPECTATOR, Viewer, seat_viewer
from replay.audit import audit
from replay.codec import Codec, Envelope
from replay.creation_checks import require_valid_creation
from replay.fork import fork_redealt
from replay.game import Game
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import CorruptFile, Record, read_file, redacted_envelope, write_file
from replay.redeal import ROUNDS_MAX, SeenHistory, _Arrangement, redeal_table
from replay.rewind import batch_end, require_history, table_at, tables
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import mostly_long, one_in
from tests.projections.test_card_movements import GAMES
from tests.projections.test_known_card_twins import twin
from tests.random_player import begin, play

COUNT = int(os.environ.get("HARICOT_REDEALS", "0"))
"""The number of games of each kind; with 0, one game of bots of three kinds."""
KINDS = list(GAMES) if COUNT else ["classic", "hidden coins that are traded", "bohnaparte"]
DEAL = Deal("fork", seed_of_text("another"))


@cache
def games(kind: str, number: int) -> tuple[Record, ...]:
    """Return a game of bots, and with many games a random one."""
    edition, players, options = GAMES[kind]
    sensible = simulate(edition, players, "redeal", number, options, ["trader"])[0].record()
    return (sensible, play(begin(edition, players, options, number), Random(number)).record()) if COUNT else (sensible,)


def moments(kind: str) -> list[tuple[Record, Viewer, int]]:
    """Return games of this kind, each with a viewer and an event."""
    luck, found = Random(f"{kind}{COUNT}"), []
    for number in range(1, max(COUNT, 1) + 1):
        for record in games(kind, number):
            seat = seat_viewer(luck.randrange(record.created.players))
            found += [(record, viewer, luck.randrange(12, len(record.envelopes))) for viewer in (SPECTATOR, seat)]
    return found


def true_cards(record: Record, seen: SeenHistory) -> _Arrangement:
    """Return the true cards as a redeal."""
    _, knowledge = seen.knowledge()
    zones = zones_by_pointer(View(viewer=OMNISCIENT, table=table_at(record, len(seen.envelopes))))
    places = knowledge.places()
    return _Arrangement(knowledge, places, [zones[place.zone].cards[place.at] for place in places])


@pytest.mark.parametrize("kind", one_in(2, KINDS))
def test_a_redealt_table_agrees_with_what_the_viewer_saw(kind):
    for record, viewer, n in moments(kind):
        seen = SeenHistory.of(record, viewer, n)
        table, (masked, _) = redeal_table(seen, DEAL), seen.knowledge()
        assert View.of(table, viewer).table == masked
        assert FACE_DOWN not in cards_on(table)
        assert broken_invariants(rulebook_of(table), table) == []
        assert true_cards(record, seen).contradictions == 0, (kind, n, viewer.name)


@pytest.mark.long
def test_a_redeal_retries_until_the_cards_fit(monkeypatch):
    record = play(begin("modern", 6, GAMES["modern"][2], 12), Random(12)).record()
    seen = SeenHistory.of(record, seat_viewer(3), 747)
    assert View.of(redeal_table(seen, DEAL), seat_viewer(3)).table == seen.knowledge()[0]
    monkeypatch.setattr("replay.redeal.ROUNDS_WITH_CONTRADICTION_MAX", ROUNDS_MAX)  # and here it takes more than usual
    with pytest.raises(ImpossiblePosition):
        redeal_table(seen, DEAL)


def test_control_a_redeal_that_contradicts_the_view_is_detected():
    record, viewer, n = moments("classic")[1]
    dealt = true_cards(record, seen := SeenHistory.of(record, viewer, n))
    assert dealt.contradictions == 0
    _, knowledge = seen.knowledge()
    foreign = next(card for card in knowledge.unseen if knowledge.unseen[card])
    dealt._lying[dealt._places[0].since][foreign] += 99
    assert dealt._surplus_cards(dealt._places[0].since, foreign) > 0


def check_twins(kind: str) -> int:
    """Assert that games which differ only in hidden cards are redealt alike; return the number of pairs."""
    pairs = 0
    for record, viewer, n in moments(kind):
        other = twin(record, viewer, batch_end(record, n), Random(f"{kind}{n}"))
        if other is not None:
            one = replace(record, envelopes=record.envelopes[: batch_end(record, n)])
            assert write_file(one) != write_file(other)
            forks = [fork_redealt(SeenHistory.of(each, viewer, n), n, "fork", DEAL, at=0) for each in (one, other)]
            assert write_file(forks[0]) == write_file(forks[1]), (kind, n, viewer.name)
            pairs += 1
    return pairs


def test_games_that_differ_only_in_hidden_cards_are_redealt_alike():
    assert sum(map(check_twins, KINDS)) >= len(KINDS)


def test_control_hidden_cards_in_a_redeal_are_detected(monkeypatch):
    def leaking(envelope: Envelope, *whose: Any) -> Envelope:
        return envelope if isinstance(envelope.event, DeckShuffled) else redacted_envelope(envelope, *whose)

    monkeypatch.setattr("replay.redeal.redacted_envelope", leaking)
    with pytest.raises(AssertionError):
        check_twins("classic")


@dataclass
class Forked:
    """A fork that was played to its end, and the index of its own first event."""

    record: Record
    viewer: Viewer
    at: int


@cache
def forked(kind: str) -> Forked:
    record, viewer, n = next(one for one in moments(kind) if one[1] != SPECTATOR)
    fork = fork_redealt(SeenHistory.of(record, viewer, n // 2), n // 2, "fork", DEAL, at=0)
    played = play(Game("fork", DEAL, fork.envelopes), Random(n))
    return Forked(played.record(), viewer, len(fork.envelopes) - 1)


@pytest.mark.parametrize("kind", mostly_long(KINDS))
def test_a_redealt_fork_can_be_played_audited_and_stored(kind):
    made = forked(kind)
    codec = Codec()
    for envelope in made.record.envelopes[made.at : made.at + 1]:
        assert codec.from_json(codec.to_json(envelope)) == envelope
        assert codec.from_state(envelope.game, envelope.n, codec.to_state(envelope)) == envelope
    assert write_file(read_file(write_file(made.record))) == write_file(made.record)
    require_history(made.record)
    require_valid_creation(made.record)
    seats = range(made.record.created.players)
    for viewer in (OMNISCIENT, SPECTATOR, *map(seat_viewer, seats)):
        answer = audit(made.record.seen_by(viewer))
        assert (answer.verdict, answer.first) == ("legal", None), (kind, viewer.name)


def test_a_redealt_fork_shows_earlier_events_as_its_creator_saw_them():
    made = forked("bohnaparte")
    options = made.record.created.rules.options
    for viewer in (OMNISCIENT, SPECTATOR, seat_viewer(0), seat_viewer(1)):
        retold = made.record.seen_by(viewer)
        for (envelope, table), (_, again) in zip(tables(retold), tables(made.record), strict=True):
            if envelope.n > made.at:
                break
            assert redacted_envelope(envelope, made.viewer, options) == envelope
            assert View.of(table, made.viewer).table == table == View.of(again, viewer).table


@pytest.mark.long
def test_a_fork_of_a_redealt_fork_shows_what_both_creators_saw():
    made = forked("hidden coins that are traded")
    other = seat_viewer(1 if made.viewer.seat == 0 else 0)
    asked = made.at + 60
    seen = SeenHistory.of(made.record, other, asked)
    again = fork_redealt(seen, asked, "again", Deal("again", DEAL.seed), at=0)
    game = play(Game("again", Deal("again", DEAL.seed), again.envelopes), Random(2)).record()
    require_valid_creation(game)
    for viewer in (OMNISCIENT, SPECTATOR, other, made.viewer):
        assert audit(game.seen_by(viewer)).first is None, viewer.name


TAMPERED: dict[str, tuple[str, Any]] = {
    "other cards in the pile": ("deal.other_cards", lambda t: replace(t, draw_pile=_turned(t.draw_pile))),
    "a card that was seen": ("fork_table", lambda t: replace(t, discard_pile=(*t.discard_pile[:-1], _other(t)))),
    "the turn of another": ("fork_table", lambda t: replace(t, turn=replace(t.turn, number=t.turn.number + 1))),
}


def _other(table: Table) -> str:
    """Return a card of the pile that differs from the bottom card of the discards."""
    return next(card for card in table.draw_pile if card not in table.discard_pile[-1:])


def _turned(pile: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pile with two different cards swapped."""
    other = next(at for at, card in enumerate(pile) if card != pile[0])
    return (pile[other], *pile[1:other], pile[0], *pile[other + 1 :])


@pytest.mark.parametrize("tampering", TAMPERED)
def test_a_changed_redealt_table_is_found(tampering):
    made, (finding, change) = forked("classic"), TAMPERED[tampering]
    envelopes = list(made.record.envelopes)
    fork = envelopes[made.at].event
    envelopes[made.at] = replace(envelopes[made.at], event=replace(fork, table=change(fork.table)))
    first = audit(replace(made.record, envelopes=tuple(envelopes))).first
    assert (first.n, first.says.name) == (made.at + 1, finding)


def test_a_file_of_a_redealt_fork_shows_only_what_its_creator_saw():
    record, viewer, n = next(one for one in moments("classic") if one[1] != SPECTATOR)
    fork = fork_redealt(SeenHistory.of(record, viewer, n), n, "fork", DEAL, at=0)
    require_valid_creation(fork)
    at = len(fork.envelopes) - 1
    more = replace(fork, envelopes=(*record.envelopes[:at], fork.envelopes[at]))
    with pytest.raises(CorruptFile):
        require_valid_creation(more)


def test_an_omniscient_viewer_cannot_redeal():
    with pytest.raises(Misuse, match="mode exact"):
        SeenHistory.of(games("classic", 1)[0], OMNISCIENT, 50)
    with pytest.raises(Misuse, match="no card has been dealt"):
        redeal_table(SeenHistory.of(games("classic", 1)[0], SPECTATOR, 2), DEAL)
