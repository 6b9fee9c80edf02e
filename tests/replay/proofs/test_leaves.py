"""Tests of leaves: public values are readable, all others are salted digests until they are opened."""

import base64
import hashlib
import hmac
import json
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.commands import Command, TakeSeat
from domain.events import BeanPlanted, CardsDrawn, Event, SeatTaken
from domain.forks import GameForked
from domain.upcasters import SeatTaken as SeatTakenBefore
from domain.visibility import SPECTATOR, Options, Viewer, seat_viewer
from replay.codec import Cause, Codec, Envelope
from replay.proofs.leaves import PROCEEDINGS, disclosure_digest, make_disclosures, make_leaf
from replay.proofs.merkle_tree import leaf_hash
from replay.record import Record, redacted_envelope
from replay.rewind import table_after
from tests.random_player import begin, play
from tests.replay.example_games import wild_game

KEY = bytes(range(32))


@lru_cache
def games() -> tuple[Record, ...]:
    """Return games with everything that can be hidden: coins, slots, depots, merchants, combat."""
    board = play(begin("bohnaparte", 3, {}, 4), Random(4)).record()
    return (wild_game(), board, play(begin("duel", 2, {}, 3), Random(3)).record())


@lru_cache
def faces() -> list[tuple[Envelope, Options, dict[str, Any]]]:
    """Return every ninth event of these games with the options of its game and its parsed leaf."""
    return [
        (envelope, record.created.rules.options, json.loads(make_leaf(envelope, KEY, record.created.rules.options)))
        for record in games()
        for envelope in record.envelopes[::9]
    ]


def opened(face: dict[str, Any], found: tuple[str, ...]) -> dict[str, Any]:
    """Return the leaf with the values of these disclosures; each must open one of its digests."""
    face = json.loads(json.dumps(face))
    for one in found:
        assert disclosure_digest(one) in face["_sd"]
        _, pointer, value = json.loads(base64.urlsafe_b64decode(one + "=" * (-len(one) % 4)))
        way = pointer.split("/")[1:]
        within: Any = face
        for step in way[:-1]:
            within = within[int(step) if isinstance(within, list) else step]
        if isinstance(within, list):
            within[int(way[-1])] = value
        else:
            within[way[-1]] = value
    return face


def read(face: dict[str, Any]) -> tuple[Event, Cause[Command] | None]:
    """Return the event and the cause of an opened leaf."""
    line: dict[str, Any] = {"game": face["game"], "n": face["n"], "at": face["at"]}
    line["event"] = {**face["public"], "type": face["type"]}
    if face["actor"] is not None:
        line["cause"] = {"command": face["command"], "by": face["actor"], "key": face.get("key")}
    envelope = Codec().from_json(json.dumps(line))
    return envelope.event, envelope.cause


def test_an_opened_leaf_is_the_whole_event_and_its_cause() -> None:
    for envelope, options, face in faces():
        found = make_disclosures(envelope, KEY, options)
        assert len(found) == len(face["_sd"])
        assert (envelope.event, envelope.cause) == read(opened(face, found))
        assert (envelope.game, envelope.n) == (face["game"], face["n"])


def test_a_seat_opens_exactly_what_it_may_see() -> None:
    shut = 0
    for envelope, options, face in faces():
        for seat in range(3):
            seen = redacted_envelope(envelope, seat_viewer(seat), options)
            found = make_disclosures(envelope, KEY, options, seat_viewer(seat))
            assert (seen.event, seen.cause) == read(opened(face, found))
            shut += len(face["_sd"]) - len(found)
    assert shut > 500


def test_hidden_values_change_only_digests() -> None:
    """Compare games that differ in all hidden values: only the values of digests differ, not their number."""
    assert sum(not same_but_for_digests(envelope, options, face) for envelope, options, face in faces()) == 0


def same_but_for_digests(envelope: Envelope, options: Options, face: dict[str, Any]) -> bool:
    hidden = redacted_envelope(envelope, SPECTATOR, options)  # one in which every hidden card is another
    other = json.loads(make_leaf(hidden, KEY, options))
    blank = {**face, "_sd": len(face["_sd"])}
    return blank == {**other, "_sd": len(other["_sd"])}


def test_a_digest_cannot_be_guessed_without_its_salt() -> None:
    assert not guessed(salted=True)
    assert guessed(salted=False)  # and the same without salts would give each card away


def guessed(*, salted: bool) -> list[str]:
    """Return the digests that a guess of every card finds without the key."""
    envelope = next(one for one in wild_game().envelopes if isinstance(one.event, CardsDrawn))
    assert isinstance(envelope.event, CardsDrawn)
    face = json.loads(make_leaf(envelope, KEY, wild_game().created.rules.options))
    shown = face["_sd"] if salted else [_unsalted(k, card) for k, card in enumerate(envelope.event.cards)]
    deck = {*table_after(wild_game().envelopes).draw_pile, *envelope.event.cards}
    return [_unsalted(k, card) for k in range(5) for card in deck if _unsalted(k, card) in shown]


def _unsalted(index: int, card: str) -> str:
    text = json.dumps(["", f"/public/cards/{index}", card], separators=(",", ":"))
    return disclosure_digest(base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode())


def test_no_two_digests_are_alike() -> None:
    digests = [one for _, _, face in faces() for one in face["_sd"]]
    assert len(digests) == len({*digests}) > 500


def test_salts_depend_on_key_event_and_stream() -> None:
    envelope, options, _ = next(each for each in faces() if isinstance(each[0].event, CardsDrawn))
    apart = [
        make_disclosures(envelope, KEY, options),
        make_disclosures(envelope, bytes(32), options),
        make_disclosures(envelope, KEY, options, stream=PROCEEDINGS),
        make_disclosures(replace(envelope, n=1), KEY, options),
        make_disclosures(replace(envelope, game="another"), KEY, options),
    ]
    assert len({one for found in apart for one in found}) == sum(map(len, apart))
    assert json.loads(make_leaf(envelope, KEY, options, PROCEEDINGS))["game"] == f"{envelope.game}/proceedings"


def test_a_leaf_never_contains_a_name() -> None:
    for event in (
        SeatTaken(seat=0, pseudonym="Ana", kind="human", share="drawn"),
        SeatTakenBefore(seat=0, pseudonym="Ana", kind="human"),
        GameForked(parent="p", asked=1, at=1, root=None, mode="redeal", table=table_after(wild_game().envelopes)),
    ):
        cause = Cause[Command](command=TakeSeat(seat=0, kind="human", pseudonym="Ana"), by="seat:0", key="Ana's key")
        envelope = Envelope(game="g", n=1, at=0, event=event, cause=cause)
        written = make_leaf(envelope, KEY, {})
        assert b"Ana" not in written
        assert b"seat-0" not in written
        assert b"pseudonym" not in written
        everyone = opened(json.loads(written), make_disclosures(envelope, KEY, {}, SPECTATOR))
        assert everyone["command"]["pseudonym"] == "Ana"  # who reads the game may know it
        whole = opened(json.loads(written), make_disclosures(envelope, KEY, {}))
        assert whole["key"] == "Ana's key"
        assert msgspec.convert({**whole["public"], "type": whole["type"]}, type(event)) == event
    assert json.loads(make_leaf(replace(envelope, event=event), KEY, {}))["type"] == "game_forked.1"


def test_a_leaf_has_the_event_as_stored() -> None:
    event = SeatTakenBefore(seat=0, pseudonym="Ana", kind="human")
    face = json.loads(make_leaf(Envelope(game="g", n=1, at=0, event=event), KEY, {}))
    assert face["type"] == "seat_taken.1"
    assert "share" not in face["public"]


def test_known_leaves_keep_their_bytes() -> None:
    cause = Cause[Command](command=None, by="seat:1", key="k")
    event = BeanPlanted(seat=1, field=0, variety="blue", source="hand")
    envelope = Envelope(game="g-1", n=12, at=1_000_000_000_123, event=event, cause=cause)
    digests = []
    for place, value in (("/public/slot", b"null"), ("/key", b'"k"')):
        salt = hmac.digest(KEY, f'["g-1",12,"{place}"]'.encode(), "sha256")[:16]
        one = b'["%s","%s",%s]' % (base64.urlsafe_b64encode(salt).rstrip(b"="), place.encode(), value)
        found = hashlib.sha256(base64.urlsafe_b64encode(one).rstrip(b"=")).digest()
        digests.append(base64.urlsafe_b64encode(found).rstrip(b"=").decode())
    assert make_leaf(envelope, KEY, {}).decode() == (
        f'{{"_sd":["{min(digests)}","{max(digests)}"],'
        '"actor":"seat:1","at":"2001-09-09T01:46:40.123Z","command":null,"game":"g-1","n":12,'
        '"public":{"field":0,"seat":1,"source":"hand","variety":"blue"},"type":"bean_planted.1","v":1}'
    )
    page = (Path(__file__).parents[3] / "docs" / "proofs.md").read_text("utf-8")
    example = (make_leaf(envelope, KEY, {}).decode(), *make_disclosures(envelope, KEY, {})[:1])
    assert [part for part in example if part not in page] == []
    assert (
        leaf_hash(make_leaf(envelope, KEY, {})).hex()
        == "8a6324758eab4697c0bf3d70f6a247ed339ad806738fd4d278a60c51d9f92765"
    )


def test_a_hidden_hand_in_a_leaf_keeps_its_size() -> None:
    envelope, options, face = next(each for each in faces() if isinstance(each[0].event, CardsDrawn))
    assert isinstance(envelope.event, CardsDrawn)
    assert face["public"]["cards"] == [FACE_DOWN] * len(envelope.event.cards)
    assert make_disclosures(envelope, KEY, options, Viewer(name="nobody")) == ()


@pytest.mark.parametrize("kind", [CardsDrawn])
def test_a_leaf_is_deterministic(kind: type[Event]) -> None:
    envelope, options, _ = next(each for each in faces() if isinstance(each[0].event, kind))
    assert make_leaf(envelope, KEY, options) == make_leaf(envelope, bytes(KEY), {**options})
