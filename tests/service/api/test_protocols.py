"""Protocols for signature: their contents, languages and visibility."""

import re
from html import unescape

import pytest

from domain.edition_data.family import LANGUAGES
from domain.translations import tongue
from replay.record import write_file
from service.web.language import translate
from tests.service.api.conftest import ApiClient
from tests.service.web.conftest import HOSTILE, irregular_record

RECORD = irregular_record()


def protocol_text(api: ApiClient, game: str, query: str = "", token: str | None = None, status: int = 200) -> str:
    """Return the visible text of a protocol."""
    answer = api.request("GET", f"/games/{game}/protocol{query}", token)
    assert answer.status_code == status, answer.text
    return unescape(re.sub("[ \n]+", " ", re.sub(r"<(head|script).*?</\1>|<[^>]+>", " ", answer.text, flags=re.DOTALL)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_protocol_of_a_finished_game_has_everything_to_sign(shared, game_file, language):
    game = shared.post("/v1/games:import", data=game_file)["game"]
    head, logged = shared.get(f"/v1/games/{game}"), shared.get(f"/v1/games/{game}/checkpoints")["checkpoint"]
    text = protocol_text(shared, game, f"?lang={language}")
    for k, score in enumerate(head["scores"]):
        assert translate(language, "seat-number", n=k + 1) in text
        assert f" {score} " in text
    words = tongue("classic", language)
    assert all(words.option(name) in text for name in head["rules"]["options"])
    (made,) = shared.get(f"/v1/games/{game}/events?limit=1")["events"]
    printed = [made["event"]["commitment"], logged["root"], str(logged["size"]), f"{head['ended'][:10]} "]
    audited = shared.get(f"/v1/games/{game}/audit?as=omniscient&lang={language}")
    printed += [audited[line]["says"] for line in ("rules", "deal", "record")]
    for key in ("players", "signatures", "arbiter", "place-date"):
        printed.append(translate(language, f"sheet-{key}"))
    printed += [translate(language, f"protocol-{key}") for key in ("no-faults", "no-disputes", "remarks", "sign")]
    assert [one for one in printed if one not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_protocol_lists_an_irregular_event_with_clause_and_remedy(shared, language):
    game = shared.post("/v1/games:import", data=write_file(RECORD))["game"]
    audited = shared.get(f"/v1/games/{game}/audit?as=omniscient&lang={language}")["verdicts"][-1]
    text = protocol_text(shared, game, f"?lang={language}")
    assert (audited["verdict"], audited["clause"]) == ("illegal", "CL-4.5")
    assert f"{audited['n']} · {translate(language, 'replay-illegal')} CL-4.5" in text
    assert audited["says"] in text
    assert audited["remedy"]["says"] in text


def test_a_protocol_of_a_running_game_is_the_spectator_view_for_all(shared, monkeypatch):
    match = shared.match()
    everybodys = protocol_text(shared, match.game)
    version = shared.get(match.at)["version"]
    assert translate("en", "protocol-runs", n=str(version)) in everybodys
    assert translate("en", "sheet-signatures") not in everybodys
    assert protocol_text(shared, match.game, token=match.seats[0]) == everybodys
    assert protocol_text(shared, match.game, token=shared.service) == everybodys
    # The planted fault: a running game is shown like an ended one.
    monkeypatch.setattr("service.web.scoresheet.RUNS", frozenset())
    assert protocol_text(shared, match.game, token=shared.service) != everybodys


def test_a_delayed_spectator_reads_the_end_in_the_protocol_after_the_delay(shared):
    match = shared.match(spectator_delay={"events": 0, "seconds": 3600})
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "the lights went out"})
    late, own = protocol_text(shared, match.game), protocol_text(shared, match.game, token=match.seats[0])
    assert ("the lights went out" in late, "the lights went out" in own) == (False, True)
    assert ("Signatures" in late, "Signatures" in own) == (False, True)


def test_a_protocol_of_a_private_game_looks_like_one_of_an_absent_game(shared):
    match = shared.match(private=True)
    assert protocol_text(shared, match.game, status=404) == protocol_text(shared, "nowhere", status=404)
    assert match.game in protocol_text(shared, match.game, token=match.seats[0])
    assert protocol_text(shared, match.game, token="hrc_nonsense", status=401)


def test_a_name_on_a_protocol_is_escaped(shared):
    match = shared.match(seats=[{"kind": "human", "name": HOSTILE}] * 3)
    answer = shared.request("GET", f"/games/{match.game}/protocol", match.seats[0])
    assert HOSTILE not in answer.text
    assert HOSTILE in unescape(answer.text)
    assert "Authorization" in answer.headers["Vary"]
    assert "private" in answer.headers["Cache-Control"]
