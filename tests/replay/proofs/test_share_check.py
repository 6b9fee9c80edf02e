"""Tests of the check of shares in a record: commitments must precede reveals."""

import pytest
from msgspec.structs import replace

from domain.commands import Command
from domain.deal_commitments import DealAgreed, SeatVacated, ShareCommitted, ShareRevealed
from domain.events import DealRevealed, DeckShuffled, Event, GameVoided
from replay.codec import Cause, Envelope
from replay.game import batch_of
from replay.proofs import verify_bundle as alone
from replay.proofs.bundle_verifier import verify_bundle
from replay.proofs.share_check import ShareCheck
from replay.proofs.shuffle import contribution_of_text, share_commitment
from replay.record import Record
from tests.deal_shares import game_at_level, reveal, take_seat
from tests.replay.proofs.bundles import KEY, bundle_of


def lacking(*events: Event) -> str | None:
    """Return the finding of the share check after these events of a tournament game."""
    check = ShareCheck()
    for n, event in enumerate([DealAgreed(level="tournament"), *events], 1):
        check.add_event(Envelope(game="cup", n=n, at=0, event=event), event)
    lacks = check.weakness(redealt=False)
    return None if lacks is None else lacks.name


def committed(seat: int) -> Event:
    """Return the commitment of a seat to its share."""
    return ShareCommitted(seat=seat, commitment=share_commitment("cup", seat, contribution_of_text(f"{seat}")))


def revealed(seat: int, text: str = "") -> Event:
    """Return the reveal of a share, by default the seat's own."""
    return ShareRevealed(seat=seat, contribution=contribution_of_text(text or f"{seat}"))


BOTH = (committed(0), committed(1))
DEALT = DeckShuffled(reason="setup", count=0, order=())


@pytest.mark.parametrize(
    ("events", "lacks"),
    [
        ((committed(0), committed(1), revealed(1), revealed(0), DEALT), None),
        ((committed(0), revealed(0), committed(1), revealed(1), DEALT), "deal.share_late"),
        ((committed(0), committed(1), revealed(0), revealed(1, "0"), DEALT), "deal.share_other"),
        ((committed(0), revealed(1), revealed(0), DEALT), "deal.share_other"),
        ((committed(0), committed(1), revealed(0), DEALT), "deal.share_missing"),
        ((committed(0), committed(1), DEALT, revealed(0), revealed(1)), "deal.share_missing"),
        ((committed(0), committed(1), revealed(0), revealed(1), DEALT, SeatVacated(seat=0)), "deal.share_late"),
        ((committed(0), committed(1), revealed(0), SeatVacated(seat=1), committed(1), revealed(1)), "deal.share_few"),
        (
            (*BOTH, revealed(0), SeatVacated(seat=1), *BOTH, revealed(0), revealed(1)),
            "deal.share_stopped",
        ),
        ((*BOTH, SeatVacated(seat=1), committed(1), revealed(0), revealed(1), DEALT), None),
    ],
)
def test_shares_out_of_order_are_found(events, lacks):
    assert lacking(*events) == lacks


def test_a_bundle_with_an_uncommitted_share_is_rejected():
    game = game_at_level("cup", "duel", 2)
    for step in (take_seat, reveal):
        for seat in range(2):
            step(game, seat, f"{seat}")
    events = [GameVoided(reason="enough"), DealRevealed(seed=game.chance.reveal() or "")]
    by = Cause[Command](command=None, by="service")
    envelopes = [*game.envelopes, *batch_of("cup", game.version, events, by, at=0)]
    good = bundle_of(Record(game="cup", envelopes=tuple(envelopes)))
    assert (alone.verify(good)[1], verify_bundle(good, KEY.verifier).verdict) == ([], "good")
    n = next(one.n for one in envelopes if isinstance(one.event, ShareRevealed))
    envelopes[n - 1] = replace(envelopes[n - 1], event=revealed(0, "another"))
    forged = bundle_of(Record(game="cup", envelopes=tuple(envelopes)))
    assert any("than it had committed to" in fault[-1] for fault in alone.verify(forged)[1])
    assert verify_bundle(forged, KEY.verifier).verdict == "tampered"
