"""Printed sheets for arbiters: their contents, languages and visibility."""

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.edition_data.family import FAMILY, LANGUAGES
from domain.editions import EDITIONS
from domain.translations import tongue
from replay.codec import command_types
from replay.record import Record, write_file
from service.web.event_report import Sheet
from service.web.language import translate
from tests.long_tests import mostly_long
from tests.service.api.conftest import ApiClient, Match
from tests.service.web.conftest import HOSTILE, irregular_record

RECORD = irregular_record()
FAULT = len(RECORD.envelopes)
WRONG = ["n=x", "n=-1", "n=1.5", f"n={'9' * 20}", "n=%00", "as=seat:x", "as=seat:9", "as=%ff", "n=3&as=nobody"]


@pytest.fixture(scope="module")
def irregular(shared: ApiClient) -> str:
    """A game whose last event plants a third card."""
    game: str = shared.post("/v1/games:import", data=write_file(RECORD))["game"]
    return game


def sheet_text(api: ApiClient, game: str, query: str = "", token: str | None = None, status: int = 200) -> str:
    """Return the visible text of a sheet."""
    answer = api.request("GET", f"/games/{game}/sheet{query}", token)
    assert answer.status_code == status, answer.text
    return unescape(re.sub("[ \n]+", " ", re.sub(r"<(head|script).*?</\1>|<[^>]+>", " ", answer.text, flags=re.DOTALL)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_an_irregular_event_has_everything_for_a_ruling(shared, irregular, language):
    text = sheet_text(shared, irregular, f"?n={FAULT}&lang={language}")
    sentence = shared.get(f"/v1/games/{irregular}/sentences?lang={language}&as=omniscient")["sentences"][FAULT - 1]
    assert sentence in text
    assert "CL-4.5" in text
    assert tongue("classic", language).text(EDITIONS["classic"].data.says("CL-4.5")) in text
    seat = RECORD.envelopes[-1].event.seat
    legal = shared.get(f"/v1/games/{irregular}/legal-commands?seat={seat}&at={FAULT - 1}&lang={language}")
    assert all(order in text for order in legal["words"]["legal"])
    for key in ("facts", "table", "around", "else-says", "claim", "finding", "ruling", "signatures", "back-event"):
        assert translate(language, f"sheet-{key}", name=sheet_name(shared, irregular, seat, language)) in text, key
    assert f"/games/{irregular}?n={FAULT}&as=omniscient&lang={language}" in text


def sheet_name(api: ApiClient, game: str, seat: int, language: str) -> str:
    """Return the name of a seat on a sheet."""
    name: str = api.get(f"/v1/games/{game}")["seats"][seat]["name"]
    return translate(language, "seat-number", n=seat + 1) if re.fullmatch(r"seat-\d", name) else name


def test_a_sheet_shows_changed_rows_before_and_after_and_others_once(shared, irregular):
    answer = shared.request("GET", f"/games/{irregular}/sheet?n={FAULT}").text
    rows = re.findall(r'<tr class="changed"><th scope="row">([^<]+)</th>', answer)
    assert rows == ["Hand", "Field 1"]
    assert answer.count('colspan="2"') > 0
    assert "changed" not in shared.request("GET", f"/games/{irregular}/sheet?n=1").text


def test_other_sheets_link_to_the_irregular_event(shared, irregular):
    _, _, wrong = shared.request("GET", f"/games/{irregular}/sheet?n=20").text.partition('id="wrong"')
    assert f'href="/games/{irregular}/sheet?n={FAULT}&amp;as=omniscient"' in wrong
    assert "CL-4.5" in wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_a_game_lists_events_by_turn_and_hides_the_end(shared, game_file, language):
    game = shared.post("/v1/games:import", data=game_file)["game"]
    head, events = shared.get(f"/v1/games/{game}"), shared.get(f"/v1/games/{game}/sentences?lang={language}")
    text, whole = (sheet_text(shared, game, f"?lang={language}{more}") for more in ("", "&result=shown"))
    ending, score = events["sentences"][-2], translate(language, "lobby-score")
    assert (ending in text, ending in whole) == (False, True)
    assert (score in text, score in whole) == (False, True)
    assert all(str(one) in whole for one in head["scores"])
    assert translate(language, "replay-turn", turn="3") in text
    assert translate(language, "replay-no-fault") in text


def test_a_record_that_names_a_missing_seat_has_sheets(shared):
    command = replace(RECORD.envelopes[-1].cause.command, seat=14)
    last = replace(RECORD.envelopes[-1], cause=replace(RECORD.envelopes[-1].cause, command=command))
    lines = tuple(replace(one, game="seat-14") for one in (*RECORD.envelopes[:-1], last))
    record = Record(game="seat-14", envelopes=lines)
    game = shared.post("/v1/games:import", data=write_file(record))["game"]
    for view in ("omniscient", "spectator"):
        assert translate("en", "seat-number", n=15) in sheet_text(shared, game, f"?n={FAULT}&as={view}")


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85"])
def test_a_reason_with_unicode_line_separators_has_a_sheet(shared, sign):
    match = shared.match()
    shared.post(f"{match.at}/void", match.organiser, json={"reason": f"a{sign}b"})
    n = shared.get(match.at, match.seats[0])["version"]
    assert f"Event {n}" in sheet_text(shared, match.game, f"?n={n}", match.seats[0])


def test_a_sheet_before_the_end_hides_the_end(shared, game_file):
    game = shared.post("/v1/games:import", data=game_file)["game"]
    markers = shared.get(f"/v1/games/{game}/timeline")["markers"]
    end = next(one["n"] for one in markers if one["kind"] == "end")
    ending = shared.get(f"/v1/games/{game}/sentences?lang=en")["sentences"][end - 1]
    seen = [ending in sheet_text(shared, game, f"?n={n}") for n in (end - 1, end)]
    assert [*seen, ending in sheet_text(shared, game, f"?n={end - 1}&result=shown")] == [False, True, True]


@pytest.mark.parametrize("query", WRONG)
def test_an_invalid_sheet_query_is_refused_in_words(shared, irregular, query):
    assert "There is no such sheet" in sheet_text(shared, irregular, f"?{query}", status=422)


@pytest.mark.parametrize("n", [0, FAULT + 1, 999_999_999])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_event_links_to_the_sheet_of_the_game(shared, irregular, n, language):
    text = sheet_text(shared, irregular, f"?n={n}&lang={language}", status=404)
    assert translate(language, "sheet-refused-no-event", n=str(n)) in text
    assert translate(language, "sheet-of-game") in text


def test_a_sheet_of_a_private_game_looks_like_one_of_an_absent_game(shared):
    match = shared.match(private=True)
    assert sheet_text(shared, match.game, status=404) == sheet_text(shared, "nowhere", status=404)
    assert "There is no such game" in sheet_text(shared, "nowhere", "?n=3", status=404)
    assert "Event 2" in sheet_text(shared, match.game, "?n=2", match.seats[0])
    assert sheet_text(shared, match.game, "?n=2", "hrc_nonsense", status=401)


def test_a_name_on_a_sheet_is_escaped_and_no_token_is_on_it(shared):
    match = shared.match(seats=[{"kind": "human", "name": HOSTILE}] * 3)
    answer = shared.request("GET", f"/games/{match.game}/sheet?n=4", match.seats[0])
    assert HOSTILE not in answer.text
    assert HOSTILE in unescape(answer.text)
    assert "hrc_" not in answer.text
    assert "Authorization" in answer.headers["Vary"]
    assert "private" in answer.headers["Cache-Control"]


def hands(api: ApiClient, match: Match, n: int) -> dict[int, list[str]]:
    """Return the hand of each seat after event n."""
    table = api.get(f"{match.at}/table?at={n}&as=omniscient", api.service)
    return {k: seat["hand"] for k, seat in enumerate(table["seats"])}


def leaks(api: ApiClient, match: Match, view: str, token: str | None) -> Iterator[str]:
    """Yield the cards that sheets of the events so far name in hands of other seats."""
    names = {bean.short for bean in FAMILY.beans["en"].values()}
    for n in range(1, api.get(match.at, match.seats[0])["version"] + 1):
        answer = api.request("GET", f"/games/{match.game}/sheet?n={n}&as={view}", token).text
        tables = re.findall(r'<table class="laid seat-(\d)">(.*?)</table>', answer, flags=re.DOTALL)
        assert len(tables) == len(match.seats), answer
        for seat, table in tables:
            hand = re.findall(r'<th scope="row">Hand</th>(.*?)</tr>', table, flags=re.DOTALL)
            if f"seat:{seat}" != view:
                yield from (f"{n}: {name}" for row in hand for name in names if f"</svg>{name}" in row)


def running_game(api: ApiClient) -> Match:
    """Return a running game after some turns."""
    match, luck = api.match(), Random(3)
    for _ in range(9):
        api.move(match, luck)
    return match


def test_sheets_of_a_running_game_hide_the_hands_of_others(shared, monkeypatch):
    match = running_game(shared)
    assert list(leaks(shared, match, "seat:0", match.seats[0])) == []
    assert list(leaks(shared, match, "spectator", None)) == []
    assert any(hands(shared, match, 8)[1])

    asks = Sheet._ask

    def careless(one: Sheet, operation: str, **query: Any) -> Any:
        """The planted fault: read the tables with the rights of the service."""
        if operation != "list_tables":
            return asks(one, operation, **query)
        path = f"{match.at}/tables?after={query['after']}&limit={query['limit']}&as=omniscient"
        return shared.get(path, shared.service)

    monkeypatch.setattr(Sheet, "_ask", careless)
    assert any(leaks(shared, match, "spectator", None))


@pytest.mark.parametrize(("view", "who"), [("seat:1", 0), ("omniscient", 0), ("seat:0", None)])
def test_a_sheet_in_a_forbidden_view_is_refused(shared, view, who):
    match = shared.match()
    token = None if who is None else match.seats[who]
    assert "This view is not yours" in sheet_text(shared, match.game, f"?n=5&as={view}", token, status=403)


def test_a_sheet_shows_the_alternatives_of_a_seat_to_that_seat_only(shared):
    match = running_game(shared)
    cause = shared.get(f"{match.at}/events?limit=1000", match.seats[0])["events"]
    n = next(one["n"] for one in cause if one.get("cause", {}).get("by") == "seat:0" and one["n"] > 9)
    closed = translate("en", "sheet-else-closed")
    assert closed not in sheet_text(shared, match.game, f"?n={n}", match.seats[0]).replace("as=seat:0", "")
    assert closed in sheet_text(shared, match.game, f"?n={n}", match.seats[1])
    assert closed in sheet_text(shared, match.game, f"?n={n}")


@pytest.mark.parametrize("edition", mostly_long(EDITIONS))
@pytest.mark.parametrize("language", mostly_long(["fr", "de"]))
def test_every_edition_has_sheets_of_all_its_events(shared, edition, language):
    luck = Random(5)
    match = shared.match(edition=edition, players=EDITIONS[edition].data.players[0], options={})
    while shared.get(match.at, match.seats[0])["version"] < 60:
        assert shared.move(match, luck)
    for n in range(1, 60, 4):
        text = sheet_text(shared, match.game, f"?n={n}&lang={language}", match.seats[0] if n % 8 == 1 else None)
        assert f"/games/{match.game}?n={n}" in text
        assert not [name for name in command_types() if name in text], "the sheet names a command by its class"
