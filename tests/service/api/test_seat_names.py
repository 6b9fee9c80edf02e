"""Names of seats: set by the seat or the organiser, also after the game was created."""

from random import Random
from typing import Any

import pytest

from service.lifecycle.erasure import erase
from service.lifecycle.seat_names import NAME_CHANGES_MAX
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.test_notices import followed, notice
from tests.service.api.test_policy import claim_about, documented_operations, request_for

FULL_WIDTH_NAME = "\uff21NA"
"""Full-width letters."""


@pytest.fixture
def match(shared: ApiClient) -> Match:
    """A game of three, of whom the organiser named two."""
    return shared.match(seats=[{"name": "Ana"}, {"name": "Bo"}, {}], players=3)


def put_name(api: ApiClient, match: Match, seat: int, name: object, by: str | None = None) -> Any:
    """Return the answer to naming a seat, by the seat itself unless another token is given."""
    return api.request("PUT", f"{match.at}/seats/{seat}/name", by or match.seats[seat], json={"name": name})


def rename_seat(api: ApiClient, match: Match, seat: int, name: str, by: str | None = None) -> list[str]:
    """Name a seat and return the names of all seats."""
    answer = put_name(api, match, seat, name, by)
    assert answer.status_code == 200, answer.text
    assert answer.json["seats"] == api.get(match.at, by or match.seats[seat])["seats"]
    return [seat["name"] for seat in answer.json["seats"]]


def test_a_seat_replaces_the_name_that_the_organiser_gave(shared: ApiClient, match: Match) -> None:
    etag = shared.request("GET", match.at).headers["ETag"]
    assert rename_seat(shared, match, 2, "Cleo") == ["Ana", "Bo", "Cleo"]
    assert rename_seat(shared, match, 0, "Änne 🌱") == ["Änne 🌱", "Bo", "Cleo"]
    assert rename_seat(shared, match, 1, "Bob", match.organiser) == ["Änne 🌱", "Bob", "Cleo"]
    assert shared.request("GET", match.at).headers["ETag"] != etag
    (line,) = [one for one in shared.get("/v1/games?limit=100")["games"] if one["game"] == match.game]
    assert [seat["name"] for seat in line["seats"]] == ["Änne 🌱", "Bob", "Cleo"]
    assert "Cleo joins the table" in shared.get(f"{match.at}/sentences")["sentences"]
    assert shared.get(match.at)["version"] == match.version, "no event contains a name"
    assert "Cleo" not in shared.request("GET", f"{match.at}/file", match.organiser).text


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "A\nB", "\u202eanA", "\x00", 7, None, ["Ana"]])
def test_an_invalid_seat_name_is_refused(shared: ApiClient, match: Match, name: object) -> None:
    assert put_name(shared, match, 0, name).json["code"] == "request.shape"
    assert [seat["name"] for seat in shared.get(match.at)["seats"]] == ["Ana", "Bo", "seat-2"]


def test_a_seat_cannot_name_another_seat(shared: ApiClient, match: Match) -> None:
    assert put_name(shared, match, 1, "Cy", match.seats[2]).json["code"] == "seat.forbidden"
    assert put_name(shared, match, 3, "Cy", match.organiser).json["code"] == "request.shape"
    assert [seat["name"] for seat in shared.get(match.at)["seats"]] == ["Ana", "Bo", "seat-2"]


def test_a_new_name_makes_one_notice_without_the_name(shared: ApiClient, match: Match) -> None:
    with followed(shared, f"{match.at}/stream?after={match.version}") as parts:
        for _ in range(2):
            rename_seat(shared, match, 2, "Cleo")
        said = notice(next(parts))
        assert (said["kind"], said["by"], said["code"], said["facts"]) == ("seat", "seat:2", "seat.named", {"seat": 2})
        shared.post(f"{match.at}/annotations", match.seats[1], json={"n": 3, "text": "Hm."})
        assert notice(next(parts))["kind"] == "remark", "an unchanged name makes no notice"
    assert "Cleo" not in shared.request("GET", f"{match.at}/annotations").text


def test_renaming_a_seat_is_limited(shared: ApiClient, match: Match) -> None:
    for k in range(NAME_CHANGES_MAX):
        rename_seat(shared, match, 0, f"Ana {k}")
    refused = put_name(shared, match, 0, "Ana")
    assert (refused.json["code"], refused.json["errors"][0]["place"]) == ("request.shape", "name")
    rename_seat(shared, match, 0, f"Ana {NAME_CHANGES_MAX - 1}")  # an unchanged name does not count
    rename_seat(shared, match, 1, "Bob")


def test_a_seat_of_an_ended_game_cannot_be_named(shared: ApiClient, match: Match) -> None:
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "Rain."})
    assert put_name(shared, match, 0, "Anna").json["code"] == "game.ended"


def test_a_replaced_player_leaves_no_name_at_the_seat(shared: ApiClient, match: Match) -> None:
    rename_seat(shared, match, 2, "Cleo")
    shared.request("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "human"})
    assert shared.get(match.at)["seats"][2]["name"] == "seat-2"


def test_sentences_add_the_seat_to_equal_names(shared: ApiClient, match: Match) -> None:
    rename_seat(shared, match, 2, FULL_WIDTH_NAME)
    sentences = shared.get(f"{match.at}/sentences?lang=fr")["sentences"]
    assert ("Ana (Place 1)" in sentences[1], "Bo (" in sentences[2]) == (True, False), sentences[:4]
    assert f"{FULL_WIDTH_NAME} (Place 3)" in sentences[3]
    assert [seat["name"] for seat in shared.get(match.at)["seats"]] == ["Ana", "Bo", FULL_WIDTH_NAME]


def test_a_name_that_a_seat_gave_itself_is_erased(api: ApiClient) -> None:
    match = api.match(players=3)
    rename_seat(api, match, 1, "Erasable")
    assert erase(api.context.store, lambda name: name == "Erasable").seats == 1
    api.context.register.invalidate()
    assert api.get(match.at)["seats"][1]["name"] == "seat-1"


@pytest.mark.long
def test_the_result_of_a_game_uses_the_last_names(shared: ApiClient) -> None:
    match, luck = (
        shared.match(seats=[{"name": "Ana"}, {"name": "Bo"}], edition="duel", players=2, options={}),
        Random(4),
    )
    rename_seat(shared, match, 1, "Cleo")
    while shared.move(match, luck):
        pass
    *_, ends, _ = shared.get(f"{match.at}/sentences")["sentences"]
    assert "final score: Ana" in ends
    assert ", Cleo" in ends
    (line,) = [one for one in shared.get("/v1/games?limit=100&status=finished")["games"] if one["game"] == match.game]
    assert [seat["name"] for seat in line["seats"]] == ["Ana", "Cleo"]


def test_a_name_is_normalised_and_found_by_its_folded_form(shared: ApiClient) -> None:
    match = shared.match(seats=[{"name": " Jose\u0301  Folded "}, {}, {}])
    head = shared.get(match.at)
    assert head["seats"][0]["name"] == "Jos\u00e9  Folded"
    shared.request("PUT", f"{match.at}/seats/1/name", match.organiser, json={"name": "Rene\u0301 \u00a0"})
    assert shared.get(match.at)["seats"][1]["name"] == "Ren\u00e9"
    for name in ("Jos\u00e9  Folded", "jose\u0301 folded", " JOS\u00c9 FOLDED "):
        found = shared.get("/v1/games", query_string={"player": name})["games"]
        assert [one["game"] for one in found] == [match.game], name
    assert shared.get("/v1/games", query_string={"player": "Jose Folded"})["games"] == []
    wrong = shared.problem(
        422, "request.shape", "POST", "/v1/games", json={"edition": "duel", "seats": [{"name": "a\u200b"}, {}]}
    )
    assert "U+200B" in str(wrong)


ERASED = ("Zwetschge", "u-plum", "sour words", "sour claim")
"""A player's name, person id and words."""


def answers_about(api: ApiClient, match: Match, tokens: list[str | None]) -> dict[str, str]:
    """Return every answer and page about a game for each token, by its path."""
    found = {}
    for operation, (method, path) in documented_operations().items():
        for number, token in enumerate(tokens) if method == "GET" else ():
            _, address, _ = request_for(operation, method, path, match)
            streamed = "&follow=false" if operation == "stream_game" else ""
            table = address.replace("/exports/games", "/exports/events")
            for one in {address, table} if "{table}" in path else {address + streamed}:
                found[f"{operation} {one} {number}"] = api.request("GET", one, token).text
    for page in ("", "/disputes", "/sheet", "/protocol", "/replay.html", "/sheet?n=3"):
        found[f"page {page}"] = api.request("GET", f"/games/{match.game}{page}").text
    return found


def test_an_erased_name_is_in_no_answer_page_or_log_line(api: ApiClient, capsys: Any) -> None:
    name, person, words, claim = ERASED
    owner = api.token("service")
    seats = [{"name": name, "person": person}, {"name": "Bo"}, {"name": "Cy"}]
    wish = {"edition": "classic", "players": 3, "options": {"start_player": "seat_0"}, "seats": seats}
    match = api.match_of(api.post("/v1/games", owner, json=wish))
    api.post(f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": words})
    api.post(f"{match.at}/disputes", match.seats[0], json={**claim_about(match.version), "text": claim})
    api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    api.sign(match.game)
    tokens = [None, owner, match.organiser, match.seats[1], api.token("arbiter", match.game)]
    before = answers_about(api, match, tokens)
    assert all(any(said in text for text in before.values()) for said in (name, words, claim))
    assert len([asked for asked, text in before.items() if name in text]) > 10
    erase(api.context.store, lambda written: written == name)
    api.context.register.invalidate()
    after = answers_about(api, match, tokens)
    assert [asked for asked, text in after.items() if any(said in text for said in ERASED)] == []
    assert before.keys() == after.keys()
    logged = "".join(capsys.readouterr())
    assert "PlantFromHand" in logged
    assert not any(said in logged for said in ERASED)
