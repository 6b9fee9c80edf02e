"""Forks by order of an arbiter: a game that continues under protest, or a replay that a ruling orders."""

from msgspec.structs import replace

from domain.disputes.commands import NameOfficialFork
from domain.disputes.events import REWIND
from domain.disputes.refusals import ActRefused, refuse, refuse_if, refuse_unless
from domain.disputes.state import RULED, Dispute, docket_of
from replay.record import Record
from replay.rewind import batch_end, table_after
from service.access.arbiter_actions import filed_events
from service.access.context import Context
from service.access.identities import persons_at
from service.access.visibility_scope import VisibilityScope
from service.disputes.proceedings_writer import file_dispute_action, require_impartial_arbiter
from service.lifecycle.forks import ForkWish, fork_game
from service.lifecycle.idempotency import Attempt, earlier_result
from service.lifecycle.new_game import SeatRequest
from service.lifecycle.new_game_writer import MadeGame
from service.lifecycle.token_holders import person_of
from service.store.entries.metadata_store import Player


def fork_by_order(context: Context, sight: VisibilityScope, number: int, wish: ForkWish, attempt: Attempt) -> MadeGame:
    """Create the replay that the ruling on dispute `number` orders, or a game that continues under protest.

    The same people sit there with the same hands. The pile is shuffled unless the request says otherwise. The deals of
    both games stay hidden until both are over. A replay ends the disputed game without a result. Raises ActRefused for
    an arbiter who is not impartial, and for a fork that no ruling orders.
    """
    register = context.register
    require_impartial_arbiter(context, sight)
    dispute = _find_dispute(context, sight, number)
    repeated = earlier_result(register, attempt)
    refuse_if(dispute.fork not in (None, repeated), "fork.twice", f"it is played again in {dispute.fork}")
    is_replay = _require_as_ordered(context, sight, dispute, wish)
    seats = wish.seats or _seats_of_table(context, sight)
    made = fork_game(
        context, sight, replace(wish, ordered=True, seats=seats, host=person_of(sight.principal, register)), attempt
    )
    # Of two concurrent requests, the second is refused here.
    if is_replay and _find_dispute(context, sight, number).fork != made.game:
        named = NameOfficialFork(dispute=number, fork=made.game)
        file_dispute_action(context, context.reader.current_sight(sight), named, replace(attempt, key=None))
    if not sight.live.over:
        void = f"By the ruling on dispute {number} it is played again in {made.game}." if is_replay else None
        context.command_handler.group_deals(sight.game, (sight.game, made.game), void, key=f"ordered {made.game}")
    return made


def _find_dispute(context: Context, sight: VisibilityScope, number: int) -> Dispute:
    found = docket_of(filed for _, filed in filed_events(context.register, sight.game)).dispute(number)
    if found is None:
        raise ActRefused("dispute.absent", f"there is no dispute {number} on this game")
    return found


def _require_as_ordered(context: Context, sight: VisibilityScope, dispute: Dispute, wish: ForkWish) -> bool:
    """Return True if a ruling orders this fork as a replay, or False if it may continue under protest.

    Raises ActRefused for any other fork.
    """
    record = Record(game=sight.game, envelopes=tuple(context.reader.envelopes(sight)))
    begun = table_after(record.envelopes[: batch_end(record, wish.at)]).begun
    refuse_unless(begun, "fork.otherwise", "before the deal no seat held a card: void the game, and make another")
    if dispute.is_undecided:
        fine = batch_end(record, wish.at) < dispute.event
        refuse_unless(fine, "fork.otherwise", f"under protest one plays on from before event {dispute.event}")
        return False
    ruling = dispute.rulings[-1] if dispute.state == RULED else None
    if ruling is None or ruling.remedy != REWIND or ruling.back_to is None:
        refuse("fork.not_ordered", "no ruling in force orders that it is played again")
    placed = batch_end(record, wish.at) == batch_end(record, ruling.back_to)
    refuse_unless(placed, "fork.otherwise", f"the ruling goes back to event {ruling.back_to}, not {wish.at}")
    kept = "the hidden cards as they are" if ruling.exact else "the unseen dealt again"
    refuse_unless(wish.shuffled is not ruling.exact, "fork.otherwise", f"the ruling orders {kept}")
    return True


def _seats_of_table(context: Context, sight: VisibilityScope) -> tuple[SeatRequest, ...]:
    """Return the seat requests for the same players as at this table."""
    players = {player.seat: player for player in context.register.find_entries(Player, game=sight.game)}
    persons = persons_at(context.register, sight.game)
    return tuple(
        SeatRequest(person=persons.get(seat))
        if (player := players.get(seat)) is None
        else SeatRequest(kind=player.kind, bot=player.bot, name=player.name, person=persons.get(seat))
        for seat in range(sight.players)
    )
