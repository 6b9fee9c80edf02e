"""Powers of arbiters besides rulings: each use is filed with its reason, and public."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from service.store.sqlite.file import STORE
from tests.service.api.conftest import ApiClient, Match, finished_file, open_api
from tests.service.disputes.disputed_games import arbiter, play_to_end, table

Powers = list[tuple[str, str | None]]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("powers") / "store") as api:
        yield api


def used(api: ApiClient, match: Match, token: str | None = None) -> Powers:
    """Return the filed powers of a game with their reasons, as a token sees them."""
    filed = api.get(f"{match.at}/disputes", token)["filed"]
    return [(one["event"]["power"], one["words"]["text"]) for one in filed]


def test_a_pause_by_an_arbiter_is_filed_with_its_reason(api: ApiClient) -> None:
    match = table(api)
    judge = arbiter(api, match)
    api.post(f"{match.at}/pause", match.organiser)
    api.post(f"{match.at}/resume", match.organiser, json={"reason": "Tea is over."})
    assert used(api, match) == [], "an organiser is no arbiter"
    api.post(f"{match.at}/pause", judge, json={"reason": "I look at the hands."})
    api.post(f"{match.at}/pause", judge, json={"reason": "Again."})  # which changes nothing
    api.post(f"{match.at}/resume", judge)
    assert used(api, match) == [("pause", "I look at the hands."), ("resume", "a dispute")]
    (event, _) = (one["event"] for one in api.get(f"{match.at}/disputes", match.seats[0])["filed"])
    assert event["event"] == api.get(match.at)["version"]
    assert "p-judge" not in str(event)
    api.problem(422, "request.shape", "POST", f"{match.at}/pause", judge, json={"reason": 7})


def test_a_repeated_void_by_an_arbiter_is_filed_once(api: ApiClient) -> None:
    match = table(api)
    judge = arbiter(api, match)
    for _ in range(2):
        headers = {"Idempotency-Key": "void-0123456789"}
        done = api.request("POST", f"{match.at}/void", judge, json={"reason": "Two decks."}, headers=headers)
        assert done.status_code == 200
    assert used(api, match) == [("void", "Two decks.")]
    hosted = table(api)
    api.post(f"{hosted.at}/void", hosted.organiser, json={"reason": "Rain."})
    assert used(api, hosted) == []


def test_a_look_is_filed_once_per_view_and_interval(api: ApiClient) -> None:
    match, luck = table(api), Random(5)
    judge = arbiter(api, match)
    api.get(f"{match.at}/table", judge)
    assert used(api, match) == [], "the public view is no look"
    for _ in range(3):
        api.get(f"{match.at}/table?as=seat:1", judge)
        api.move(match, luck)
    api.get(f"{match.at}/table?as=omniscient", judge)
    filed = [one["event"] for one in api.get(f"{match.at}/disputes")["filed"]]
    assert [(event["power"], event["view"]) for event in filed] == [("look", "seat:1"), ("look", "omniscient")]
    assert used(api, match, match.seats[2]) == [("look", "a dispute")] * 2
    play_to_end(api, match.game, commands=64)
    api.get(f"{match.at}/table?as=seat:1", judge)
    assert len(used(api, match)) == 3
    late = table(api, spectator_delay={"events": 5})
    api.get(f"{late.at}/table?as=seat:1", arbiter(api, late))
    assert (len(used(api, late, late.seats[0])), used(api, late)) == (1, [])


def hand(api: ApiClient, match: Match, seat: int) -> list[str]:
    """Return the hand of a seat as it sees it."""
    cards: list[str] = api.get(f"{match.at}/table?as=seat:{seat}", match.seats[seat])["seats"][seat]["hand"]
    return cards


def test_a_correction_by_an_arbiter_is_in_the_log_and_the_proceedings(api: ApiClient) -> None:
    match = table(api)
    judge, before = arbiter(api, match), hand(api, match, 0)
    version, reason = api.get(match.at)["version"], "Ana had drawn a card too many."
    api.post(f"{match.at}/corrections", judge, json={"fix": f"A @{len(before)} > bottom", "reason": reason})
    assert hand(api, match, 0) == before[:-1]
    (envelope, *_) = api.get(f"{match.at}/events?after={version}", match.seats[1])["events"]
    assert envelope["event"]["type"] == "table_corrected.1"
    assert envelope["event"]["cards"] == ["face_down"], "the card is hidden from other seats"
    assert used(api, match) == [("record", reason)]
    play_to_end(api, match.game)
    audit = api.get(f"{match.at}/audit?as=omniscient")
    assert (audit["rules"]["verdict"], audit["deal"]["verdict"]) == ("legal", "proved"), audit["deal"]
    assert audit["verdicts"][version]["verdict"] == "consequence"
    api.problem(409, "game.ended", "POST", f"{match.at}/corrections", judge, json={"fix": "turn B", "reason": "x"})


def test_a_repeated_correction_is_made_once(api: ApiClient) -> None:
    match = table(api)
    judge, before, key = arbiter(api, match), hand(api, match, 0), {"Idempotency-Key": "fix-0123456789"}
    body = {"fix": f"A @{len(before)} > bottom", "reason": "One too many."}
    again = [api.request("POST", f"{match.at}/corrections", judge, json=body, headers=key) for _ in range(2)]
    assert [one.headers.get("Idempotency-Replayed") for one in again] == [None, "true"]
    assert (len(hand(api, match, 0)), len(used(api, match))) == (len(before) - 1, 1)
    other = api.request("POST", f"{match.at}/corrections", judge, json={**body, "fix": "turn B"}, headers=key)
    assert (other.status_code, other.json["code"]) == (422, "idempotency.reused")


def test_corrections_by_other_callers_and_impossible_ones_are_refused(api: ApiClient) -> None:
    match = table(api)
    judge, at = arbiter(api, match), f"{match.at}/corrections"
    version, other = api.get(match.at)["version"], "red" if hand(api, match, 0)[0] != "red" else "blue"
    for person, code in (("p-Ana", "arbiter.own_game"), (None, "arbiter.unknown")):
        who = arbiter(api, match, person)
        api.problem(409, code, "POST", at, who, json={"fix": "turn B", "reason": "x"})
    for who in (match.seats[0], match.organiser):
        api.problem(403, "seat.forbidden", "POST", at, who, json={"fix": "turn B", "reason": "x"})
    for fix, says in (
        ("A @99 > bottom", "column"),
        ("A @1 > discards {Zz}", "no card"),
        ("A @1 > nowhere", "column"),
        ("hello", "a correction is"),
        (f"A @1 > bottom {{{other}}}", "cannot be corrected"),
    ):
        refusal = api.problem(422, "request.shape", "POST", at, judge, json={"fix": fix, "reason": "x"})
        assert says in str(refusal), refusal
    for body in ({"fix": "turn B"}, {"reason": "x"}, {"fix": "", "reason": "x"}, {"fix": "turn B", "reason": ""}):
        api.problem(422, "request.shape", "POST", at, judge, json=body)
    assert (api.get(match.at)["version"], used(api, match)) == (version, [])
    api.post(f"{match.at}/pause", judge)
    api.post(at, judge, json={"fix": "turn B", "reason": "x"})  # while the game is paused
    assert [power for power, _ in used(api, match)] == ["pause", "record"]


def test_a_look_into_a_sealed_fork_is_filed_on_the_parent_game(api: ApiClient) -> None:
    match = table(api)
    judge = arbiter(api, match)
    fork = api.fork(match, 12, judge)
    api.get(fork.at, judge)
    (filed,) = api.get(f"{match.at}/disputes")["filed"]
    assert (filed["event"]["power"], filed["event"].get("view")) == ("look", None)


def test_an_imported_game_refuses_corrections_and_ordered_forks(api: ApiClient) -> None:
    game = api.post("/v1/games:import", api.service, data=finished_file())["game"]
    judge = api.token("arbiter", game)
    for path, body in (
        ("corrections", {"fix": "turn B", "reason": "x"}),
        ("forks", {"at": 30, "mode": "redeal", "dispute": 1}),
    ):
        api.problem(409, "arbiter.players_unknown", "POST", f"/v1/games/{game}/{path}", judge, json=body)


@pytest.mark.parametrize(
    ("method", "path", "power"),
    [("POST", "/pause", "pause"), ("POST", "/void", "void"), ("GET", "/table?as=omniscient", "look")],
)
def test_powers_on_a_game_from_before_keys_are_filed_and_signed(
    tmp_path: Path, method: str, path: str, power: str
) -> None:
    with open_api(tmp_path) as api, closing(sqlite3.connect(tmp_path / STORE)) as behind:
        match = table(api)
        judge = arbiter(api, match)
        with behind:
            assert behind.execute("DELETE FROM game_keys").rowcount == 1
        api.context.register.invalidate()
        body = {"json": {"reason": "Two decks."}} if method == "POST" else {}
        assert api.request(method, f"{match.at}{path}", judge, **body).status_code == 200
        assert [one for one, _ in used(api, match)] == [power]
        api.sign(match.game)
        assert api.get(f"{match.at}/disputes")["checkpoint"]["size"] == 1


def test_a_trial_of_a_correction_shows_its_result_and_changes_nothing(api: ApiClient) -> None:
    match = table(api)
    judge, at = arbiter(api, match), f"{match.at}/corrections"
    laid = [("record", "For the test.")] * 3
    for fix in ("pile > A", "pile > A", "pile > A 1"):  # for any deal
        api.post(at, judge, json={"fix": fix, "reason": "For the test."})
    version, before = api.get(match.at)["version"], hand(api, match, 0)
    tried = api.post(f"{at}:try?lang=de", judge, json={"fix": "A @2 > A 1"})
    assert (tried["version"], api.get(match.at)["version"]) == (version, version), "a trial stores no event"
    assert used(api, match) == [*laid, ("look", "a dispute")], "a trial shows hidden cards"
    field = tried["table"]["seats"][0]["fields"][0]
    assert (field[-1], tried["table"]["seats"][0]["hand"]) == (before[1], [before[0], *before[2:]])
    assert tried["fix"].startswith("A @2 > A 1 {")
    assert "Hand" in tried["says"]
    for fix, says in (("A @99 > bottom", "column"), ("A @1 > discards {Zz}", "no card"), ("A 1 > A 1", "cannot be")):
        assert says in str(api.problem(422, "request.shape", "POST", f"{at}:try", judge, json={"fix": fix}))
    body, tag = {"fix": tried["fix"], "reason": "It was the second card."}, f'"table.{version}.omniscient"'
    api.move(match, Random(3))
    late = api.request("POST", at, judge, json=body, headers={"If-Match": tag})
    assert (late.status_code, late.json["code"]) == (412, "version.mismatch")
    api.problem(409, "arbiter.own_game", "POST", f"{at}:try", arbiter(api, match, "p-Ana"), json={"fix": "turn B"})
    again = api.post(f"{at}:try", judge, json={"fix": "pile > B"})
    api.post(at, judge, json={**body, "fix": again["fix"]}, headers={"If-Match": f'"table.{again["version"]}.all"'})
    assert api.get(f"{match.at}/table?as=omniscient", judge)["seats"] == again["table"]["seats"]


def test_corrections_lose_no_card(api: ApiClient) -> None:
    match = table(api)
    judge, seat = arbiter(api, match), hand(api, match, 0)
    for fix in ("pile > A", "A @1 > bottom", "A @1 > discards", "discards > B", "pile > discards {??}"):
        api.post(f"{match.at}/corrections", judge, json={"fix": fix, "reason": "A card was elsewhere."})
    whole = api.get(f"{match.at}/table?as=omniscient", judge)
    assert "face_down" not in str(whole), "every card is known"
    assert (whole["draw_pile"][-1], whole["seats"][1]["hand"][-1]) == (seat[0], seat[1])
    for _ in range(12):  # several varieties, for any pile
        api.post(f"{match.at}/corrections", judge, json={"fix": "pile > A coins", "reason": "A card was elsewhere."})
    mixed = {"fix": "A coins > B coins", "reason": "Which one?"}
    assert "braces" in str(api.problem(422, "request.shape", "POST", f"{match.at}/corrections", judge, json=mixed))
