"""Forks: a new game from any event of another, with the same or possible cards, and with its own deal from there."""

from typing import Final

from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.clock_events import GameTimed
from domain.clock_state import terms_of_clock
from domain.deal_commitments import GameGrouped
from domain.engine import shuffle_draw_pile
from domain.forks import GameForked
from domain.invariants import cards_on
from domain.pending_events import Chance, PendingEvents
from domain.refusals import Misuse
from domain.upcasters import upcast
from domain.values import Value
from replay.codec import Cause, Envelope
from replay.record import Record
from replay.redeal import Dealer, SeenHistory, redeal_table
from replay.rewind import batch_end, require_n, table_after

EXACT: Final = "exact"
REDEAL: Final = "redeal"


class ArbiterOrder(Value):
    """An arbiter's order to continue a game: whether to shuffle the pile, and the `tables` that open together."""

    shuffled: bool = True
    tables: tuple[str, ...] = ()


def fork_exact(
    parent: Record, asked: int, game: str, chance: Chance, *, at: int, ordered: ArbiterOrder | None = None
) -> Record:
    """Return the record of `game`, which shares the parent's events up to the end of the batch of event `asked`.

    `chance` is the fork's own deal, `at` the time in milliseconds. A fork that an arbiter `ordered` keeps the clock.
    Misuse if there is no such event, or if the cards of the game are not known, as in a game from paper.
    """
    require_n(parent, asked)
    last = batch_end(parent, asked)
    if chance.commitment is not None and parent.created.commitment is None:
        _require_known_cards(parent, last)
    forked = GameForked(parent=parent.game, asked=asked, at=last, root=None, mode=EXACT, commitment=chance.commitment)
    begun = _fork_record(game, parent.envelopes[:last], forked, by="service", at=at)
    if ordered is None:
        return begun
    draft = PendingEvents(table_after(begun.envelopes), chance)
    if (terms := terms_of_clock(upcast(envelope.event) for envelope in parent.envelopes[:last])) is not None:
        draft.record(GameTimed(terms=terms))
    if ordered.tables:
        draft.record(GameGrouped(tables=ordered.tables))
    if ordered.shuffled:
        draft.record(shuffle_draw_pile(draft.table, chance))
    own = begun.envelopes[-1]
    more = (replace(own, n=n, event=event, cause=None) for n, event in enumerate(draft.events, own.n + 1))
    return replace(begun, envelopes=(*begun.envelopes, *more))


def fork_redealt(seen: SeenHistory, asked: int, game: str, dealer: Dealer, *, at: int) -> Record:
    """Return the record of `game`, which continues from what a viewer has seen, with all other cards dealt again.

    It holds nothing of the parent that the viewer has not read. `by` in the cause of the fork names the viewer. Event
    `asked` lies in the last batch that the viewer saw. ImpossiblePosition as for `redeal_table`.
    """
    forked = GameForked(
        parent=seen.game,
        asked=asked,
        at=len(seen.envelopes),
        root=None,
        mode=REDEAL,
        commitment=dealer.commitment,
        table=redeal_table(seen, dealer),
    )
    return _fork_record(game, seen.envelopes, forked, by=seen.viewer.name, at=at)


def _require_known_cards(parent: Record, n: int) -> None:
    if FACE_DOWN in cards_on(table_after(parent.envelopes[:n])):
        raise Misuse(f"not every card of {parent.game} is known, so the same ones cannot be used: deal again")


def _fork_record(game: str, prefix: tuple[Envelope, ...], forked: GameForked, *, by: str, at: int) -> Record:
    at = max(at, prefix[-1].at)  # a clock that was set back must not make time run backwards
    own = Envelope(game=game, n=forked.at + 1, at=at, event=forked, cause=Cause(command=None, by=by))
    return Record(game=game, envelopes=(*prefix, own))
