"""Deal levels over HTTP: players commit to shares and reveal them within a term, or their seats may be refilled."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.commands import CreateGame
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text, share_commitment
from service.lifecycle import share_deadlines
from service.ops.clock import now_ms
from tests import deal_shares
from tests.service.api.conftest import ApiClient, Match

PEOPLE = {"edition": "duel", "players": 2, "options": {}, "level": "tournament"}


def take_seat(match: Match, seat: int, text: str) -> dict[str, Any]:
    """Return the command that takes a seat and commits to the share of a text."""
    taken = {"type": "TakeSeat", "seat": seat, "kind": "human", "pseudonym": f"seat-{seat}"}
    return {**taken, "commitment": commitment(match, seat, text)}


def commitment(match: Match, seat: int, text: str) -> str:
    """Return a seat's commitment to the share of a text."""
    return share_commitment(match.game, seat, contribution_of_text(text))


def reveal(seat: int, text: str) -> dict[str, Any]:
    """Return the command that reveals the share of a text."""
    return {"type": "RevealShare", "seat": seat, "contribution": contribution_of_text(text)}


def committed_match(api: ApiClient, **wish: Any) -> Match:
    """Create a tournament game of two whose seats have committed."""
    match = api.match(**{**PEOPLE, **wish})
    for seat in range(2):
        api.submit(match, take_seat(match, seat, f"{seat}"))
    return match


def event_types(api: ApiClient, match: Match) -> list[str]:
    """Return the types of the public events."""
    return [line["event"]["type"] for line in api.get(f"{match.at}/events")["events"]]


def refusal(api: ApiClient, match: Match, command: dict[str, Any], code: str, status: int = 409) -> str:
    """Return the detail of the problem that refuses a command."""
    token = match.seats[command["seat"]]
    detail: str = api.problem(status, code, "POST", f"{match.at}/commands", token, json=command)["detail"]
    return detail


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The error of the clock of terms in seconds, as the only item."""
    off = [0]
    monkeypatch.setattr(share_deadlines, "now_ms", lambda: now_ms() + 1000 * off[0])
    return off


def test_a_tournament_deal_waits_for_all_seats_and_shares(shared):
    match = shared.match(**PEOPLE, start="now")
    assert event_types(shared, match) == ["game_created.1", "deal_agreed.1"]
    assert (match.status, shared.get(match.at)["to_act"]) == ("open", [0, 1])
    shared.submit(match, take_seat(match, 1, "1"))
    assert shared.get(match.at)["to_act"] == [0]
    shared.submit(match, take_seat(match, 0, "0"))
    table = shared.get(f"{match.at}/table")["turn"]
    assert (table["level"], table["term"]) == ("tournament", 300)
    assert table["commitments"] == [commitment(match, seat, f"{seat}") for seat in range(2)]
    assert shared.get(match.at)["to_act"] == [0, 1]
    shared.submit(match, reveal(0, "0"))
    assert shared.get(match.at)["to_act"] == [1]
    happened = [one["event"]["type"] for one in shared.submit(match, reveal(1, "1"))["events"]]
    assert happened[:3] == ["share_revealed.1", "game_started.1", "deck_shuffled.1"]
    assert shared.get(match.at)["status"] == "running"


@pytest.mark.long
def test_a_tournament_audit_states_that_the_deal_was_not_chosen(shared):
    match = committed_match(shared, level="tournament", term=10)
    for seat in range(2):
        shared.submit(match, reveal(seat, f"{seat}"))
    luck = Random(4)
    while shared.move(match, luck):
        pass
    said = {lang: shared.get(f"{match.at}/audit?as=omniscient&lang={lang}")["deal"] for lang in ("en", "fr", "de")}
    assert {(deal["verdict"], deal["chosen"], deal["shares"]) for deal in said.values()} == {("proved", 2, 2)}
    assert said["en"]["says"].endswith("nobody could choose this deal")
    assert said["fr"]["says"].endswith("pu choisir cette donne")
    assert said["de"]["says"].endswith("Niemand konnte diese Verteilung wählen")
    file = shared.request("GET", f"{match.at}/file?as=omniscient").data
    assert shared.post("/v1/games:import", data=file, token=shared.service)["deal"]["verdict"] == "proved"


def test_the_service_supplies_the_share_of_a_bot(shared):
    match = shared.match(**{**PEOPLE, "players": None}, seats=[{"kind": "human"}, {"kind": "bot"}])
    assert event_types(shared, match) == ["game_created.1", "deal_agreed.1", "seat_taken.2"]
    shared.submit(match, take_seat(match, 0, "0"))
    assert shared.get(match.at)["to_act"] == [0]
    shared.submit(match, reveal(0, "0"))
    assert shared.get(match.at)["status"] == "running"


def test_each_invalid_share_has_its_own_problem(shared):
    match = shared.match(**PEOPLE)
    plain = {"type": "TakeSeat", "seat": 0, "kind": "human", "pseudonym": "seat-0"}
    assert "commits to its share" in refusal(shared, match, plain, "request.shape", 422)
    short = {**plain, "commitment": "ab"}
    assert "64 hexadecimal digits" in refusal(shared, match, short, "request.shape", 422)
    again = {"type": "CommitShare", "seat": 0, "commitment": commitment(match, 0, "0")}
    refusal(shared, match, again, "share.unasked")
    shared.submit(match, take_seat(match, 0, "0"))
    refusal(shared, match, again, "share.twice")
    assert "seat 2" in refusal(shared, match, reveal(0, "0"), "share.early")
    shared.submit(match, take_seat(match, 1, "1"))
    refusal(shared, match, reveal(0, "1"), "share.other")
    assert "32 bytes" in refusal(shared, match, {**reveal(0, "0"), "contribution": "AA=="}, "request.shape", 422)
    other = {"json": reveal(0, "0")}
    shared.problem(403, "seat.forbidden", "POST", f"{match.at}/commands", match.seats[1], **other)
    verdict = {"json": reveal(0, "1")}
    shared.problem(409, "share.other", "POST", f"{match.at}/commands?dry_run=true", match.seats[0], **verdict)
    shared.submit(match, reveal(0, "0"))
    refusal(shared, match, reveal(0, "0"), "share.twice")
    shared.submit(match, reveal(1, "1"))
    refusal(shared, match, reveal(1, "1"), "share.unasked")


@pytest.mark.parametrize(("lang", "says"), [("fr", "place 2"), ("de", "Platz 2")])
def test_problems_of_shares_are_translated(shared, lang, says):
    match = shared.match(**PEOPLE)

    def detail(command: dict[str, Any], code: str) -> str:
        path = f"{match.at}/commands?lang={lang}"
        problem = shared.problem(409, code, "POST", path, match.seats[0], json=command)
        return str(problem["detail"])

    again = {"type": "CommitShare", "seat": 0, "commitment": commitment(match, 0, "0")}
    details = [detail(again, "share.unasked")]
    shared.submit(match, take_seat(match, 0, "0"))
    details += [detail(again, "share.twice"), detail(reveal(0, "0"), "share.early")]
    assert says in details[-1]
    shared.submit(match, take_seat(match, 1, "1"))
    details += [detail(reveal(0, "1"), "share.other")]
    shared.submit(match, reveal(0, "0"))
    details += [detail(reveal(0, "0"), "share.twice")]
    shared.submit(match, reveal(1, "1"))
    details += [detail(reveal(0, "0"), "share.unasked")]
    assert not [one for one in details if "share" in one or "seat" in one], details


def test_a_simple_game_needs_no_shares(shared):
    match = shared.match(start="when_seated")
    refusal(shared, match, reveal(0, "0"), "share.unasked")
    assert "deal_agreed.1" not in event_types(shared, match)
    assert "commits to no share" in refusal(shared, match, take_seat(match, 0, "0"), "request.shape", 422)


@pytest.mark.parametrize(
    "wish",
    [
        {"level": "best"},
        {"level": "tournament", "term": 9},
        {"level": "tournament", "term": 86_401},
        {"level": "tournament", "term": "soon"},
        {"level": "simple", "term": 60},
        {"level": "duplicate", "contribution": "mine"},
        {"level": "tournament", "contribution": contribution_of_text("mine")},
    ],
)
def test_an_invalid_level_is_refused(shared, wish):
    shared.problem(422, "request.shape", "POST", "/v1/games", json={"edition": "duel", **wish})


def test_a_seat_is_refilled_after_its_term_and_all_commit_again(shared, clock):
    match = committed_match(shared, term=60)
    shared.submit(match, reveal(0, "0"))
    version = shared.get(match.at)["version"]
    for seat in range(2):
        shared.problem(409, "share.term", "PUT", f"{match.at}/seats/{seat}", match.organiser, json={"kind": "human"})
    clock[0] = -3600  # setting the clock back ends no term
    shared.problem(409, "share.term", "PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human"})
    assert shared.get(match.at)["version"] == version
    clock[0] = 61
    shared.problem(409, "share.term", "PUT", f"{match.at}/seats/0", match.organiser, json={"kind": "human"})
    filled = shared.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human", "name": "Cy"})
    assert filled.status_code == 200
    assert event_types(shared, match)[-1] == "seat_vacated.1"
    shared.problem(401, "auth.invalid", "POST", f"{match.at}/commands", match.seats[1], json=take_seat(match, 1, "1"))
    match.seats[1] = filled.json["token"]
    assert shared.get(match.at)["to_act"] == [0, 1]
    refusal(shared, match, reveal(0, "0"), "share.early")
    shared.submit(match, take_seat(match, 1, "cy"))
    shared.submit(match, {"type": "CommitShare", "seat": 0, "commitment": commitment(match, 0, "new")})
    refusal(shared, match, reveal(0, "0"), "share.other")
    shared.submit(match, reveal(1, "cy"))
    shared.submit(match, reveal(0, "new"))
    assert shared.get(match.at)["status"] == "running"


def test_a_late_share_counts_until_the_seat_is_refilled(shared, clock):
    match = committed_match(shared, term=10)
    clock[0] = 10**7
    for seat in range(2):
        shared.submit(match, reveal(seat, f"{seat}"))
    assert shared.get(match.at)["status"] == "running"
    filled = shared.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot"})
    assert filled.status_code == 200
    assert "seat_vacated.1" not in event_types(shared, match)


def test_a_bot_that_replaces_a_player_supplies_a_share_at_once(shared, clock):
    match = committed_match(shared, term=10)
    shared.submit(match, reveal(0, "0"))
    clock[0] = 11
    assert shared.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot"}).status_code == 200
    assert event_types(shared, match)[-2:] == ["seat_vacated.1", "seat_taken.2"]
    assert shared.get(match.at)["to_act"] == [0]


def test_a_seat_is_refilled_without_a_term_while_others_commit(shared):
    match = shared.match(**PEOPLE)
    shared.submit(match, take_seat(match, 0, "0"))
    filled = shared.request("PUT", f"{match.at}/seats/0", match.organiser, json={"kind": "human"})
    assert filled.status_code == 200
    assert event_types(shared, match)[-1] == "seat_vacated.1"
    match.seats[0] = filled.json["token"]
    shared.submit(match, take_seat(match, 0, "other"))
    empty = shared.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human"})
    assert empty.status_code == 200
    assert event_types(shared, match)[-1] == "share_committed.1"


def test_a_paused_tournament_frees_no_seat(shared):
    match = shared.match(**PEOPLE)
    shared.submit(match, take_seat(match, 0, "0"))
    shared.post(f"{match.at}/pause", match.organiser)
    shared.problem(409, "game.paused", "PUT", f"{match.at}/seats/0", match.organiser, json={"kind": "human"})
    refusal(shared, match, take_seat(match, 1, "1"), "game.paused")
    shared.post(f"{match.at}/resume", match.organiser)
    shared.submit(match, take_seat(match, 1, "1"))


def test_voiding_a_tournament_game_before_its_deal_reveals_the_seed(shared):
    match = committed_match(shared)
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert event_types(shared, match)[-2:] == ["game_voided.1", "deal_revealed.1"]
    answer = shared.get(f"{match.at}/audit")
    assert (answer["first"], answer["deal"]["shares"]) == (None, 0)
    assert "nobody could choose" not in answer["deal"]["says"]


@pytest.mark.long
def test_duplicate_tables_get_one_deal_from_the_organisers_share(shared):
    share = contribution_of_text("board 7")
    wish = {"edition": "duel", "players": 2, "options": {}, "level": "duplicate", "practice": True, "seed": "round 1"}
    tables = [shared.match(**wish, contribution=one) for one in (share, share, None)]
    hands = [shared.get(f"{one.at}/table?as=seat:0", one.seats[0])["seats"][0]["hand"] for one in tables]
    assert hands[0] == hands[1] != hands[2]
    luck = Random(4)
    while shared.move(tables[0], luck):
        pass
    answer = shared.get(f"{tables[0].at}/audit?as=omniscient")
    assert (answer["verdict"], answer["deal"]["verdict"]) == ("clean", "proved")
    assert "share alone counts" in answer["deal"]["says"]


def twin(folder: Path, secret: str) -> tuple[ApiClient, list[str]]:
    """Return a service with a game that awaits the share of seat 1, and the commitments to a secret seed and share."""
    api, deal = ApiClient(folder), Deal("twin", seed_of_text(secret))
    game = Game("twin", deal)
    create = CreateGame(edition="duel", players=2, level="tournament", term=60)
    game.act(create, by="organiser", key=None, at=0)
    deal_shares.take_seat(game, 0, "0")
    deal_shares.take_seat(game, 1, secret)
    deal_shares.reveal(game, 0, "0")
    api.context.store.append("twin", game.envelopes, seed=deal.seed)
    return api, [deal.commitment, deal_shares.commitment_of(game, 1, secret)]


READ = ("", "/events", "/table", "/timeline", "/sentences", "/legal-commands?seat=0", "/audit", "/file", "/forks")


def test_only_commitments_depend_on_the_seed_and_on_unrevealed_shares(tmp_path):
    seen = []
    for secret in ("one", "other"):
        api, binding = twin(tmp_path / secret, secret)
        with api.context:
            tokens = (None, api.token("spectator", "twin"), api.token("seat", "twin", 0))
            bodies = [api.request("GET", f"/v1/games/twin{path}", token).text for path in READ for token in tokens]
            verdict = {"json": reveal(1, "guess")}
            bodies.append(api.request("POST", "/v1/games/twin/commands", api.token("seat", "twin", 1), **verdict).text)
        for bound_by in binding:
            assert any(bound_by in body for body in bodies)
            bodies = [body.replace(bound_by, "binding") for body in bodies]
        checks = re.compile('"check": ?"[0-9a-f]{12}"')  # checks of lines depend on the commitments
        seen.append([checks.sub("", body) for body in bodies])
    assert seen[0] == seen[1]
    assert all(contribution_of_text("other") not in body for body in seen[1])
