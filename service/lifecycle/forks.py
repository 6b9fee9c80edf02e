"""Creates forks, with the same hidden cards, or with other cards that fit what a viewer saw."""

import base64
import secrets
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from domain.editions import rulebook_of
from domain.engine import legal_commands
from domain.forks import GameForked
from domain.refusals import CorruptHistory, ImpossiblePosition, Misuse
from domain.values import Value
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.fork import ArbiterOrder, fork_exact, fork_redealt
from replay.proofs.shuffle import SEED_BYTES, Deal
from replay.record import Record
from replay.redeal import SeenHistory
from replay.rewind import batch_end, table_after
from service.access.arbiter_actions import dispute_terms_of, filed_events, terms_entries
from service.access.context import Context
from service.access.visibility_scope import VisibilityScope, is_open, known_version
from service.lifecycle.games import player_entries
from service.lifecycle.idempotency import Attempt
from service.lifecycle.importing import random_id
from service.lifecycle.new_game import SeatRequest
from service.lifecycle.new_game_writer import MadeGame, PreparedGame, answer_retry, write_new_games
from service.ops.clock import now_ms

FORK_DEPTH_MAX: Final = 64
"""How deep forks may be nested. To read the last one, the service reads a part of each."""


class ForkWish(Value):
    """A request to fork a game after event `at`: exactly, or as a viewer saw it, with all unseen cards dealt again.

    Without `seats` all players are people. A player without a name gets the name of the same seat in the parent. If an
    arbiter `ordered` the fork, its deal is revealed together with its parent's, unless that is public. `host` is the
    person id of its organiser.
    """

    at: int
    redealt_for: Viewer | None = None
    ordered: bool = False
    shuffled: bool = True
    host: str | None = None
    seats: tuple[SeatRequest, ...] = ()


def fork_game(context: Context, sight: VisibilityScope, wish: ForkWish, attempt: Attempt) -> MadeGame:
    """Create a game that continues from event `at` of this one, with new tokens.

    A fork that deals again is as private and as delayed as its parent. It reveals only what spectators know.
    """
    if (before := answer_retry(context, attempt)) is not None:
        return before
    if len(context.register.lineage(sight.game)) > FORK_DEPTH_MAX:
        says = f"{sight.game} is the last of {FORK_DEPTH_MAX} forks in a row: fork an earlier game of them"
        raise Misuse(says, place="at")
    parent, viewer = Record(game=sight.game, envelopes=tuple(context.reader.envelopes(sight))), wish.redealt_for
    arrangement = replace(sight.arrangement, private=sight.arrangement.private or (sight.sealed and viewer is not None))
    if viewer is None:
        hidden = is_open(sight.live) or not context.reader.is_end_public(sight.game)
    else:
        context.reader.log_look(sight, viewer)
        hidden = arrangement.private or arrangement.late
        _require_public(sight, parent, wish.at)
    id_ = random_id(parent.created.edition, hidden=hidden)
    deal = Deal(id_, secrets.token_bytes(SEED_BYTES))
    if viewer is None:
        tables = () if sight.live.over else (sight.game, id_)
        ordered = ArbiterOrder(shuffled=wish.shuffled, tables=tables) if wish.ordered else None
        fork = fork_exact(parent, wish.at, id_, deal, at=now_ms(), ordered=ordered)
    else:
        fork = fork_redealt(SeenHistory.of(parent, viewer, wish.at), wish.at, id_, deal, at=now_ms())
    _require_playable(fork.envelopes)
    shared = tuple(one for one in fork.envelopes if one.game != id_)
    first, *more = fork.envelopes[len(shared) :]
    fork = replace(fork, envelopes=(*shared, _with_parent_root(context, sight.game, first), *more))
    seats = wish.seats or (SeatRequest(),) * sight.players
    if len(seats) != sight.players:
        raise Misuse(f"{sight.game} has {sight.players} seats, not {len(seats)}", place="seats")
    parent_names = {seat: player.name for seat, player in context.reader.players_by_seat(sight).items()}
    seats = tuple(replace(one, name=one.name or parent_names.get(seat)) for seat, one in enumerate(seats))
    terms = terms_entries(id_, dispute_terms_of(filed_events(context.register, sight.game)), now_ms())
    entries = [replace(arrangement, game=id_, paused=False), *player_entries(id_, seats), *terms]
    fork = fork if viewer else replace(fork, envelopes=fork.envelopes[len(shared) :])  # the parent holds the rest
    (made,) = write_new_games(context, [PreparedGame(fork, deal, seats, entries, wish.host)], attempt)
    return made


def _with_parent_root(context: Context, parent: str, own: Envelope) -> Envelope:
    """Return the first event of a fork with the root of the parent's log at the event before it."""
    event, at = own.event, own.n - 1
    holder = next(game for game, upto in context.register.lineage(parent) if at <= upto)
    log = context.logs.log(holder, at)
    if log is None or at <= log.begin or not isinstance(event, GameForked):
        return own
    root = base64.b64encode(log.tree.root(at - log.begin)).decode()
    return replace(own, event=replace(event, root=root))


def _require_public(sight: VisibilityScope, parent: Record, at: int) -> None:
    """Raise Misuse for an event that spectators may not see yet. The fork would show it to its spectators."""
    public = known_version(list(parent.envelopes), sight.arrangement, now=now_ms(), ended=sight.over)
    if (last := batch_end(parent, at)) > public:
        says = f"spectators see {sight.game} only up to event {public}, and a fork would show them all events before it"
        raise Misuse(f"{says}, so it cannot be dealt again from event {last} yet", place="at")


def _require_playable(envelopes: Sequence[Envelope]) -> None:
    """Raise ImpossiblePosition for a table that no legal game reaches, such as one of an imported game."""
    try:
        table = table_after(envelopes)
        for seat in range(len(table.seats)):
            legal_commands(rulebook_of(table), table, seat)
    except CorruptHistory as error:
        raise ImpossiblePosition(
            f"no game can continue from event {envelopes[-1].n - 1}: {error}", place="at"
        ) from error
