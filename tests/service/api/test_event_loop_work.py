"""Expensive messages of streams are made in a thread, so that the event loop is not blocked."""

from collections import Counter
from typing import Any

import pytest

from domain.visibility import Viewer
from service.queries import game_segment, record_cache
from service.queries.game_segment import GameSegment
from service.store.concurrency.blocking_guard import may_block
from service.streaming import expansions, stream_messages
from service.streaming.expansions import Expander
from tests.service.api.conftest import ApiClient, finished_file
from tests.service.api.event_loop import ApiEventLoop, Transport, event_loop
from tests.waiting import wait_until

__all__ = ["event_loop"]

IDLE_SEAT = 2
"""A seat that does not act. A thread makes its lines when it answers another seat's command."""


@pytest.fixture
def made_on_loop(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts what the loop makes: states, and the most lines and folded events at once."""
    found: Counter[str] = Counter()
    after, fold, lines_for = Expander.of_event, record_cache.table_after, GameSegment.lines_for

    def states(self: Expander, n: int, *, settled: bool) -> dict[str, Any]:
        made = after(self, n, settled=settled)
        found["states"] += not may_block()
        return made

    def folds(envelopes: Any, *more: Any) -> Any:
        if not may_block():
            found["events"] = max(found["events"], len(envelopes))
        return fold(envelopes, *more)

    def lines(self: GameSegment, viewer: Viewer, *parts: Any) -> list[bytes]:
        made = lines_for(self, viewer, *parts)
        if not may_block():
            found["lines"] = max(found["lines"], len(made))
        return made

    monkeypatch.setattr(Expander, "of_event", states)
    monkeypatch.setattr(record_cache, "table_after", folds)
    monkeypatch.setattr(GameSegment, "lines_for", lines)
    return found


def stream_finished_game(api: ApiClient, event_loop: ApiEventLoop) -> None:
    """Stream an ended game with its state to the end."""
    game = api.post("/v1/games:import", api.service, data=finished_file())["game"]
    transport = Transport()
    event_loop.follow(api, f"/v1/games/{game}/stream?after=0&with=table,choices", transport)
    wait_until(lambda: b"event: end" in transport.sent)


def stream_a_trade(api: ApiClient, event_loop: ApiEventLoop, query: str = "", seat: int = 1) -> None:
    """Stream to a seat from the last event on while seats 0 and 1 trade."""
    match, transport = api.match(), Transport()
    wait_until(lambda: api.context.notifier._position >= api.context.store.position())
    event_loop.follow(
        api, f"{match.at}/stream?after={match.version}&as=seat:{seat}{query}", transport, match.seats[seat]
    )
    wait_until(lambda: bool(transport.parts))
    api.trade(match)
    last = api.get(match.at, api.service)["version"]
    wait_until(lambda: f"id: {last}\n".encode() in transport.sent)  # the trade, and the end of the trading


def test_a_subscriber_far_behind_is_served_by_a_thread(api, event_loop, made_on_loop):
    stream_finished_game(api, event_loop)
    assert made_on_loop["states"] <= stream_messages.EXPANDED_EVENTS_PER_TURN
    assert made_on_loop["events"] <= record_cache.FOLDED_EVENTS_MAX


def test_control_without_a_bound_the_loop_makes_all_states(api, event_loop, made_on_loop, monkeypatch):
    monkeypatch.setattr(stream_messages, "EXPANDED_EVENTS_PER_TURN", 10**6)
    stream_finished_game(api, event_loop)
    assert made_on_loop["states"] > 250


def test_many_lines_are_made_by_a_thread(api, event_loop, made_on_loop, monkeypatch):
    monkeypatch.setattr(game_segment, "LINES_ON_LOOP", 1)
    stream_a_trade(api, event_loop, seat=IDLE_SEAT)
    assert made_on_loop["lines"] <= 1


def test_control_the_lines_of_one_batch_are_made_on_the_loop(api, event_loop, made_on_loop):
    stream_a_trade(api, event_loop, seat=IDLE_SEAT)
    assert made_on_loop["lines"] > 1


def test_choices_of_many_offers_are_made_by_a_thread(api, event_loop, made_on_loop, monkeypatch):
    monkeypatch.setattr(expansions, "OFFERS_MAX_ON_LOOP", -1)
    stream_a_trade(api, event_loop, "&with=table,choices")
    assert not made_on_loop["states"]


def test_control_choices_of_few_offers_are_made_on_the_loop(api, event_loop, made_on_loop):
    stream_a_trade(api, event_loop, "&with=table,choices")
    assert made_on_loop["states"]
