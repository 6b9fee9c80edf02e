"""Annotations of a game: comments of people, traces of privileged actions, and the limits on both."""

import os
from collections.abc import Iterable
from typing import Final

import msgspec

from domain.refusals import Misuse
from domain.values import Value
from service.access.audit_trail import sentence
from service.access.policy import SPECTATOR
from service.store.entries.metadata_store import Annotation, MetadataStore

COMMENT: Final = "comment"
COMMENTARY: Final = "commentary"
"""What a broadcaster of a tournament publishes on a game. It is in no stream of the game itself."""
SAID: Final = frozenset({COMMENT, COMMENTARY})
"""The kinds of annotations that are the words of people."""
REMOVED: Final = "removed"
"""What a comment of a spectator becomes that an organiser or arbiter removed. No caller reads it."""
COMMENTS: Final = "comments"
"""The trace of an organiser or arbiter who opens or closes the comments of spectators."""
OPENED, CLOSED = "comments.opened", "comments.closed"
OF_ONE_MAX: Final = 200
"""How many comments on a game one principal may make."""
OF_GAME_MAX: Final = 2000
"""How many comments people may make on a game in all."""
OF_SPECTATORS_MAX: Final = 500
"""How many comments spectators may make on a game under a name, all together. The rest is left to its members."""
TRACES_MAX: Final = 2000
"""How many traces one principal may leave on a game. At the limit, actions that leave a trace are refused."""
_ID_BYTES: Final = 8


class TableMark(Value):
    """A mark on the table: at a place, or an arrow from there `to` another place, each a pointer into the table."""

    place: str
    to: str | None = None


_MARKS: Final = msgspec.json.Decoder(tuple[TableMark, ...])


def remark(
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
    """Return an annotation of event n.

    `by` is the public name of its writer. `author` is the principal's name, for quotas.
    """
    id_, kept = os.urandom(_ID_BYTES).hex(), msgspec.json.encode(marks).decode() if marks else None
    return Annotation(id=id_, game=game, n=n, at=at, by=by, kind=kind, text=text, author=author, marks=kept)


def marks_of(entry: Annotation) -> tuple[TableMark, ...]:
    """Return what an annotation marks on the table."""
    return () if entry.marks is None else _MARKS.decode(entry.marks)


def speaker_of(entry: Annotation) -> tuple[str, str | None]:
    """Return who made an annotation, and the name under which a spectator made it."""
    who, _, name = entry.by.partition(":")
    return (SPECTATOR, name or None) if who == SPECTATOR else (entry.by, None)


def named_spectator(name: str) -> str:
    """Return what is stored as the writer of a comment that a spectator makes under a name."""
    return f"{SPECTATOR}:{name}"


def hears_spectators(register: MetadataStore, game: str, *, private: bool) -> bool:
    """Return whether spectators may comment on the game under a name.

    They may, unless the game is private. An organiser or arbiter can say otherwise; the last word counts.
    """
    said = [entry.text for entry in register.find_entries(Annotation, game=game, kind=COMMENTS)]
    return said[-1] == sentence(OPENED) if said else not private


def require_room(register: MetadataStore, game: str, author: str, most: int = OF_ONE_MAX) -> None:
    """Raise Misuse if this principal, or people together, have left as many annotations on the game as it takes.

    This is not `rate.limited`, because waiting does not help.
    """
    own = len(register.find_entries(Annotation, game=game, author=author))
    said = (
        sum(len(register.find_entries(Annotation, game=game, kind=kind)) for kind in SAID) if most < TRACES_MAX else 0
    )
    if own >= most or said >= OF_GAME_MAX:
        raise Misuse(f"a game takes {most} remarks of one principal and {OF_GAME_MAX} in all: no room is left")


def paused_as_of(remarks: Iterable[Annotation]) -> bool:
    """Return whether the game was paused after the last of these annotations, oldest first."""
    changes = [entry.kind for entry in remarks if entry.kind in ("paused", "resumed")]
    return bool(changes) and changes[-1] == "paused"
