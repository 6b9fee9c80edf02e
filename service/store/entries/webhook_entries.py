"""Stored webhooks: their targets, their places in the feed, their waiting games and their dead letters."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from service.store.entries.entry_sql import SQLITE, entry_from_row
from service.store.entries.metadata_store import Entry

ON: Final = "on"
"""The state of a webhook that delivers."""
PAUSED: Final = "paused"
"""The state of a webhook that its owner paused."""
OFF: Final = "off"
"""The state of a webhook that the service stopped. Its owner must resume it."""


class HookEntry(Entry):
    """An entry that no view of a game depends on, so caches stay valid."""

    keeps_caches = True
    since_schema = 6


class Webhook(HookEntry):
    """A webhook: the URL to which lines of the feed are sent for a token. Times are in milliseconds since 1970.

    All lines up to event `n` of the line at `place` are finished: accepted, waiting with their game, or dead letters.
    `cursor` is the public name of that place. `revision` grows with every change, so that the slower of two concurrent
    changes fails. Nothing is sent before `held_until`. `failures` counts successive failed attempts; `status` and
    `fault` are those of the last attempt.

    `secret_number` is the number of the current secret. Until `former_until`, the previous secret signs as well.
    """

    sql_table = "webhooks"
    key_fields = ("id",)
    columns_since = MappingProxyType({"secret_number": 8, "former_until": 8, "tournament": 14})

    id: str
    token: str
    url: str
    made: int
    types: str = ""
    game: str | None = None
    tell: str = ""
    note: str | None = None
    state: str = ON
    reason: str | None = None
    revision: int = 0
    place: int = 0
    n: int = 0
    cursor: str | None = None
    failures: int = 0
    failing_since: int | None = None
    held_until: int | None = None
    last_success: int | None = None
    status: int | None = None
    fault: str | None = None
    secret_number: int = 0
    former_until: int | None = None
    tournament: str | None = None


class WaitingGame(HookEntry):
    """A game whose next line could not be delivered: `waiting` lines after event `n` of the line at `place`.

    The next line had this many `tries`, and is sent again at `due`. `status` and `fault` are those of the last attempt.
    """

    sql_table = "webhook_games"
    key_fields = ("hook", "game")

    hook: str
    game: str
    place: int
    n: int
    waiting: int
    tries: int
    due: int
    since: int
    status: int | None = None
    fault: str | None = None


class DeadLetter(HookEntry):
    """A line whose attempts all failed. Later lines of its game are sent. `due` is set if it is to be sent again."""

    sql_table = "webhook_dead_letters"
    key_fields = ("hook", "cursor")

    hook: str
    cursor: str
    game: str
    place: int
    n: int
    type: str
    tries: int
    at: int
    status: int | None = None
    fault: str | None = None
    due: int | None = None


WEBHOOK_KINDS: Final[tuple[type[HookEntry], ...]] = (Webhook, WaitingGame, DeadLetter)


class WebhookBacklog(NamedTuple):
    """The backlog of a webhook: the numbers of waiting games, waiting lines and dead letters.

    `due` is the time of the next attempt, or None.
    """

    games: int
    lines: int
    due: int | None
    letters: int


def webhook_backlog(rows: Callable[..., list[Any]], hook: str) -> list[WebhookBacklog]:
    """Return the backlog of a webhook, in a list of one."""
    mark = SQLITE.placeholder
    games = (
        f"SELECT count(*), coalesce(sum(waiting), 0), min(due) FROM webhook_games WHERE hook = {mark} AND waiting > 0"
    )
    ((count, lines, due),) = rows(games, hook)
    ((letters,),) = rows(f"SELECT count(*) FROM webhook_dead_letters WHERE hook = {mark}", hook)
    return [WebhookBacklog(count, int(lines), due, letters)]


def dead_letters_after(rows: Callable[..., list[Any]], hook: str, after: str | None, limit: int) -> list[DeadLetter]:
    """Return at most `limit` dead letters of a webhook, oldest first, after the one with this cursor if given."""
    mark = SQLITE.placeholder
    query = f"SELECT {', '.join(DeadLetter.__struct_fields__)} FROM webhook_dead_letters WHERE hook = {mark}"
    values: list[object] = [hook]
    if after is not None:
        before = f"SELECT at, cursor FROM webhook_dead_letters WHERE hook = {mark} AND cursor = {mark}"
        query += f" AND (at, cursor) > ({before})"
        values += [hook, after]
    return [
        entry_from_row(DeadLetter, row) for row in rows(f"{query} ORDER BY at, cursor LIMIT {mark}", *values, limit)
    ]
