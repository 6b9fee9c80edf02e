"""Check that deliveries of webhooks go on when their sender is killed at any moment."""

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
from tests.service.store.games import add_game, play_game

GAMES = ("a", "b", "c", "d")
BAD = ("b", 3)
"""An event that is refused at first."""


@pytest.fixture
def context(store: GameStore, location: Location) -> Iterator[Context]:
    with Context(open_store(location), Settings(store=location, rate="")) as context:
        yield context


def new_sender(context: Context) -> Delivery:
    """Return a new sender, which knows only what is stored."""
    (hook,) = context.store.find_entries(Webhook)
    waiting, letters = (
        context.store.find_entries(WaitingGame, hook=hook.id),
        context.store.find_entries(DeadLetter, hook=hook.id),
    )
    return Delivery(hook, waiting, letters, context.feed, Backoff(",".join(["0.001"] * 40)))


def taken_despite_kills(context: Context, write: Callable[[Delivery], None]) -> list[tuple[str, int]]:
    """Return what a target takes from 60 senders, each killed with open requests and unwritten progress."""
    luck, now, taken = Random(7), 10**6, list[tuple[str, int]]()
    tries = 0
    for _ in range(60):
        delivery, under_way = new_sender(context), []
        for _ in range(luck.randrange(1, 30)):
            delivery.mark_unread()
            delivery.read_lines()
            if (one := delivery.next_try(now)) is not None:
                under_way.append(one)
            now += 3
            if under_way and (one is None or luck.random() < 0.6):
                done = under_way.pop(luck.randrange(len(under_way)))
                event = (done.line.entry.game, done.line.at.n)
                tries += event == BAD
                fault = "answer" if (event == BAD and tries < 12) or luck.random() < 0.1 else None
                if fault is None:
                    taken.append(event)
                delivery.record_outcome(done, TryOutcome(None, fault), now)
            if luck.random() < 0.4:
                write(delivery)
        now += 5_000_000
    return taken


def write_progress(context: Context, delivery: Delivery) -> None:
    context.store.change_entries(delivery.entries)
    delivery.mark_written()


def numbers(store: GameStore, game: str) -> list[int]:
    """Return the numbers of all events of a game."""
    return [one.n for one in store.envelopes(game)]


def firsts(taken: list[tuple[str, int]], game: str) -> list[int]:
    """Return the numbers of a game by first arrival."""
    return [*dict.fromkeys(n for one, n in taken if one == game)]


@sqlite_first
def test_every_line_is_delivered_in_order_despite_kills_of_the_sender(store: GameStore, context: Context) -> None:
    prepare(store)
    taken = taken_despite_kills(context, lambda delivery: write_progress(context, delivery))
    for game in GAMES:
        assert firsts(taken, game) == numbers(store, game)
    (hook,) = context.store.find_entries(Webhook)
    assert (context.store.find_entries(WaitingGame), context.store.find_entries(DeadLetter), hook.failures) == (
        [],
        [],
        0,
    )


@pytest.mark.long
@sqlite_first
def test_control_progress_written_too_early_loses_lines(
    store: GameStore, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(store)
    advance_place = Delivery._advance_place

    def settle_early(delivery: Delivery) -> None:
        for one in delivery._open_lines:
            one.settled = True
        advance_place(delivery)

    monkeypatch.setattr(Delivery, "_advance_place", settle_early)
    taken = taken_despite_kills(context, lambda delivery: write_progress(context, delivery))
    assert any(firsts(taken, game) != numbers(store, game) for game in GAMES)


def test_an_overtaken_sender_writes_no_progress(store: GameStore, context: Context) -> None:
    prepare(store)
    fast, slow = new_sender(context), new_sender(context)
    for one in (fast, slow):
        one.read_lines()
        begin = one.next_try(1)
        assert begin is not None
        one.record_outcome(begin, TryOutcome(204), 1)
    write_progress(context, fast)
    before = context.store.find_entries(Webhook)
    with pytest.raises(Conflict, match="another process has changed this webhook"):
        context.store.change_entries(slow.entries)
    assert context.store.find_entries(Webhook) == before


def test_the_lease_of_webhooks_has_one_holder(store: GameStore, context: Context, location: Location) -> None:
    with open_store(location) as other:
        assert context.store.take_lease("webhooks")
        assert not other.take_lease("webhooks")


def prepare(store: GameStore) -> None:
    """Add some games, and a webhook for all of them."""
    for game in GAMES:
        add_game(store, play_game(game, 9))
    _, token = new_token("service", at=0)
    store.save_entries(token, Webhook(id="w", token=token.digest, url="https://localhost/", made=0))
