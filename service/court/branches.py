"""The games that go on from a disputed one: only those that do can be named in its proceedings."""

from domain.proceedings.acts import Act, NameOfficialFork, PlayOn
from domain.proceedings.refusals import refuse_unless
from service.access.reader import Reader
from service.access.sight import Sight


def require_branch(reader: Reader, sight: Sight, act: Act) -> None:
    """ActRefused for a game that does not go on from this one, or that whoever names it may not know of."""
    match act:
        case PlayOn(branch=game) | NameOfficialFork(fork=game):
            named = reader.sight_or_none(game, sight.principal)
            origin = None if named is None else named.live.summary.forked_from
            goes_on = origin is not None and origin.game == sight.game
            refuse_unless(goes_on, "branch.elsewhere", f"{game[:80]!r} is no game that goes on from {sight.game}")
        case _:
            return
