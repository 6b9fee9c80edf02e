"""Verdicts and known backs in the stream equal those of get_audit and list_known_cards, for each event and view."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.visibility import SPECTATOR, Viewer, seat_viewer
from replay.proofs.shuffle import seed_of_text
from replay.record import Record
from replay.rewind import batches
from service.access.tokens import new_token
from service.queries.event_findings import EVENTS_ON_LOOP, EventFindings, GameFindings
from service.queries.message_cache import MessageCache
from service.store.concurrency.blocking_guard import WouldBlock, forbid_blocking
from tests.long_tests import mostly_long
from tests.projections.test_known_hand_cards import record_of
from tests.service.api.conftest import ApiClient
from tests.service.store.games import with_game_id

CARRIED = "with=verdicts,backs&follow=false"
LINES = {"headers": {"Accept": "application/x-ndjson"}}
POLLS = 12
"""How often a growing game is polled."""


def polled(api: ApiClient, game: str, token: str | None, query: str = "after=0") -> list[dict[str, Any]]:
    """Return the events of a poll with their verdicts and backs, made without the message cache."""
    api.context.messages = MessageCache()
    text = api.request("GET", f"/v1/games/{game}/stream?{query}&{CARRIED}", token, **LINES).text
    lines = filter(None, text.splitlines())  # a blank line is a heartbeat, which a slow poll may have
    return [line for line in map(json.loads, lines) if "n" in line]


def accumulated(messages: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], set[tuple[Any, ...]]]:
    """Return the verdicts of the events, and when which back lay where, as a client adds messages up."""
    verdicts: dict[int, dict[str, Any]] = {}
    spans: dict[tuple[Any, ...], list[list[int]]] = {}
    for message in messages:
        n = message["n"]
        verdicts |= {one["n"]: one for one in message["verdicts"]}
        for back in message["backs"]:
            ranges = spans.setdefault((back["card"], back["variety"], back["offered"]), [])
            if ranges and ranges[-1][1] == n - 1:
                ranges[-1][1] = n
            else:
                ranges.append([n, n])
    return list(verdicts.values()), {(*key, *one) for key, ranges in spans.items() for one in ranges}


class GrowingGame:
    """A recorded game that is written batch by batch."""

    def __init__(self, api: ApiClient, record: Record, name: str, viewer: Viewer) -> None:
        self.api, self.game, self.at = api, name, f"/v1/games/{name}"
        self._batches = list(batches(with_game_id(record.envelopes, name)))[:-1]  # the seed check needs the real seed
        text, entry = new_token("seat", at=1, game=name, seat=viewer.seat or 0, expires=2**60)
        self.token = None if viewer == SPECTATOR else text
        api.context.store.append(name, self._batches[0], seed=seed_of_text(name), entries=[entry])
        api.context.register.invalidate()
        self.version = self._batches[0][-1].n

    def grow(self) -> Iterator[int]:
        """Write further batches, and yield the version some times until the end."""
        rest = self._batches[1:]
        step = max(len(rest) // POLLS, 1)
        for begin in range(0, len(rest), step):
            for batch in rest[begin : begin + step]:
                self.api.context.store.append(self.game, batch)
                self.version = batch[-1].n
            yield self.version


@pytest.mark.parametrize("viewer", mostly_long([seat_viewer(1), SPECTATOR]), ids=["seat", "spectator"])
def test_a_stream_sends_what_polling_returns_and_no_earlier(shared: ApiClient, viewer: Viewer):
    game = GrowingGame(shared, record_of("modern", 1), f"found-{viewer.name.replace(':', '')}", viewer)
    received: list[dict[str, Any]] = []
    changed = backs = 0
    for version in game.grow():
        whole = polled(shared, game.game, game.token)
        assert whole[: len(received)] == received, "messages do not change"
        received += polled(shared, game.game, game.token, f"after={len(received)}")
        assert received == whole
        assert [message["n"] for message in received] == list(range(1, version + 1))
        verdicts, known = accumulated(received)
        assert verdicts == shared.get(f"{game.at}/audit", game.token)["verdicts"]
        answer = shared.get(f"{game.at}/backs", game.token)["backs"]
        assert known == {
            tuple(one[name] for name in ("card", "variety", "offered", "since", "until")) for one in answer
        }
        backs = max(backs, len(known))
        changed = sum(one["n"] != message["n"] for message in received for one in message["verdicts"])
    assert backs, "the viewer came to know no back: use another game"
    assert changed, "no later event changed a verdict: use another game"


def test_control_a_verdict_sent_too_early_is_detected(shared: ApiClient, monkeypatch: pytest.MonkeyPatch):
    def early(self: GameFindings, n: int) -> Any:
        verdict = self._auditor.verdict(n)
        return right(self, n)._replace(verdicts=(verdict,) if verdict else ())

    right = GameFindings.at
    monkeypatch.setattr(GameFindings, "at", early)
    game, first = GrowingGame(shared, record_of("modern", 1), "found-early", SPECTATOR), dict[int, Any]()
    messages = (message for _ in game.grow() for message in polled(shared, game.game, None))
    assert any(message != first.setdefault(message["n"], message) for message in messages)


def test_the_event_loop_judges_a_few_events_and_a_thread_judges_many(shared, monkeypatch):
    record = record_of("modern", 1).seen_by(SPECTATOR)
    ends = [batch[-1].n for batch in batches(record.envelopes)]

    def seen(upto: int) -> Any:
        return lambda after: record.envelopes[after:upto]

    def find(findings: EventFindings, upto: int) -> Any:
        return findings.finding(upto, record.game, SPECTATOR, upto, seen(upto), lambda: True)

    few = next(n for n in reversed(ends) if n <= EVENTS_ON_LOOP)
    many = next(n for n in ends if n > few + EVENTS_ON_LOOP)
    findings = EventFindings()
    with ThreadPoolExecutor(1, initializer=forbid_blocking) as event_loop:
        assert event_loop.submit(find, findings, few).result().verdicts
        with pytest.raises(WouldBlock):
            event_loop.submit(find, findings, many).result()
        assert find(findings, many).verdicts
        assert event_loop.submit(find, findings, many).result().verdicts
