"""The webhooks of a service token: create, read, pause, resume, replay and delete them."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.values import Value
from service.access.context import Context
from service.access.tokens import Principal
from service.feed.feed_reader import NOW, FeedPosition
from service.lifecycle.idempotency import Attempt, earlier_result
from service.ops.clock import now_ms
from service.problems import Problem
from service.signing.key_file import key_path
from service.store.entries.metadata_store import Change, Entry, MetadataStore, TokenEntry, deletion_of
from service.store.entries.webhook_entries import ON, PAUSED, DeadLetter, WaitingGame, Webhook
from service.store.errors import Conflict
from service.webhooks.addresses import Networks, read_url
from service.webhooks.secrets import secret_text

WEBHOOKS_PER_TOKEN_MAX: Final = 20
"""How many webhooks a token may have."""
BEGINNING: Final = "beginning"
"""The value of `after` that stands for the beginning of the feed."""
CHANGE_ATTEMPTS_MAX: Final = 10
"""How often a change of a webhook is retried after a conflict."""
_ID_BYTES: Final = 8
_LINES_PER_READ: Final = 200
Changes = Iterable[Change]


class WebhookWish(Value):
    """A requested webhook.

    `types`, `game` and `tournament` select its lines, which begin after the cursor `after`. `tell` lists extra data in
    its messages.
    """

    url: str
    types: tuple[str, ...] = ()
    game: str | None = None
    after: str = NOW
    tell: tuple[str, ...] = ()
    note: str | None = None
    tournament: str | None = None


def make_webhook(
    context: Context, principal: Principal, attempt: Attempt, wish: WebhookWish
) -> tuple[Webhook, str, bool]:
    """Create a webhook. Return it, its secret, and whether this was a retry. Raises `webhook.limit` for too many."""
    settings = context.settings
    url = read_url(wish.url, Networks(settings.webhook_networks), allow_http=settings.webhook_http)
    at = place_of(context, principal, wish.after)
    id_ = os.urandom(_ID_BYTES).hex()
    made = Webhook(
        id=id_,
        token=principal.digest,
        url=url,
        made=now_ms(),
        types=" ".join(wish.types),
        game=wish.game,
        tournament=wish.tournament,
        tell=" ".join(wish.tell),
        note=wish.note,
        place=at.place,
        n=at.n,
        cursor=at.cursor,
    )
    secret_text(context.store, key_path(), made)  # raises if there is no signing key, before anything is written
    before: list[Webhook] = []

    def entries(register: MetadataStore) -> Iterator[Entry]:
        require_unrevoked(register, principal)
        same = earlier_result(register, attempt)
        before[:] = [] if same is None else register.find_entries(Webhook, id=same, token=principal.digest)
        if before:
            return
        if len(register.find_entries(Webhook, token=principal.digest)) >= WEBHOOKS_PER_TOKEN_MAX:
            raise Problem("webhook.limit", f"a token has at most {WEBHOOKS_PER_TOKEN_MAX} webhooks: delete one first")
        yield from attempt.result_entries(register, id_)
        yield made

    context.register.change_entries(entries)
    hook = before[0] if before else made
    return hook, secret_text(context.store, key_path(), hook), bool(before)


def require_unrevoked(register: MetadataStore, principal: Principal) -> None:
    """Raise `auth.invalid` if the token was revoked meanwhile. A new webhook must not outlive it."""
    if any(one.revoked is not None for one in register.find_entries(TokenEntry, digest=principal.digest)):
        raise Problem("auth.invalid", "this token was revoked")


def place_of(context: Context, principal: Principal, after: str) -> FeedPosition:
    """Return the place of a cursor. Raises `feed.cursor` if no line of this token's feed has it."""
    return context.feed.position_of(principal.digest, None if after == BEGINNING else after)


def webhooks_of(context: Context, principal: Principal) -> list[Webhook]:
    """Return the webhooks of a token, oldest first."""
    return context.store.find_entries(Webhook, token=principal.digest)


def webhook_of(context: Context, principal: Principal, id_: str) -> Webhook:
    """Return a webhook of a token. Raises `not-found` for any other."""
    found = context.store.find_entries(Webhook, id=id_, token=principal.digest)
    if not found:
        raise Problem("not-found", "your token has no such webhook")
    return found[0]


def _change_webhook(
    context: Context, principal: Principal, id_: str, change: Callable[[Webhook], tuple[Webhook, Changes]]
) -> Webhook:
    """Change a webhook and its backlog, again after each conflict. The sending process sees the new revision."""
    for _ in range(CHANGE_ATTEMPTS_MAX):
        before = webhook_of(context, principal, id_)
        changed, entries_beside = change(before)
        after, changes = replace(changed, revision=before.revision + 1), [*entries_beside]
        overtaken: list[Webhook] = []

        def entries(
            register: MetadataStore,
            before: Webhook = before,
            after: Webhook = after,
            changes: Sequence[Change] = changes,
            overtaken: list[Webhook] = overtaken,
        ) -> Iterator[Change]:
            now = register.find_entries(Webhook, id=id_)
            overtaken[:] = [] if now == [before] else [before]
            if not overtaken:
                yield after
                yield from changes

        context.store.change_entries(entries)
        if not overtaken:
            return after
    raise Conflict("the webhook is sending: try again")


def pause_webhook(context: Context, principal: Principal, id_: str) -> Webhook:
    """Pause a webhook. No line is lost meanwhile."""
    return _change_webhook(
        context, principal, id_, lambda hook: (replace(hook, state=PAUSED) if hook.state == ON else hook, ())
    )


def resume_webhook(context: Context, principal: Principal, id_: str) -> Webhook:
    """Resume a webhook, forget its failures, and retry all waiting lines immediately."""

    def resumed(hook: Webhook) -> tuple[Webhook, Changes]:
        going = replace(hook, state=ON, reason=None, failures=0, failing_since=None, held_until=None)
        return going, [replace(one, due=0) for one in context.store.find_entries(WaitingGame, hook=id_)]

    return _change_webhook(context, principal, id_, resumed)


def replay_webhook(context: Context, principal: Principal, id_: str, after: str) -> Webhook:
    """Send the lines of a webhook after a place again. Raises Misuse for a place that it has not reached yet."""
    at = place_of(context, principal, after)

    def set_back(hook: Webhook) -> tuple[Webhook, Changes]:
        if (at.place, at.n) > (hook.place, hook.n):
            raise Misuse("the webhook has not reached this place yet: name an earlier cursor", place="after")
        back = replace(hook, place=at.place, n=at.n, cursor=at.cursor, held_until=None)
        return back, [
            _cut_at_place(context, hook, one, at) for one in context.store.find_entries(WaitingGame, hook=id_)
        ]

    return _change_webhook(context, principal, id_, set_back)


def _cut_at_place(context: Context, hook: Webhook, waiting: WaitingGame, upto: FeedPosition) -> Change:
    """Return the entry of a waiting game with only the waiting lines up to a place. Later lines are read again."""
    at, count, more, types = FeedPosition(waiting.place, waiting.n), 0, True, hook.types.split()
    while more and (at.place, at.n) < (upto.place, upto.n):
        window = context.feed.read(hook.token, at, _LINES_PER_READ, types=types, subject=waiting.game)
        count += sum((line.at.place, line.at.n) <= (upto.place, upto.n) for line in window.lines)
        more, at = window.more, window.at
    return replace(waiting, waiting=count) if count else deletion_of(waiting)


def delete_webhook(context: Context, principal: Principal, id_: str) -> None:
    """Delete a webhook with its backlog."""
    hook = webhook_of(context, principal, id_)

    def entries(register: MetadataStore) -> Iterator[Change]:
        yield deletion_of(hook)
        for kind in (WaitingGame, DeadLetter):
            yield from map(deletion_of, register.find_entries(kind, hook=id_))

    context.store.change_entries(entries)


def requeue_dead_letters(context: Context, principal: Principal, id_: str, cursors: Sequence[str] | None) -> int:
    """Send dead letters again: all, or those with these cursors. Return how many.

    Raises Misuse for a cursor that has no dead letter.
    """
    count = 0

    def due(hook: Webhook) -> tuple[Webhook, Changes]:
        nonlocal count
        letters = {one.cursor: one for one in context.store.find_entries(DeadLetter, hook=id_)}
        if strange := [one for one in cursors or () if one not in letters]:
            raise Misuse(f"no line of this cursor was given up: {strange[0]}", place="cursors")
        chosen = [one for one in letters.values() if cursors is None or one.cursor in cursors]
        count = len(chosen)
        return hook, [replace(one, due=0, tries=0) for one in chosen]

    _change_webhook(context, principal, id_, due)
    return count


def delete_dead_letters(context: Context, principal: Principal, id_: str) -> None:
    """Delete all dead letters of a webhook."""
    _change_webhook(
        context, principal, id_, lambda hook: (hook, map(deletion_of, context.store.find_entries(DeadLetter, hook=id_)))
    )
