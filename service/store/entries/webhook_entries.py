"""Stored webhooks: where each sends, its place in the feed, its waiting games, and its dead letters."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from service.store.entries.entry_sql import SQLITE, read
from service.store.entries.metadata_store import Entry

ON: Final = "on"
PAUSED: Final = "paused"
OFF: Final = "off"
"""The states of a webhook: it sends, its token paused it, or it was ended and must be resumed."""


class HookEntry(Entry):
    """An entry that does not affect any view of a game."""

    quiet = True
    came_with = 6


class Webhook(HookEntry):
    """The target of lines of the feed for a token, by its digest. Times are in milliseconds since 1970.

    All lines up to event `n` of the line at `place`, which `cursor` names, are finished: accepted, waiting with their
    game, or dead letters. The `revision` grows with every change, so that the slower of two concurrent changes fails.
    Nothing is sent before `held_until`. `failures` counts failed tries in a row; `status` and `fault` say why.

    Its secret has this `secret_number`. The one before is used for signatures as well, until `former_until`.
    """

    kept_in = "webhooks"
    named_by = ("id",)
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
    """A game whose next line could not be sent: `waiting` lines after event `n` of the line at `place`.

    That line had this many `tries`, and is `due` again; `status` and `fault` say why it failed.
    """

    kept_in = "webhook_games"
    named_by = ("hook", "game")

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
    """A line that failed in all its tries, after which its game went on. `due` is set when it is sent again."""

    kept_in = "webhook_dead_letters"
    named_by = ("hook", "cursor")

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


class WebhookGone(Webhook):
    """A deleted webhook."""

    gone = True


class WaitingGameGone(WaitingGame):
    """A game that does not wait any more."""

    gone = True


class DeadLetterGone(DeadLetter):
    """A dead letter that was accepted in the end, or deleted."""

    gone = True


HOOKED: Final[tuple[type[HookEntry], ...]] = (Webhook, WaitingGame, DeadLetter)
_GONE: Final[dict[type[HookEntry], type[HookEntry]]] = {
    Webhook: WebhookGone,
    WaitingGame: WaitingGameGone,
    DeadLetter: DeadLetterGone,
}


def tombstone(entry: HookEntry) -> HookEntry:
    """Return the entry that deletes this entry."""
    return _GONE[type(entry)](**asdict(entry))


class Backlogged(NamedTuple):
    """The backlog of a webhook: waiting games and lines, the time of the next try, and dead letters."""

    games: int
    lines: int
    due: int | None
    letters: int


def backlogged(rows: Callable[..., list[Any]], hook: str) -> list[Backlogged]:
    """Return the backlog of a webhook as one row."""
    mark = SQLITE.mark
    games = (
        f"SELECT count(*), coalesce(sum(waiting), 0), min(due) FROM webhook_games WHERE hook = {mark} AND waiting > 0"
    )
    ((count, lines, due),) = rows(games, hook)
    ((letters,),) = rows(f"SELECT count(*) FROM webhook_dead_letters WHERE hook = {mark}", hook)
    return [Backlogged(count, int(lines), due, letters)]


def letters_after(rows: Callable[..., list[Any]], hook: str, after: str | None, limit: int) -> list[DeadLetter]:
    """Return the dead letters of a webhook, oldest first, after the one of this cursor if given."""
    mark = SQLITE.mark
    query = f"SELECT {', '.join(DeadLetter.__struct_fields__)} FROM webhook_dead_letters WHERE hook = {mark}"
    values: list[object] = [hook]
    if after is not None:
        before = f"SELECT at, cursor FROM webhook_dead_letters WHERE hook = {mark} AND cursor = {mark}"
        query += f" AND (at, cursor) > ({before})"
        values += [hook, after]
    return [read(DeadLetter, row) for row in rows(f"{query} ORDER BY at, cursor LIMIT {mark}", *values, limit)]
