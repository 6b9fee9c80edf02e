"""Webhooks in every database: whoever sends them may be killed at any moment, and another goes on."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from service.access.context import Context
from service.access.tokens import new_token
from service.settings import Settings
from service.store.entries.webhook_entries import DeadLetter, WaitingGame, Webhook
from service.store.errors import Conflict
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from service.webhooks.backoff import Backoff
from service.webhooks.delivery import Delivery
from service.webhooks.sender import TryOutcome
from tests.service.store.contract.conftest import sqlite_first
from tests.service.store.games import keep, played

GAMES = ("a", "b", "c", "d")
BAD = ("b", 3)
"""An event that is refused at first."""


@pytest.fixture
def context(store: GameStore, location: Location) -> Iterator[Context]:
    with Context(open_store(location), Settings(store=location, rate="")) as context:
        yield context


def begun(context: Context) -> Delivery:
    """Whoever takes over, and knows nothing but what is stored."""
    (hook,) = context.store.noted(Webhook)
    waiting, letters = context.store.noted(WaitingGame, hook=hook.id), context.store.noted(DeadLetter, hook=hook.id)
    return Delivery(hook, waiting, letters, context.feed, Backoff(",".join(["0.001"] * 40)))


def sent_through_deaths(context: Context, write: Callable[[Delivery], None]) -> list[tuple[str, int]]:
    """What a target takes, while whoever sends dies again and again, with lines under way and progress unwritten."""
    luck, now, taken = Random(7), 10**6, list[tuple[str, int]]()
    tries = 0
    for _ in range(60):
        delivery, under_way = begun(context), []
        for _ in range(luck.randrange(1, 30)):
            delivery.news()
            delivery.read_on()
            if (one := delivery.begin(now)) is not None:
                under_way.append(one)
            now += 3
            if under_way and (one is None or luck.random() < 0.6):
                done = under_way.pop(luck.randrange(len(under_way)))
                event = (done.line.entry.game, done.line.at.n)
                tries += event == BAD
                fault = "answer" if (event == BAD and tries < 12) or luck.random() < 0.1 else None
                if fault is None:
                    taken.append(event)
                delivery.settle(done, TryOutcome(None, fault), now)
            if luck.random() < 0.4:
                write(delivery)
        now += 5_000_000
    return taken


def written(context: Context, delivery: Delivery) -> None:
    context.store.settle(delivery.entries)
    delivery.written()


def numbers(store: GameStore, game: str) -> list[int]:
    """The numbers of all events of a game."""
    return [one.n for one in store.envelopes(game)]


def firsts(taken: list[tuple[str, int]], game: str) -> list[int]:
    """The numbers of a game, each as it came first."""
    return [*dict.fromkeys(n for one, n in taken if one == game)]


@sqlite_first
def test_every_line_comes_and_each_game_in_its_order_whenever_the_sender_dies(
    store: GameStore, context: Context
) -> None:
    prepare(store)
    taken = sent_through_deaths(context, lambda delivery: written(context, delivery))
    for game in GAMES:
        assert firsts(taken, game) == numbers(store, game)
    (hook,) = context.store.noted(Webhook)
    assert (context.store.noted(WaitingGame), context.store.noted(DeadLetter), hook.failures) == ([], [], 0)


@pytest.mark.long
@sqlite_first
def test_control_a_place_that_runs_ahead_of_what_was_taken_loses_lines(
    store: GameStore, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(store)
    honest = Delivery._pass_on

    def hasty(delivery: Delivery) -> None:
        for one in delivery._open:
            one.settled = True
        honest(delivery)

    monkeypatch.setattr(Delivery, "_pass_on", hasty)
    taken = sent_through_deaths(context, lambda delivery: written(context, delivery))
    assert any(firsts(taken, game) != numbers(store, game) for game in GAMES)


def test_of_two_who_send_the_one_who_was_overtaken_writes_nothing(store: GameStore, context: Context) -> None:
    prepare(store)
    fast, slow = begun(context), begun(context)
    for one in (fast, slow):
        one.read_on()
        begin = one.begin(1)
        assert begin is not None
        one.settle(begin, TryOutcome(204), 1)
    written(context, fast)
    before = context.store.noted(Webhook)
    with pytest.raises(Conflict, match="another process has changed this webhook"):
        context.store.settle(slow.entries)
    assert context.store.noted(Webhook) == before


def test_one_process_at_a_time_has_the_lease(store: GameStore, context: Context, location: Location) -> None:
    with open_store(location) as other:
        assert context.store.take_lease("webhooks")
        assert not other.take_lease("webhooks")


def prepare(store: GameStore) -> None:
    """Some games, and a webhook that is to tell of all of them."""
    for game in GAMES:
        keep(store, played(game, 9))
    _, token = new_token("service", at=0)
    store.note(token, Webhook(id="w", token=token.digest, url="https://localhost/", made=0))
