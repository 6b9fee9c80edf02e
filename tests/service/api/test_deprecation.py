"""Deprecations are announced in the API description, in each answer and in the changelog."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

from service.api.routes import INTERFACE, OPERATIONS
from service.http.deprecation import NOTICE_MIN, Deprecated
from service.http.operation import Operation, Operations, OperationTag
from service.openapi.document import describe_api
from tests.service.api.event_loop import api_without_cors, event_loop
from tests.service.api.test_event_loop_path import first_commands, warm

__all__ = ["api_without_cors", "event_loop"]

CHANGELOG = Path(__file__).parents[3] / "CHANGELOG.md"
DEPRECATED = Deprecated(date(2027, 1, 2), date(2028, 6, 1), "Ask `list_tables` instead.")
LATER = Deprecated(date(2027, 3, 4), date(2029, 1, 1), "Leave it out.")
ABOUT = '</docs#{}>; rel="deprecation"; type="text/html"'
DATED = {"Deprecation", "Sunset"}


@pytest.fixture
def planted(monkeypatch):
    """Two deprecated operations, one of them on the event loop, and a deprecated argument of a paged one."""
    declared = {
        "get_table": replace(OPERATIONS["get_table"], deprecated=DEPRECATED),
        "submit_command": replace(OPERATIONS["submit_command"], deprecated=DEPRECATED),
        "list_games": replace(
            OPERATIONS["list_games"], request=replace(OPERATIONS["list_games"].request, deprecated={"edition": LATER})
        ),
    }
    for name, operation in declared.items():
        monkeypatch.setitem(OPERATIONS, name, operation)
    return declared


def interface_with(operations: Mapping[str, Operation]) -> list[OperationTag]:
    """Return the interface with these operations in place of its own."""
    made = []
    for tag in INTERFACE:
        same = Operations()
        same._operations = [operations.get(one.name, one) for one in tag]
        made.append(replace(tag, parts=(same,)))
    return made


def deprecation_headers(headers: Any) -> set[str]:
    """Return the names of the deprecation headers of an answer."""
    return DATED & set(dict(headers))


@pytest.mark.usefixtures("planted")
def test_each_answer_of_a_deprecated_operation_has_dates_and_a_link(new_api):
    api = new_api(rate="7 per minute")
    match = api.match()
    asked = ["", "?at=0", "?at=99999", "?unknown=1"]
    answers = [api.request("GET", f"{match.at}/table{query}", match.seats[0]) for query in asked]
    answers.append(api.request("GET", "/v1/games/nothing/table", "hrc_seat_" + "x" * 43))
    assert [answer.status_code for answer in answers] == [200, 422, 422, 422, 401]
    late = [api.request("GET", f"{match.at}/table", match.seats[0]) for _ in range(8)]
    assert late[-1].status_code == 429
    for answer in [*answers, *late]:
        assert answer.headers["Deprecation"] == f"@{int(datetime(2027, 1, 2, tzinfo=UTC).timestamp())}"
        assert parsedate_to_datetime(answer.headers["Sunset"]) == datetime(2028, 6, 1, tzinfo=UTC)
        assert answer.headers["Link"] == ABOUT.format("get_table")


@pytest.mark.usefixtures("planted")
def test_other_answers_have_no_deprecation_headers(new_api):
    api = new_api()
    match = api.match()
    for path in (match.at, f"{match.at}/tables", "/v1/games?limit=1", "/docs", "/openapi.json", "/nowhere"):
        assert deprecation_headers(api.request("GET", path).headers) == set(), path


@pytest.mark.usefixtures("planted")
def test_a_deprecated_argument_adds_headers_when_it_is_sent(new_api):
    api = new_api()
    for _ in range(2):
        api.match()
    answer = api.request("GET", "/v1/games?limit=1&edition=classic")
    assert answer.headers["Deprecation"] == f"@{int(datetime(2027, 3, 4, tzinfo=UTC).timestamp())}"
    following, about = answer.headers["Link"].split(", ")
    assert following.endswith('rel="next"')
    assert about == ABOUT.format("list_games")


@pytest.mark.usefixtures("planted")
def test_the_event_loop_sends_deprecation_headers(event_loop, api):
    match = api.match()
    warm(api, match)
    body = json.dumps(first_commands(api, match)[0]).encode()
    quick = event_loop.answer(f"{match.at}/commands", body, Authorization=f"Bearer {match.seats[0]}")
    threaded = api.request("POST", f"{match.at}/commands", match.seats[0], data=body, content_type="application/json")
    assert quick.status == 201
    assert {name: dict(quick.headers)[name] for name in (*DATED, "Link")} == {
        name: threaded.headers[name] for name in (*DATED, "Link")
    }


def test_the_description_marks_deprecated_operations_and_arguments(planted):
    document = describe_api(interface_with(planted))
    table = document["paths"]["/v1/games/{game}/table"]["get"]
    assert table["deprecated"] is True
    assert table["description"].endswith(DEPRECATED.sentence)
    assert all(DATED < set(answer["headers"]) for answer in table["responses"].values())
    games = document["paths"]["/v1/games"]["get"]
    assert "deprecated" not in games
    edition, *_ = (one for one in games["parameters"] if one["name"] == "edition")
    assert (edition["deprecated"], edition["description"].endswith(LATER.sentence)) == (True, True)
    assert DATED < set(document["components"]["headers"])


def test_the_description_has_no_sunset_header_without_deprecations(shared):
    going = [one.name for one in OPERATIONS.values() if one.deprecated or one.request.deprecated]
    document = shared.get("/openapi.json")
    assert bool(going) == ("Sunset" in document["components"]["headers"])


def unlisted(operations: Mapping[str, Operation], changelog: str) -> Iterator[str]:
    """Yield deprecations that the changelog does not list with their last day, and unknown arguments."""
    for name, one in operations.items():
        known = {argument for place, argument in one.parameters if place == "query"}
        going = [*([(name, one.deprecated)] if one.deprecated else []), *one.request.deprecated.items()]
        yield from (f"{name} has no {argument}" for argument in one.request.deprecated if argument not in known)
        for what, until in going:
            if not re.search(rf"`{what}`.*{until.removal}", changelog):
                yield f"CHANGELOG.md does not list {what}, which ends on {until.removal}"


def test_deprecations_are_in_the_changelog():
    assert list(unlisted(OPERATIONS, CHANGELOG.read_text("utf-8"))) == []


def test_control_a_deprecation_missing_in_the_changelog_is_detected(planted):
    assert len(list(unlisted(planted, CHANGELOG.read_text("utf-8")))) == 3
    said = f"- `get_table`, `submit_command` go on {DEPRECATED.removal}.\n- `edition` goes on {LATER.removal}.\n"
    assert list(unlisted(planted, said)) == []


def test_a_deprecation_needs_the_promised_notice():
    with pytest.raises(ValueError, match="less than 365 days"):
        Deprecated(date(2027, 1, 1), date(2027, 1, 1) + NOTICE_MIN - timedelta(days=1), "")
    promises = (Path(__file__).parents[3] / "docs" / "promises.md").read_text("utf-8")
    assert f"{NOTICE_MIN.days} days" in promises
