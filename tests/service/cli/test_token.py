"""`haricot token`: creates and revokes tokens."""

import pytest

from service.access.tokens import digest_of
from service.store.entries.metadata_store import Annotation, TokenEntry
from service.store.entries.proceedings_entries import NO_PERSON, Bearer
from service.store.event_store import open_store
from tests.service.command_line import GAME, contents, run_ok, run_refused, shape


def test_a_token_is_shown_once_and_only_its_hash_is_kept(own_store):
    token = run_ok("token", "seat", "--game", GAME, "--seat", 2, "--days", 1, "--data", own_store).out.strip()
    assert token.startswith("hrc_seat_")
    assert token not in str(contents(own_store))
    with open_store(own_store) as store:
        (entry,) = store.find_entries(TokenEntry, digest=digest_of(token))
    assert (entry.kind, entry.game, entry.seat, entry.revoked) == ("seat", GAME, 2, None)
    assert entry.expires is not None
    assert entry.expires - entry.made == pytest.approx(86_400_000, abs=1000)


def test_token_prints_a_token_with_its_scope_as_json(own_store):
    (line,) = run_ok("token", "spectator", "--game", GAME, "--json", "--data", own_store).lines
    kinds = {"token": str, "kind": str, "game": str, "seat": type(None), "expires": type(None)}
    shape(line, kinds)
    assert (line["kind"], line["game"]) == ("spectator", GAME)
    (line,) = run_ok("token", "service", "--days", 2, "--json", "--data", own_store).lines
    shape(line, {**kinds, "game": type(None), "expires": str})


def test_token_revoke_marks_a_token_as_revoked(own_store):
    token = run_ok("token", "organiser", "--game", GAME, "--data", own_store).out.strip()
    assert run_ok("token", "--revoke", token, "--data", own_store).out == "revoked\n"
    with open_store(own_store) as store:
        (entry,) = store.find_entries(TokenEntry, digest=digest_of(token))
    assert entry.revoked is not None


def test_token_revoke_prints_json(own_store):
    token = run_ok("token", "service", "--data", own_store).out.strip()
    assert run_ok("token", "--revoke", token, "--json", "--data", own_store).lines == [{"revoked": True}]


@pytest.mark.parametrize(
    "option", [["--game", GAME], ["--seat", 0], ["--days", 1], ["--reason", ""], ["--person", "p"]]
)
def test_token_revoke_refuses_other_options(option, own_store):
    token = run_ok("token", "organiser", "--game", GAME, "--data", own_store).out.strip()
    before = contents(own_store)
    assert "--revoke needs the token alone" in run_refused("token", "--revoke", token, *option, "--data", own_store)
    assert contents(own_store) == before


def test_a_new_token_of_a_seat_revokes_the_previous_one(own_store):
    first, second = (
        run_ok("token", "seat", "--game", GAME, "--seat", 1, "--data", own_store).out.strip() for _ in range(2)
    )
    with open_store(own_store) as store:
        revoked = [store.find_entries(TokenEntry, digest=digest_of(token))[0].revoked for token in (first, second)]
    assert [at is None for at in revoked] == [False, True]


MISUSES = {
    "neither kind nor token": ([], "name the kind"),
    "kind and token": (["service", "--revoke", "hrc_svc_x"], "name the kind"),
    "no such kind": (["king"], "king"),
    "no such token": (["--revoke", "hrc_svc_x"], "no such token"),
    "service for a game": (["service", "--game", GAME], "a service token has no --game"),
    "seat for no game": (["seat", "--seat", "1"], "a service token has no --game"),
    "seat without a number": (["seat", "--game", GAME], "names its --seat"),
    "spectator in a seat": (["spectator", "--game", GAME, "--seat", "1"], "names its --seat"),
    "seat that is not there": (["seat", "--game", GAME, "--seat", "4"], "there is no seat 4"),
    "seat below none": (["seat", "--game", GAME, "--seat", "-1"], "there is no seat -1"),
    "game that is not there": (["organiser", "--game", "nowhere"], "nowhere"),
    "arbiter without a reason": (["arbiter", "--game", GAME], "needs a --reason"),
    "arbiter with an empty reason": (["arbiter", "--game", GAME, "--reason", ""], "needs a --reason"),
    "no day": (["service", "--days", "0"], "--days"),
    "too many days": (["service", "--days", "3651"], "--days"),
}


@pytest.mark.parametrize(("arguments", "says"), MISUSES.values(), ids=MISUSES)
def test_misuse_of_token_creates_none(arguments, says, own_store):
    before = contents(own_store)
    assert says in run_refused("token", *arguments, "--data", own_store)
    assert contents(own_store) == before


def test_only_a_token_that_shows_a_hand_leaves_a_remark(own_store):
    for kind, *more in (["spectator"], ["organiser"], ["arbiter", "--reason", "Dispute."], ["seat", "--seat", 0]):
        run_ok("token", kind, "--game", GAME, *more, "--data", own_store)
    with open_store(own_store) as store:
        said = [annotation.text for annotation in store.find_entries(Annotation, game=GAME)]
    assert sorted(said) == ["A new token was given out for seat 0.", "An arbiter was called: Dispute."]


def test_the_token_of_an_arbiter_is_bound_to_a_person(own_store):
    asked = ["token", "arbiter", "--game", GAME, "--reason", "a dispute", "--data", own_store]
    token = run_ok(*asked, "--person", "p-17").out.strip()
    with open_store(own_store) as store:
        (bearer,) = store.find_entries(Bearer, digest=digest_of(token))
    assert (bearer.person, bearer.called_by) == ("p-17", NO_PERSON)
    for wrong in ("", "a b", "x" * 65, "\x1b"):
        assert "--person is an id" in run_refused(*asked, "--person", wrong)
