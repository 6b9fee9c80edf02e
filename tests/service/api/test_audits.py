"""The audit over HTTP: three lines, a verdict for every event, in the reader's language, as far as a view can tell."""

from random import Random

import pytest


@pytest.fixture(scope="module")
def finished(shared):
    """A finished game whose first share was chosen."""
    match = shared.match(options={"start_player": "seat_0", "exhaustions_to_end": 1})
    luck = Random(7)
    while shared.move(match, luck):
        pass
    return match


def test_a_finished_game_is_clean_for_whoever_may_see_it_all(shared, finished):
    told = shared.get(f"{finished.at}/audit?as=omniscient")
    assert list(told) == ["game", "events", "verdict", "first", "rules", "deal", "record", "verdicts"]
    assert (told["verdict"], told["rules"]["verdict"], told["record"]["verdict"]) == ("clean", "legal", "whole")
    assert told["deal"] == {
        "verdict": "proved",
        "chosen": 0,
        "shares": 3,
        "says": "proved, 0 of 3 shares chosen by players",
    }
    assert told["record"]["signed"] is False


def test_a_view_and_a_running_game_are_legal_at_best(shared, finished):
    seen = shared.get(f"{finished.at}/audit?as=seat:1", finished.seats[1])
    assert (seen["verdict"], seen["deal"]["verdict"], seen["first"]) == ("legal", "unproved", None)
    running = shared.match()
    told = shared.get(f"{running.at}/audit", running.seats[0])
    assert (told["verdict"], told["record"]["verdict"], told["deal"]["verdict"]) == ("legal", "unfinished", "unproved")


@pytest.mark.parametrize(("lang", "says"), [("fr", "entier et terminé"), ("de", "vollständig und beendet")])
def test_it_is_told_in_the_readers_language(shared, finished, lang, says):
    told = shared.get(f"{finished.at}/audit?as=omniscient&lang={lang}")
    assert told["record"]["says"].startswith(says)
    assert shared.post(f"{finished.at}/audits?as=omniscient&lang={lang}")["record"] == told["record"]
    shared.problem(422, "request.shape", "GET", f"{finished.at}/audit?lang=xx")


def test_the_verdict_on_one_event_is_that_of_the_audit(shared, finished):
    told = shared.get(f"{finished.at}/audit?as=omniscient")
    for n in (1, 5, 60):
        assert shared.get(f"{finished.at}/events/{n}?as=omniscient")["verdict"] == told["verdicts"][n - 1]


def test_an_imported_file_is_told_in_three_lines(shared, game_file):
    told = shared.post("/v1/games:import", data=game_file, content_type="application/x-ndjson")
    assert (told["verdict"], told["rules"]["verdict"], told["record"]["verdict"]) == ("clean", "legal", "whole")
    assert told["deal"]["says"] == "proved, 0 of 3 shares chosen by players"
