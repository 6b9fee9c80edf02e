"""Tests of seat_taken.2, which marks a share as chosen or drawn, and of seat_taken.1, which is still read."""

from secrets import token_bytes

import msgspec
import pytest
from msgspec.structs import replace

from domain import upcasters
from domain.commands import CreateGame, TakeSeat
from domain.events import SeatTaken
from domain.evolve import fold
from domain.refusals import Misuse
from domain.upcasters import upcast, upcast_like
from replay.audit import audit
from replay.codec import Cause, Codec, Envelope
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, require_contribution, seed_of_text
from replay.record import Record
from service.lifecycle.bots.simulate import simulate

OWN = contribution_of_text("mine")


def seated(kind: str, contribution: str | None) -> SeatTaken:
    """Take a seat and return the event."""
    game = Game("shares", Deal("shares", seed_of_text("shares"), entropy=token_bytes))
    game.act(CreateGame(edition="classic", players=3), by="organiser", key=None, at=0)
    sit = TakeSeat(seat=1, kind=kind, pseudonym="seat-1", contribution=contribution)
    (taken,) = game.act(sit, by="seat:1", key=None, at=0)
    assert isinstance(taken.event, SeatTaken)
    return taken.event


def test_a_share_sent_by_a_player_is_marked_chosen():
    assert (seated("human", OWN).share, seated("human", OWN).contribution) == ("chosen", OWN)


def test_a_share_drawn_by_the_server_is_marked_drawn():
    one, other = seated("human", None), seated("human", None)
    assert one.share == other.share == "drawn"
    assert one.contribution != other.contribution
    require_contribution(one.contribution or "")


def test_the_share_of_a_bot_is_marked_drawn():
    assert seated("bot", OWN).share == "drawn"


@pytest.mark.parametrize("text", ["", "short", OWN + "A", OWN[:-1], OWN[:-2] + "B=", OWN + "\n"])
def test_a_contribution_is_32_bytes_in_base64(text):
    with pytest.raises(Misuse, match="32 bytes"):
        require_contribution(text)
    require_contribution(OWN)


def test_seat_taken_1_keeps_its_bytes_and_meaning():
    line = (
        b'{"game":"g","n":2,"at":"2026-11-21T00:00:00.000Z","event":{"type":"seat_taken.1","seat":0,'
        b'"pseudonym":"seat-0","kind":"human","contribution":"' + OWN.encode() + b'"}}'
    )
    codec = Codec()
    envelope = codec.from_json(line)
    assert isinstance(envelope.event, upcasters.SeatTaken)
    assert codec.to_json(envelope) == line
    assert codec.from_state("g", 2, codec.to_state(envelope)) == envelope
    now = SeatTaken(seat=0, pseudonym="seat-0", kind="human", share="chosen", contribution=OWN)
    assert now == upcast_like(now, envelope.event)
    assert replace(now, share="drawn") == upcast(envelope.event)


def without_kinds(record: Record) -> Record:
    """Return the record without the kinds of bots, as it was before."""

    def earlier(envelope: Envelope) -> Envelope:
        if not isinstance(envelope.event, SeatTaken):
            return envelope
        cause = envelope.cause
        assert cause is not None
        assert isinstance(cause.command, TakeSeat)
        return replace(
            envelope,
            event=replace(envelope.event, bot=None),
            cause=replace(cause, command=replace(cause.command, bot=None)),
        )

    return replace(record, envelopes=tuple(map(earlier, record.envelopes)))


def as_before(record: Record) -> Record:
    """Return the record with seat_taken.1: shares are not marked, drawn ones are in the command."""

    def earlier(envelope: Envelope) -> Envelope:
        if not isinstance(envelope.event, SeatTaken):
            return envelope
        assert envelope.cause is not None
        assert isinstance(envelope.cause.command, TakeSeat)
        now = envelope.event
        event = upcasters.SeatTaken(
            seat=now.seat, pseudonym=now.pseudonym, kind=now.kind, contribution=now.contribution
        )
        command = replace(envelope.cause.command, contribution=envelope.event.contribution)
        return replace(envelope, event=event, cause=Cause(command=command, by=envelope.cause.by))

    return replace(record, envelopes=tuple(map(earlier, record.envelopes)))


def test_a_record_with_seat_taken_1_gives_the_same_table():
    record = without_kinds(simulate("classic", 3, "shares", 1, {}, ["greedy"])[0].record())
    old = as_before(record)
    assert {type(e.event) for e in old.envelopes} & {upcasters.SeatTaken, SeatTaken} == {upcasters.SeatTaken}
    assert fold(e.event for e in old.envelopes) == fold(e.event for e in record.envelopes)
    assert audit(old).first is None


def test_a_share_falsely_marked_chosen_differs():
    record = simulate("classic", 3, "shares", 1, {}, ["greedy"])[0].record()
    taken = record.envelopes[2]
    forged = replace(taken, event=replace(taken.event, share="chosen"))
    answer = audit(replace(record, envelopes=(*record.envelopes[:2], forged, *record.envelopes[3:])))
    assert answer.first is not None
    assert answer.first.n == 3


def test_seat_taken_always_writes_its_share():
    assert b'"share":"drawn"' in msgspec.json.encode(seated("human", None))
