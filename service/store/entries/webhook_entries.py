"""What is kept of webhooks: where each sends, how far it is, which games wait there, which lines it gave up."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from service.store.entries.metadata_store import SQLITE, Entry, read

ON: Final = "on"
PAUSED: Final = "paused"
OFF: Final = "off"
"""How a webhook stands: it sends; whoever made it let it wait; it was ended, and somebody has to let it go on."""


class HookEntry(Entry):
    """An entry that nobody's view of a game depends on."""

    quiet = True
    came_with = 6


class Webhook(HookEntry):
    """Where lines of the feed are sent for a token, by its digest; times in milliseconds since 1970.

    All lines up to event `n` of the line at `place`, which the `cursor` names, were taken, or wait with their game, or
    were given up. The `revision` grows with every change, so that of two who change it at once one writes nothing.
    Nothing is sent before `held_until`. `failures` are the tries in a row that failed; `status` and `fault` say why.
    Its secret is the one of this `secret_number`; the one before signs as well, until `former_until`.
    """

    kept_in = "webhooks"
    named_by = ("id",)
    columns_since = MappingProxyType({"secret_number": 8, "former_until": 8})

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


class WaitingGame(HookEntry):
    """A game whose next line a webhook could not send: so many lines wait, those after event `n` of the one at `place`.

    That line was tried so often, and is `due` again; `status` and `fault` say why it failed.
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
    """A line that was tried as often as it is worth, after which its game went on; `due` when it is sent again."""

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
    """A webhook that is there no more."""

    gone = True


class WaitingGameGone(WaitingGame):
    """A game that waits no more."""

    gone = True


class DeadLetterGone(DeadLetter):
    """A line that was taken in the end, or that nobody wants any more."""

    gone = True


HOOKED: Final[tuple[type[HookEntry], ...]] = (Webhook, WaitingGame, DeadLetter)
_GONE: Final[dict[type[HookEntry], type[HookEntry]]] = {
    Webhook: WebhookGone,
    WaitingGame: WaitingGameGone,
    DeadLetter: DeadLetterGone,
}


def tombstone(entry: HookEntry) -> HookEntry:
    """Return what is written to take this entry away."""
    return _GONE[type(entry)](**asdict(entry))


class Backlogged(NamedTuple):
    """How much a webhook has still to send: games that wait, their lines, when the next is due; lines given up."""

    games: int
    lines: int
    due: int | None
    letters: int


def backlogged(rows: Callable[..., list[Any]], hook: str) -> list[Backlogged]:
    """Return what waits at a webhook, as one row."""
    mark = SQLITE.mark
    games = (
        f"SELECT count(*), coalesce(sum(waiting), 0), min(due) FROM webhook_games WHERE hook = {mark} AND waiting > 0"
    )
    ((count, lines, due),) = rows(games, hook)
    ((letters,),) = rows(f"SELECT count(*) FROM webhook_dead_letters WHERE hook = {mark}", hook)
    return [Backlogged(count, int(lines), due, letters)]


def letters_after(rows: Callable[..., list[Any]], hook: str, after: str | None, limit: int) -> list[DeadLetter]:
    """Return the lines that a webhook gave up, oldest first: those after the one of this cursor, if one is named."""
    mark = SQLITE.mark
    query = f"SELECT {', '.join(DeadLetter.__struct_fields__)} FROM webhook_dead_letters WHERE hook = {mark}"
    values: list[object] = [hook]
    if after is not None:
        before = f"SELECT at, cursor FROM webhook_dead_letters WHERE hook = {mark} AND cursor = {mark}"
        query += f" AND (at, cursor) > ({before})"
        values += [hook, after]
    return [read(DeadLetter, row) for row in rows(f"{query} ORDER BY at, cursor LIMIT {mark}", *values, limit)]
