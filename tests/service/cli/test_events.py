"""`haricot events`: the log as JSON, or as sentences in three languages."""

import pytest

from tests.service.command_line import GAME, run_ok, run_refused


def test_events_are_the_envelopes_of_the_game_file(store):
    events = run_ok("events", GAME, "--data", store).lines
    exported = run_ok("export", GAME, "--data", store).lines[1:-1]
    assert [{key: line[key] for key in line if key != "check"} for line in exported] == events
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    for event in events:
        assert list(event) in (["game", "n", "at", "event"], ["game", "n", "at", "event", "cause"])
        assert next(iter(event["event"])) == "type"
        if "cause" in event:
            assert list(event["cause"]) == ["command", "by", "key"]
    assert "cause" in events[0]


def test_events_after_prints_the_events_after_n(store):
    events = run_ok("events", GAME, "--data", store).lines
    assert run_ok("events", GAME, "--after", 600, "--data", store).lines == events[600:]
    assert run_ok("events", GAME, "--after", 10**30, "--data", store).lines == []
    assert run_ok("events", GAME, "--lang", "en", "--json", "--data", store).lines == events


@pytest.mark.parametrize("n", ["-1", "x", ""])
def test_events_after_refuses_a_negative_number(n, unchanged_store):
    run_refused("events", GAME, "--after", n, "--data", unchanged_store)


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "A game is created"), ("fr", "créée"), ("de", "wird angelegt")]
)
def test_events_are_printed_as_sentences_in_three_languages(language, sentence, store):
    lines = run_ok("events", GAME, "--lang", language, "--data", store).out.splitlines()
    assert lines[0].startswith("    1  ")
    assert sentence in lines[0]
    assert len(lines) == len(run_ok("events", GAME, "--data", store).lines)
