"""Checks that a game named in proceedings is a fork of the disputed game, and matches the ruling."""

from itertools import takewhile
from typing import NamedTuple

from domain.corrections import PileShuffled
from domain.disputes.commands import Act, NameOfficialFork, PlayOn
from domain.disputes.refusals import refuse_unless
from domain.disputes.state import docket_of
from domain.forks import GameForked
from replay.fork import EXACT
from replay.record import Record
from replay.rewind import batch_end
from service.access.arbiter_actions import filed_events
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope


def require_branch(context: Context, sight: VisibilityScope, act: Act) -> None:
    """Raise ActRefused if an act names a game that does not continue this one, or that the caller may not see.

    A fork that a ruling ordered must also continue from the event and with the cards of the ruling.
    """
    match act:
        case PlayOn(branch=game):
            _require_continuation(context, sight, game)
        case NameOfficialFork(fork=game):
            _require_as_ruled(context, sight, act, _require_continuation(context, sight, game))


class _Branch(NamedTuple):
    """The event at which a fork continues, and whether it keeps the hidden cards."""

    at: int
    exact: bool


def _require_continuation(context: Context, sight: VisibilityScope, game: str) -> _Branch:
    named = context.reader.sight_or_none(game, sight.principal)
    envelopes = [] if named is None else context.reader.envelopes(named)
    forks = [line.event for line in envelopes if isinstance(line.event, GameForked)]
    continues = bool(forks) and forks[-1].parent == sight.game
    refuse_unless(continues, "branch.elsewhere", f"{game[:80]!r} is no game that goes on from {sight.game}")
    begun = takewhile(lambda line: line.n == forks[-1].at + 1 or line.cause is None, envelopes[forks[-1].at :])
    shuffled = any(isinstance(line.event, PileShuffled) for line in begun)
    return _Branch(forks[-1].at, forks[-1].mode == EXACT and not shuffled)


def _require_as_ruled(context: Context, sight: VisibilityScope, act: NameOfficialFork, fork: _Branch) -> None:
    filed = (one for _, one in filed_events(context.register, sight.game))
    dispute = docket_of(filed).dispute(act.dispute)
    ruling = dispute.rulings[-1] if dispute is not None and dispute.rulings else None
    if ruling is None or ruling.back_to is None:
        return  # no replay was ordered, so the decision of the act refuses it
    last = batch_end(Record(game=sight.game, envelopes=tuple(context.reader.envelopes(sight))), ruling.back_to)
    placed = f"the ruling goes back to event {ruling.back_to}, and this fork goes on after event {fork.at}"
    refuse_unless(fork.at == last, "fork.otherwise", placed)
    kept = "the hidden cards as they are" if ruling.exact else "the unseen dealt again"
    refuse_unless(fork.exact == ruling.exact, "fork.otherwise", f"the ruling orders {kept}")
