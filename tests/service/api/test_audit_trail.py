"""The audit trail: sentences about actions of officials, parsed back to a code and facts for translation."""

import string
from collections.abc import Iterator

import pytest

from service.access.audit_trail import NUMERIC_FACTS, SENTENCES, parse_trace, trace_text
from tests.service.api.conftest import ApiClient, open_api
from tests.service.disputes.disputed_games import act, arbiter, claimed, table

WORDS = {"who": "An arbiter", "view": "seat:1"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("traces") / "store") as api:
        yield api


@pytest.mark.parametrize("code", SENTENCES)
def test_every_sentence_of_the_audit_trail_is_parsed_back_to_its_code(code: str) -> None:
    places = [name for _, name, _, _ in string.Formatter().parse(SENTENCES[code]) if name]
    facts = {name: 12 if name in NUMERIC_FACTS else WORDS.get(name, "Why?\n(1.) {x}") for name in places}
    assert parse_trace(trace_text(code, **facts)) == (code, facts)


def test_other_texts_have_no_code() -> None:
    for text in ("", "Hm.", "The game was paused", "Seat 1 was given to a bot.\n", "Seat x was given to a bot."):
        assert parse_trace(text) is None


def test_notes_of_the_service_have_a_code_and_comments_have_none(api: ApiClient) -> None:
    match = table(api)
    event = api.get(match.at)["version"]
    claimed(api, match)
    api.post(f"{match.at}/pause", arbiter(api, match))
    act(api, match, match.seats[1], type="WithdrawDispute", dispute=1)
    api.post(f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": trace_text("paused")})
    noted = api.get(f"{match.at}/annotations")["annotations"]
    found = {(one["code"], one["by"]): one["facts"] for one in noted}
    assert found == {
        (None, "seat:0"): {},
        ("dispute.opened", "seat:1"): {"who": "Seat 2", "event": event, "dispute": 1},
        ("arbiter.called", "organiser"): {"reason": "a dispute"},
        ("paused", "arbiter"): {},
        ("dispute.withdrawn", "seat:1"): {"who": "Seat 2", "dispute": 1},
    }
