"""An arbiter's answers, on a whole game or on commands at a position."""

import os
from pathlib import Path
from typing import Any

from haricot.catalogue import load_plugins
from haricot.match import Match
from replay import adjudicate as adjudicating
from replay.audit import AuditResult, audit_file
from replay.audit import audit as audit_record
from replay.record import Record


def audit(game: Match | Record | str | os.PathLike[str]) -> AuditResult:
    """Decide every command of a game again, count every card, and check the deal against its commitment.

    `game` is a match, a record, or the path of a game file; a damaged file is `corrupt`, not an error. `verdict` is one
    of:

    - `clean`: nothing is left open.
    - `legal`: the game is not over, or the view hides cards.
    - `irregular`, cut or `corrupt`: `first` names the first wrong event with its clause.

    `verdicts` has one verdict for each event.
    """
    load_plugins()
    if isinstance(game, Match):
        return audit_record(game.record)
    if isinstance(game, Record):
        return audit_record(game)
    path = Path(game)
    return audit_file(path.read_bytes(), path.name.partition(".")[0])


def adjudicate(position: object, commands: object) -> dict[str, Any]:
    """Return the verdict on one command, a list of them, or moves as on paper, at a position that is JSON or one line.

    `verdict` is `legal` (with `events` and the `position` after), `illegal` (with `clause`, `says`) or `unknown` (with
    `needs`, the card that it depends on). Raise Misuse for an invalid position or command, and
    `domain.refusals.CorruptHistory` for an impossible position.
    """
    load_plugins()
    return adjudicating.adjudicate(position, commands)
