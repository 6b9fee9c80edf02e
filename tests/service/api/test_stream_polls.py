"""A poll of a stream, `follow=false`: all that is there, at once and complete, and 304 where nothing was added."""

from typing import Any

from service.http.request_lifecycle import VISIT
from tests.service.api.conftest import House, Match
from tests.service.api.on_loop import OnLoop, Way, house_alone, on_loop
from tests.waiting import until

__all__ = ["house_alone", "on_loop"]


def poll(house: House, match: Match, after: int, etag: str = "", token: str | None = None, **headers: str) -> Any:
    """What a poll is answered, read to its end."""
    headers |= {"If-None-Match": etag} if etag else {}
    path = f"{match.at}/stream?after={after}&follow=false&with=table,choices"
    return house.ask("GET", path, token, headers=headers, buffered=True)


def test_a_poll_says_what_is_there_and_ends_and_is_304_until_something_is_added(house: House) -> None:
    match = house.match()
    first = poll(house, match, 0)
    assert first.text.count("event: event") == match.version
    assert "event: end" not in first.text
    assert house.desk.waiting.total == 0
    etag = first.headers["ETag"]
    assert (poll(house, match, match.version).status_code, poll(house, match, match.version).text) == (200, "")
    known = poll(house, match, match.version, etag)
    assert (known.status_code, known.data, known.headers["ETag"]) == (304, b"", etag)
    assert poll(house, match, match.version - 1, etag).text.count("event: event") == 1, "they do not have it"
    house.post(f"{match.at}/annotations", match.seats[1], json={"n": 3, "text": "Hm."})
    noted = poll(house, match, match.version, etag)
    assert (noted.status_code, noted.text) == (200, ""), "its ETag alone tells of a remark"
    house.post(f"{match.at}/pause", match.organiser)
    assert '"kind":"paused"' in poll(house, match, match.version, noted.headers["ETag"]).text
    house.post(f"{match.at}/resume", match.organiser)
    house.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    last = poll(house, match, match.version, noted.headers["ETag"])
    assert "event: end" in last.text
    lines = poll(house, match, match.version, Accept="application/x-ndjson").text.splitlines()
    assert lines[-1].startswith('{"end":')


def test_a_delayed_spectator_cannot_tell_by_the_etag_that_something_happened(house: House) -> None:
    match = house.match(spectator_delay={"seconds": 3600})
    before = poll(house, match, 1).headers["ETag"]
    own = poll(house, match, match.version, token=match.seats[0]).headers["ETag"]
    house.trade(match)
    house.post(f"{match.at}/annotations", match.seats[1], json={"n": 1, "text": "Hm."})
    house.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert poll(house, match, 1, before).status_code == 304
    assert poll(house, match, match.version, own, token=match.seats[0]).status_code == 200


def test_a_poll_on_the_loop_ends_beside_somebody_who_follows(house: House, on_loop: OnLoop) -> None:
    match, follows, polls = house.match(), Way(), Way()
    on_loop.follow(house, f"{match.at}/stream?after=0", follows)
    on_loop.follow(house, f"{match.at}/stream?after=0&follow=false", polls)
    until(lambda: house.desk.waiting.total == 1)
    assert polls.said == follows.said
    assert match.version == polls.said.count(b"event: event")


def test_the_loop_hands_a_poll_over_as_another_process_may_have_written(house: House, on_loop: OnLoop) -> None:
    match = house.match()
    house.get(match.at)
    found = on_loop.ask(f"{match.at}/stream", b"", method="GET", query=f"after={match.version}&follow=false")
    assert set(found) == {VISIT}
    assert house.desk.waiting.total == 0
