"""The parts of the Python client kit on broken connections."""

import json
from collections.abc import Generator
from typing import Any

import pytest

from haricot_client.choices import Turns
from haricot_client.ndjson import Lines
from haricot_client.problems import HaricotProblem
from haricot_client.request import LOST, Call, Reply, page_of
from haricot_client.retry import Backoff, Step, retry_steps
from haricot_client.streams import FeedStream, GameStream

ODD = {"n": 2, "event": {"says": "a\u2028b\u0085c Gärtner 🫘"}}
DRAW = {"type": "DrawCards", "seat": 1}
GONE = Reply(404, {}, b'{"code": "not-found"}')


def line(message: object, end: bytes = b"\n") -> bytes:
    """Return a line of a stream, as the service writes it."""
    return json.dumps(message, ensure_ascii=False).encode() + end


def run_call(call: Call[Any], *replies: Reply) -> Any:
    """Run a call with these replies, without pauses, and return its result."""
    steps: Generator[Step, Reply | None, Any] = retry_steps(call, 8)
    step, left = next(steps), list(replies)
    try:
        while True:
            step = steps.send(left.pop(0) if isinstance(step, Call) else None)
    except StopIteration as answered:
        assert left == []
        return answered.value


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_a_message_is_parsed_from_chunks_of_any_size(size: int) -> None:
    sent = line({"table": {"n": 1}}) + b"\n" + line(ODD, b"\r\n") + line({"n": 3, "event": {}}, b"")
    stream = GameStream("g", {}, None)
    assert stream.opened(Reply(200, {}))
    found = [one for k in range(0, len(sent), size) for one in stream.messages(sent[k : k + size])]
    assert found == [{"table": {"n": 1}}, ODD]
    assert stream.call().headers["Last-Event-ID"] == "2"
    assert stream.opened(Reply(200, {}))
    assert list(stream.messages(line(ODD) + line({"n": 3, "event": {}}))) == [{"n": 3, "event": {}}]


def test_control_unicode_line_separators_do_not_split_lines() -> None:
    assert Lines().add(line(ODD)) == [line(ODD, b"")]
    assert len(line(ODD).decode().splitlines()) == 3


def test_a_feed_resumes_after_its_last_line() -> None:
    feed = FeedStream({}, "c0")
    assert feed.call().headers["Last-Event-ID"] == "c0"
    assert feed.opened(Reply(200, {}))
    assert len(list(feed.messages(line({"cursor": "c1"}) + line({"cursor": "c2"}, b"")))) == 1
    assert feed.call().headers["Last-Event-ID"] == "c1"
    with pytest.raises(HaricotProblem):
        feed.opened(Reply(410, {}, b'{"code": "feed.cursor"}'))


def test_backoff_grows_obeys_retry_after_and_resets() -> None:
    backoff = Backoff()
    assert [backoff.after(LOST) for _ in range(8)] == [0.25, 0.5, 1, 2, 4, 8, 15, 15]
    backoff.reset()
    assert [backoff.after(Reply(503, {"retry-after": named})) for named in ("7", "soon", "0")] == [7, 0.5, 0]


def test_a_404_means_success_only_for_a_retried_delete() -> None:
    revoke: Call[None] = Call(method="DELETE", path="/", read=lambda _: None)
    assert run_call(revoke, LOST, GONE) is None
    for call, replies in (
        (revoke, [GONE]),
        (revoke, [Reply(503, {}), GONE]),
        (Call(method="GET", path="/"), [LOST, GONE]),
    ):
        with pytest.raises(HaricotProblem):
            run_call(call, *replies)


def test_a_page_links_to_the_next() -> None:
    reply = Reply(200, {"link": '</v1/games?status=open&cursor=b%26c>; rel="next"'}, b'{"games": [1]}')
    assert page_of("games")(reply).onward == {"status": "open", "cursor": "b&c"}
    assert page_of("games")(Reply(200, {}, b'{"games": []}')).onward is None


def test_a_turn_is_offered_with_the_last_table_and_only_once() -> None:
    turns, choices = Turns(), {"to_act": [1], "asked": [], "legal": [DRAW], "offers": []}
    assert turns.offered({"notice": {"n": 0, **choices, "legal": []}}) is None
    assert turns.offered({"table": {"n": 4}, **choices})["table"] == {"n": 4}
    assert turns.offered({"n": 5, "event": {}, **choices, "to_act": [0]}) is None
    assert turns.offered({"notice": {"n": 5, **choices}})["table"] == {"n": 4}
    turns.moved = 9
    assert turns.offered({"n": 8, "event": {}, "table": {"n": 8}, **choices}) is None
    assert turns.offered({"n": 9, "event": {}, "table": {"n": 9}, **choices})["n"] == 9
