"""Annotations of a game: comments that people write, traces of privileged actions, and the limits on both."""

import os
from collections.abc import Iterable
from typing import Final

import msgspec

from domain.refusals import Misuse
from domain.values import Value
from service.access.audit_trail import trace_text
from service.access.policy import SPECTATOR
from service.store.entries.metadata_store import Annotation, MetadataStore

COMMENT: Final = "comment"
COMMENTARY: Final = "commentary"
"""The kind of what a broadcaster of a tournament publishes on a game. The stream of the game does not have it."""
COMMENT_KINDS: Final = frozenset({COMMENT, COMMENTARY})
"""The kinds of annotations that people write; all other kinds are traces."""
REMOVED: Final = "removed"
"""The kind of a spectator's comment after an organiser or arbiter removed it. No caller can read it."""
COMMENTS_SWITCHED: Final = "comments"
"""The kind of the trace that an organiser or arbiter leaves who opens or closes the comments of spectators."""
COMMENTS_OPENED, COMMENTS_CLOSED = "comments.opened", "comments.closed"
COMMENTS_PER_PRINCIPAL_MAX: Final = 200
"""How many comments one principal may make on a game."""
COMMENTS_PER_GAME_MAX: Final = 2000
"""How many comments all principals together may make on a game."""
SPECTATOR_COMMENTS_MAX: Final = 500
"""How many comments all named spectators together may make on a game. The rest is reserved for its members."""
TRACES_PER_PRINCIPAL_MAX: Final = 2000
"""How many traces one principal may leave on a game. At the limit, actions that leave a trace are refused."""
_ID_BYTES: Final = 8


class TableMark(Value):
    """A mark at a place of the table, or an arrow from `place` to `to`. Both are JSON Pointers into the table."""

    place: str
    to: str | None = None


_MARKS_DECODER: Final = msgspec.json.Decoder(tuple[TableMark, ...])


def new_annotation(
    game: str,
    n: int,
    kind: str,
    text: str,
    *,
    at: int,
    by: str,
    author: str | None = None,
    marks: tuple[TableMark, ...] = (),
) -> Annotation:
    """Return a new annotation of event n.

    `by` is the public name of its writer. `author` is the name of the principal, by which quotas count.
    """
    return Annotation(
        id=os.urandom(_ID_BYTES).hex(),
        game=game,
        n=n,
        at=at,
        by=by,
        kind=kind,
        text=text,
        author=author,
        marks=msgspec.json.encode(marks).decode() if marks else None,
    )


def marks_of(entry: Annotation) -> tuple[TableMark, ...]:
    """Return the marks that an annotation makes on the table."""
    return () if entry.marks is None else _MARKS_DECODER.decode(entry.marks)


def writer_of(entry: Annotation) -> tuple[str, str | None]:
    """Return the role of the writer of an annotation, and the name if it is a named spectator."""
    role, _, name = entry.by.partition(":")
    return (SPECTATOR, name or None) if role == SPECTATOR else (entry.by, None)


def spectator_writer(name: str) -> str:
    """Return the stored form of the writer of a comment by a named spectator."""
    return f"{SPECTATOR}:{name}"


def allows_spectator_comments(register: MetadataStore, game: str, *, private: bool) -> bool:
    """Return whether spectators may comment on the game under a name.

    By default they may if the game is not private. The latest decision of an organiser or arbiter overrides this.
    """
    decisions = [entry.text for entry in register.find_entries(Annotation, game=game, kind=COMMENTS_SWITCHED)]
    return decisions[-1] == trace_text(COMMENTS_OPENED) if decisions else not private


def require_annotation_quota(
    register: MetadataStore, game: str, author: str, most: int = COMMENTS_PER_PRINCIPAL_MAX
) -> None:
    """Raise Misuse if this principal has left `most` annotations on the game, or all principals the maximum.

    The problem is not `rate.limited`, because waiting does not help.
    """
    by_author = len(register.find_entries(Annotation, game=game, author=author))
    comments = (
        sum(len(register.find_entries(Annotation, game=game, kind=kind)) for kind in COMMENT_KINDS)
        if most < TRACES_PER_PRINCIPAL_MAX
        else 0
    )
    if by_author >= most or comments >= COMMENTS_PER_GAME_MAX:
        raise Misuse(
            f"this game takes no more annotations from you: one caller may leave {most},"
            f" all callers together {COMMENTS_PER_GAME_MAX} comments"
        )


def is_paused_after(annotations: Iterable[Annotation]) -> bool:
    """Return whether the game was paused after the last of these annotations, which are oldest first."""
    changes = [entry.kind for entry in annotations if entry.kind in ("paused", "resumed")]
    return bool(changes) and changes[-1] == "paused"
