"""Tests of bundles of redealt forks: they prove what the creator saw and open nothing more of the parent."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from domain.visibility import OMNISCIENT, SPECTATOR, Viewer, seat_viewer
from replay.codec import Envelope
from replay.proofs import verify_bundle as alone
from replay.proofs.bundle import SignedLogMismatch
from replay.proofs.bundle_verifier import STEPS, verify_bundle
from replay.proofs.canonical import canonical
from replay.proofs.leaves import make_disclosures
from tests.replay.proofs.bundles import bundle_of, key_of, redealt_fork, short_game

MAKER = seat_viewer(1)


def opened(data: bytes) -> list[list[str]]:
    """Return the disclosures of the parent's events in a bundle."""
    found: list[list[str]] = json.loads(data)["parents"][0]["disclosures"]
    return found


def seen_by(viewer: Viewer) -> list[list[str]]:
    """Return the disclosures of the parent's events for a viewer of the parent."""
    game, options = short_game(), short_game().created.rules.options
    return [list(make_disclosures(one, key_of(game.game), options, viewer)) for one in redealt_fork().before]


@pytest.mark.parametrize("viewer", [OMNISCIENT, SPECTATOR, seat_viewer(0), MAKER], ids=lambda viewer: viewer.name)
def test_a_bundle_of_a_redealt_fork_is_at_worst_incomplete(viewer: Viewer) -> None:
    data = redealt_fork().bundle(viewer)
    verified = verify_bundle(data)
    assert (verified.verdict, verified.skipped) == ("incomplete", ())
    assert {*STEPS} - {*verified.passed} == {"deal", "decisions"}
    assert {fault.verdict for fault in verified.faults} <= {"incomplete", "unproved"}
    assert {fault[1] for fault in alone.verify(data)[1]} <= {"incomplete", "unproved"}


def test_a_bundle_of_a_redealt_fork_opens_what_creator_and_viewer_saw() -> None:
    assert opened(redealt_fork().bundle()) == seen_by(MAKER)
    assert opened(redealt_fork().bundle(SPECTATOR)) == seen_by(SPECTATOR)
    mine, other = seen_by(MAKER), seen_by(seat_viewer(0))
    both = [[one for one in found if one in others] for found, others in zip(mine, other, strict=True)]
    assert opened(redealt_fork().bundle(seat_viewer(0))) == both
    counts = [sum(map(len, seen_by(viewer))) for viewer in (SPECTATOR, MAKER, OMNISCIENT)]
    assert counts == sorted({*counts})  # so there was something to keep back


def test_a_redealt_card_that_contradicts_the_creators_view_is_found() -> None:
    value: Any = json.loads(redealt_fork().bundle())
    n, hidden = next((n, found[0]) for n, found in enumerate(value["parents"][0]["disclosures"], 1) if found)
    value["parents"][0]["disclosures"][n - 1][0] = hidden[:-2] + ("AA" if hidden[-2:] != "AA" else "BB")
    forged = canonical(value) + b"\n"
    first = verify_bundle(forged).decisive_fault
    assert first is not None
    assert (first.step, first.n) == ("disclosures", n)
    assert ("disclosures", "tampered", n) in [fault[:3] for fault in alone.verify(forged)[1]]


def test_redealt_cards_that_contradict_the_seed_are_found() -> None:
    made = redealt_fork()
    at = len(made.before)
    own: Any = made.record.envelopes[at]
    first, *rest = own.event.table.draw_pile
    table = replace(own.event.table, draw_pile=(*rest, first))
    forged = replace(own, event=replace(own.event, table=table))
    envelopes = (*made.record.envelopes[:at], forged, *made.record.envelopes[at + 1 :])
    verified = verify_bundle(made.bundle(record=replace(made.record, envelopes=envelopes)))
    assert verified.verdict == "tampered"
    assert verified.decisive_fault is not None
    assert (verified.decisive_fault.step, verified.decisive_fault.n) == ("deal", at + 1)


def test_a_bundle_needs_the_parent_that_the_creator_saw() -> None:
    made = redealt_fork()
    with pytest.raises(SignedLogMismatch, match="does not hold what was signed"):
        bundle_of(made.record)  # of what it tells alone the root does not follow
    changed: list[Envelope] = [*made.before]
    changed[20] = replace(changed[20], at=changed[20].at + 1)
    with pytest.raises(SignedLogMismatch, match="not what was to be seen"):
        made.bundle(signed_parts={short_game().game: changed})
