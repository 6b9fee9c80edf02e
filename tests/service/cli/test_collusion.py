"""`haricot collusion`: balances of trades by pairs of players."""

import pytest
from msgspec.structs import replace

from domain.events import SeatTaken
from replay.record import read_file, write_file
from service.store.entries.metadata_store import Entry, Player, TokenEntry
from service.store.entries.proceedings_entries import Bearer
from service.store.event_store import open_store
from tests.service.command_line import GAME, THREE, run_ok, run_refused


def test_collusion_prints_a_balance_for_each_pair_as_evidence(store):
    (found,) = run_ok("collusion", "--all", "--json", "--data", store).lines
    assert (set(found), found["decks"]) == ({"games", "pairs", "decks", "says"}, {})
    assert {"giver", "taker", "games", "deals", "gifts", "given", "got", "beyond"} == set(found["pairs"][0])
    says = run_ok("collusion", GAME, "--data", store).out
    assert "evidence and no verdict" in says
    assert f"{GAME} seat 1 -> {GAME} seat 2: " in says
    run_refused("collusion", "--data", store)


@pytest.fixture
def peopled(own_store, tmp_path, monkeypatch):
    """The store with Ana at two tables under one id, another Ana under her own, and Bo without an id."""
    monkeypatch.setenv("HARICOT_ERASED", str(tmp_path / "erased" / "names.json"))

    def at(game: str, seat: int, name: str, person: str | None) -> list[Entry]:
        named = Player(game=game, seat=seat, kind="human", name=name)
        token = TokenEntry(digest=f"{game}{seat}", kind="seat", game=game, seat=seat, made=0)
        return [named, token, Bearer(digest=token.digest, game=game, seat=seat, person=person, called_by=None)]

    with open_store(own_store) as store:
        store.save_entries(
            *at(GAME, 0, "Ana", "club-1"),
            *at(THREE, 2, "Ana M.", "club-1"),
            *at(GAME, 1, "Bo", None),
            *at(THREE, 0, "Bo", None),
            *at(THREE, 1, "Ana", "club-2"),
        )
    return own_store


def pairs_of(store):
    (found,) = run_ok("collusion", GAME, THREE, "--json", "--data", store).lines
    pairs = {(pair["giver"], pair["taker"]): pair["games"] for pair in found["pairs"]}
    return pairs, str(found)


def test_collusion_adds_up_the_games_of_a_person_with_an_id(peopled):
    pairs, whole = pairs_of(peopled)
    assert pairs["Ana", "Bo"] == pairs["Bo", "Ana"] == 2
    assert pairs["Ana", f"Ana ({THREE} seat 2)"] == 1
    assert "club-" not in whole
    assert "Ana M." not in whole


def test_collusion_names_no_erased_person(peopled):
    run_ok("erase", "club-1", "--yes", "--data", peopled)
    run_ok("erase", "Bo", "--yes", "--data", peopled)
    pairs, whole = pairs_of(peopled)
    assert "Bo" not in whole
    named = {name for pair in pairs for name in pair if "seat" not in name}
    assert named == {"Ana"}, "the other Ana was not erased"
    assert f"{GAME} seat 1" in whole


def test_collusion_hides_an_erased_name_that_stands_in_a_game_file(own_store, tmp_path, monkeypatch):
    monkeypatch.setenv("HARICOT_ERASED", str(tmp_path / "erased" / "names.json"))
    record = read_file(run_ok("export", THREE, "--data", own_store).raw)
    seated = next(one for one in record.envelopes if isinstance(one.event, SeatTaken))
    named = replace(seated, event=replace(seated.event, pseudonym="Zoe"))
    envelopes = tuple(named if one is seated else one for one in record.envelopes)
    path = tmp_path / "own.haricot.jsonl"
    path.write_bytes(
        write_file(replace(record, game="own", envelopes=tuple(replace(one, game="own") for one in envelopes)))
    )
    assert "Zoe -> own seat 2" in run_ok("collusion", path).out
    run_ok("erase", "Zoe", "--yes", "--data", own_store)
    assert "Zoe" not in run_ok("collusion", path).out
