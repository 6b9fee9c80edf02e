"""Comments on a game, of its members, broadcasters and spectators; an organiser or arbiter removes and closes them."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.values import Value
from service.access.annotations import (
    CLOSED,
    COMMENT,
    COMMENTARY,
    COMMENTS,
    OF_ONE_MAX,
    OF_SPECTATORS_MAX,
    OPENED,
    REMOVED,
    TableMark,
    hears_spectators,
    named_spectator,
    remark,
    require_room,
    speaker_of,
)
from service.access.audit_trail import sentence
from service.access.context import Context
from service.access.policy import ANONYMOUS, SEAT, SPECTATOR, STRANGER
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope
from service.lifecycle.idempotency import Attempt, made_before
from service.lifecycle.organiser_actions import trace
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Annotation, Entry, MetadataStore

SPECTATORS: Final = frozenset({ANONYMOUS, STRANGER, SPECTATOR})
"""Who comments under a name: callers who only look on."""
SPECTATOR_TEXT_MAX: Final = 500
"""How many characters a spectator's comment has at most."""
_OTHERS: Final = f"{SPECTATOR}s"
"""The author of the comments of all callers who have no token of the game. No address is stored."""


class Comment(Value):
    """What a person says about event n, and what they mark on the table after it. A spectator gives a `name`."""

    n: int
    text: str
    marks: tuple[TableMark, ...] = ()
    name: str | None = None


class CommentsOpen(Value):
    """Whether spectators may comment on a game."""

    open: bool


def comment(
    context: Context, sight: VisibilityScope, new: Comment, attempt: Attempt, broadcaster: Principal | None = None
) -> tuple[Annotation, bool]:
    """Make a comment, or the commentary of a `broadcaster`. The flag says whether the same request made it before.

    Raises Misuse for too many, and for a name that is not to be given. Raises `seat.forbidden` where spectators may not
    comment.
    """
    who = (broadcaster or sight.principal).name
    found: list[Annotation] = []
    by = f"seat:{sight.principal.seat}" if sight.relation == SEAT else sight.relation
    kind, is_from_outside = COMMENT, False
    if broadcaster is not None:
        by, kind = broadcaster.pseudonym or broadcaster.kind, COMMENTARY
    elif is_from_outside := _is_from_outside(sight, new):
        by = SPECTATOR if new.name is None else named_spectator(new.name)
        who = who if sight.relation == SPECTATOR else _OTHERS
    said = remark(sight.game, new.n, kind, new.text, at=now_ms(), by=by, author=who, marks=new.marks)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if (before := made_before(register, attempt)) is not None:
            found[:] = register.find_entries(Annotation, id=before)
            return
        if is_from_outside and not hears_spectators(register, sight.game, private=sight.arrangement.private):
            raise Problem("seat.forbidden", "spectators may not comment on this game")
        require_room(register, sight.game, who, OF_SPECTATORS_MAX if who == _OTHERS else OF_ONE_MAX)
        yield said
        yield from attempt.answered(register, said.id)

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
    return (found[0], True) if found else (said, False)


def _is_from_outside(sight: VisibilityScope, new: Comment) -> bool:
    """Return whether a spectator comments under a name, or without a token of the game."""
    if sight.relation not in SPECTATORS:
        if new.name is not None:
            raise Misuse("only spectators give a name: the name of a seat is that of its player", place="body.name")
        return False
    if new.name is None and sight.relation == SPECTATOR:
        return False
    if len(new.text) > SPECTATOR_TEXT_MAX:
        raise Misuse(f"a spectator's comment has at most {SPECTATOR_TEXT_MAX} characters", place="body.text")
    return True


def remove_comment(context: Context, sight: VisibilityScope, id_: str) -> None:
    """Remove what a spectator said, with the name. Raises `not-found` for any other annotation."""

    def entries(register: MetadataStore) -> Iterator[Entry]:
        for entry in register.find_entries(Annotation, game=sight.game, id=id_):
            if speaker_of(entry)[0] == SPECTATOR and entry.kind in (COMMENT, REMOVED):
                yield replace(entry, by=SPECTATOR, kind=REMOVED, text="", author=None, marks=None)
                return
        raise Problem("not-found", "there is no such comment of a spectator on this game")

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)


def open_comments(context: Context, sight: VisibilityScope, *, is_open: bool) -> None:
    """Let spectators comment on a game under a name, or no longer. A change leaves a public trace."""

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if hears_spectators(register, sight.game, private=sight.arrangement.private) != is_open:
            yield trace(register, sight, COMMENTS, sentence(OPENED if is_open else CLOSED), at=now_ms())

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
