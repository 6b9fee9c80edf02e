"""Comments on a game by its members, broadcasters and spectators.

An organiser or arbiter can remove the comments of spectators, and close comments for spectators.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.values import Value
from service.access.annotations import (
    COMMENT,
    COMMENTARY,
    COMMENTS_CLOSED,
    COMMENTS_OPENED,
    COMMENTS_PER_PRINCIPAL_MAX,
    COMMENTS_SWITCHED,
    REMOVED,
    SPECTATOR_COMMENTS_MAX,
    TableMark,
    allows_spectator_comments,
    new_annotation,
    require_annotation_quota,
    spectator_writer,
    writer_of,
)
from service.access.audit_trail import trace_text
from service.access.context import Context
from service.access.policy import ANONYMOUS, SEAT, SPECTATOR, STRANGER
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope
from service.lifecycle.idempotency import Attempt, earlier_result
from service.lifecycle.organiser_actions import public_trace
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Annotation, Entry, MetadataStore

SPECTATOR_RELATIONS: Final = frozenset({ANONYMOUS, STRANGER, SPECTATOR})
"""The relations of callers who comment under a name, because they only watch."""
SPECTATOR_TEXT_MAX: Final = 500
"""How many characters a spectator's comment has at most."""
_TOKENLESS_AUTHOR: Final = f"{SPECTATOR}s"
"""The common author of all callers without a token of the game. No address is stored."""


class Comment(Value):
    """A comment on event `n`, with `marks` on the table after it. A spectator gives a `name`."""

    n: int
    text: str
    marks: tuple[TableMark, ...] = ()
    name: str | None = None


class CommentsOpen(Value):
    """Whether spectators may comment on a game."""

    open: bool


def add_comment(
    context: Context, sight: VisibilityScope, new: Comment, attempt: Attempt, broadcaster: Principal | None = None
) -> tuple[Annotation, bool]:
    """Add a comment, or the commentary of a `broadcaster`. Return it, and whether this was a retry.

    Raises Misuse for too many comments, and for a name from a caller who is no spectator. Raises `seat.forbidden` if
    spectators may not comment.
    """
    author = (broadcaster or sight.principal).name
    found: list[Annotation] = []
    by = f"seat:{sight.principal.seat}" if sight.relation == SEAT else sight.relation
    kind, is_by_spectator = COMMENT, False
    if broadcaster is not None:
        by, kind = broadcaster.pseudonym or broadcaster.kind, COMMENTARY
    elif is_by_spectator := _is_by_spectator(sight, new):
        by = SPECTATOR if new.name is None else spectator_writer(new.name)
        author = author if sight.relation == SPECTATOR else _TOKENLESS_AUTHOR
    entry = new_annotation(sight.game, new.n, kind, new.text, at=now_ms(), by=by, author=author, marks=new.marks)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if (before := earlier_result(register, attempt)) is not None:
            found[:] = register.find_entries(Annotation, id=before)
            return
        if is_by_spectator and not allows_spectator_comments(register, sight.game, private=sight.arrangement.private):
            raise Problem("seat.forbidden", "spectators may not comment on this game")
        require_annotation_quota(
            register,
            sight.game,
            author,
            SPECTATOR_COMMENTS_MAX if author == _TOKENLESS_AUTHOR else COMMENTS_PER_PRINCIPAL_MAX,
        )
        yield entry
        yield from attempt.result_entries(register, entry.id)

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
    return (found[0], True) if found else (entry, False)


def _is_by_spectator(sight: VisibilityScope, new: Comment) -> bool:
    """Return whether the author is a spectator who gives a name or has no token of the game."""
    if sight.relation not in SPECTATOR_RELATIONS:
        if new.name is not None:
            raise Misuse("only spectators give a name: the name of a seat is that of its player", place="body.name")
        return False
    if new.name is None and sight.relation == SPECTATOR:
        return False
    if len(new.text) > SPECTATOR_TEXT_MAX:
        raise Misuse(f"a spectator's comment has at most {SPECTATOR_TEXT_MAX} characters", place="body.text")
    return True


def remove_comment(context: Context, sight: VisibilityScope, id_: str) -> None:
    """Remove the text and the name of a spectator's comment. Raises `not-found` for any other annotation."""

    def entries(register: MetadataStore) -> Iterator[Entry]:
        for entry in register.find_entries(Annotation, game=sight.game, id=id_):
            if writer_of(entry)[0] == SPECTATOR and entry.kind in (COMMENT, REMOVED):
                yield replace(entry, by=SPECTATOR, kind=REMOVED, text="", author=None, marks=None)
                return
        raise Problem("not-found", "there is no such comment of a spectator on this game")

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)


def set_comments_open(context: Context, sight: VisibilityScope, *, is_open: bool) -> None:
    """Open or close a game for comments of spectators. A change leaves a public trace."""

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if allows_spectator_comments(register, sight.game, private=sight.arrangement.private) != is_open:
            yield public_trace(
                register,
                sight,
                COMMENTS_SWITCHED,
                trace_text(COMMENTS_OPENED if is_open else COMMENTS_CLOSED),
                at=now_ms(),
            )

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
