"""`haricot scoresheet`: the protocol of a game from a store, a file, or paper."""

import re

import pytest

from domain.edition_data.family import LANGUAGES
from replay.record import write_file
from service.web.language import translate
from tests.long_tests import mostly_long
from tests.service.command_line import GAME, SUFFIX, run_ok, run_refused
from tests.service.web.conftest import irregular_record


@pytest.mark.parametrize("lang", mostly_long(LANGUAGES))
def test_the_protocols_of_a_stored_game_and_its_file_differ_only_in_the_signature(store, game_file, lang):
    stored = run_ok("scoresheet", GAME, "--lang", lang, "--data", store).out.splitlines()
    filed = run_ok("scoresheet", game_file, "--lang", lang).out.splitlines()
    assert len(stored) > 40
    assert max(map(len, stored)) <= 100
    assert (
        filed[: filed.index(next(line for line in filed if translate(lang, "protocol-proof").upper() in line))]
        == (stored[: stored.index(translate(lang, "protocol-proof").upper())])
    )
    assert translate(lang, "protocol-unsigned") in "".join(filed)
    for key in ("protocol-title", "sheet-arbiter", "sheet-place-date"):
        assert any(translate(lang, key) in line for line in stored), key


def test_a_protocol_names_an_irregular_event_with_its_clause(tmp_path):
    file = tmp_path / "wrong.haricot.jsonl"
    file.write_bytes(write_file(irregular_record()))
    printed = run_ok("scoresheet", file).out
    assert re.search(r"illegal CL-4\.5 .*\.", printed)
    assert "Still being played" in printed
    assert "Signatures".upper() not in printed


def test_a_game_from_paper_has_a_protocol(tmp_path, store):
    sheet = tmp_path / "table.ben"
    sheet.write_text(run_ok("export", GAME, "--ben", "--data", store).out)
    run_ok("record", sheet, "--out", tmp_path)
    printed = run_ok("scoresheet", tmp_path / f"{GAME}{SUFFIX}").out
    assert "Commitment: none was made" in printed
    assert "SIGNATURES" in printed


def test_a_protocol_in_html_needs_no_other_file(store, tmp_path):
    out = tmp_path / "protocol.html"
    assert run_ok("scoresheet", GAME, "--html", "--lang", "fr", "--out", out, "--data", store).out == ""
    written = out.read_text("utf-8")
    assert not re.findall(r"""(?:src|href)=|url\((?!data:)|<script""", written)
    assert translate("fr", "protocol-title") in written
    assert run_ok("scoresheet", GAME, "--html", "--lang", "fr", "--data", store).out == written


def test_a_protocol_is_printed_as_json(store):
    (printed,) = run_ok("scoresheet", GAME, "--json", "--data", store).lines
    assert (printed["game"], printed["runs"], printed["faults"], printed["disputes"]) == (GAME, False, [], [])
    assert {"seat": 3, "name": "Seat 3", "bot": True, "score": 16, "won": True} in printed["people"]


def test_scoresheet_refuses_a_missing_game_and_a_damaged_file(tmp_path, store):
    assert "no file and no game" in run_refused("scoresheet", "nowhere", "--data", store)
    broken = tmp_path / "broken.haricot.jsonl"
    broken.write_text("{}\n")
    assert "this is no game file" in run_refused("scoresheet", broken)
