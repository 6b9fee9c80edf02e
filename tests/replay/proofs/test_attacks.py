"""Both verifiers find every random change of a bundle and give the same verdict."""

import base64
import json
import os
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from replay.proofs import verify_bundle as alone
from replay.proofs.bundle_verifier import verify_bundle
from replay.proofs.canonical import canonical
from replay.proofs.merkle_tree import leaf_hash
from service.lifecycle.bots.simulate import simulate
from tests.random_player import begin, play
from tests.replay import tampering
from tests.replay.proofs.bundles import bundle_of, short_game

COUNT = int(os.environ.get("HARICOT_BUNDLES", "0"))
"""The number of attacks; with 0, a few on one short game."""
PARTS = ("entries", "hashes", "disclosures")
Log = dict[str, Any]
KINDS = [("classic", 4), ("modern", 5), ("duel", 2), ("sissi", 4), ("bohnaparte", 3)]


@cache
def bundles(number: int) -> bytes:
    """Return bundle `number`: of a short game first, then of bots and of random players of all editions."""
    if number == 0:
        return bundle_of(short_game())
    edition, players = KINDS[number % len(KINDS)]
    if number % 2:
        return bundle_of(simulate(edition, players, "attacks", number, {}, ["trader"])[0].record())
    return bundle_of(play(begin(edition, players, {}, number), Random(number)).record())


def flip(luck: Random, data: bytes) -> bytes:
    flipped = bytearray(data)
    place = luck.randrange(len(data) * 8)
    flipped[place // 8] ^= 1 << place % 8
    return bytes(flipped)


def truncate(luck: Random, data: bytes) -> bytes:
    return data[: luck.randrange(len(data))]


def of_entries(change: Callable[[Random, Log, int], None]) -> Callable[[Random, bytes], bytes]:
    """Return an attack on entry k that writes the file canonically."""

    def attack(luck: Random, data: bytes) -> bytes:
        value = json.loads(data)
        change(luck, value["log"], luck.randrange(1, len(value["log"]["entries"]) - 1))
        return canonical(value) + b"\n"

    return attack


def leave_out(luck: Random, log: Log, k: int) -> None:
    for part in PARTS:
        del log[part][k]


def double(luck: Random, log: Log, k: int) -> None:
    for part in PARTS:
        log[part].insert(k, log[part][k])


def swap(luck: Random, log: Log, k: int) -> None:
    for part in PARTS:
        log[part][k - 1], log[part][k] = log[part][k], log[part][k - 1]


def cut_off(luck: Random, log: Log, k: int) -> None:
    for part in PARTS:
        del log[part][k:]


def splice(luck: Random, log: Log, k: int) -> None:
    other = luck.randrange(len(log["entries"]) - 1)
    other += other >= k
    for part in PARTS:
        log[part][k] = log[part][other]


def rewrite(luck: Random, log: Log, k: int) -> None:
    """Change the actor and the hash of an entry."""
    face = json.loads(log["entries"][k])
    face["actor"] = "somebody else"
    log["entries"][k] = canonical(face).decode()
    log["hashes"][k] = base64.b64encode(leaf_hash(canonical(face))).decode()


def retell(luck: Random, log: Log, k: int) -> None:
    """Change the value of a disclosure and keep its salt."""
    while not log["disclosures"][k]:
        k = (k + 1) % len(log["disclosures"])
    one = log["disclosures"][k][0]
    salt, place, _ = json.loads(base64.urlsafe_b64decode(one + "=" * (-len(one) % 4)))
    text = base64.urlsafe_b64encode(canonical([salt, place, "garden-gnome"])).rstrip(b"=").decode()
    log["disclosures"][k][0] = text


ATTACKS = [flip, truncate, *map(of_entries, (leave_out, double, swap, cut_off, splice, rewrite, retell))]


@pytest.mark.long
def test_both_verifiers_find_every_attack() -> None:
    luck = Random(COUNT)
    for number in range(COUNT or len(ATTACKS)):
        data = bundles(number % 40 if COUNT else 0)
        attacked = ATTACKS[number % len(ATTACKS)](luck, data)
        if attacked == data:
            continue
        verified, (_, faults) = verify_bundle(attacked), alone.verify(attacked)
        assert "tampered" in {fault[1] for fault in faults}, number
        assert verified.verdict == "tampered", number
        if verified.game:  # it can be read, so what was changed in it has a place
            assert verified.decisive_fault is not None


def test_both_verifiers_find_every_signed_forgery() -> None:
    for edition, players in KINDS[: COUNT and len(KINDS)]:
        whole = simulate(edition, players, "attacks", 1, {}, ["trader"])[0].record()
        for tamper in tampering.FOUND:
            forged = tamper(whole)
            assert forged is None or verify_bundle(bundle_of(forged.record)).verdict != "good", tamper.__name__
