"""Section 11: an open attack, from the first committed card to its outcome."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, may_be_equal
from domain.editions.bohnaparte.areas import (
    Commitment,
    CommittedCards,
    board_of,
    holdings,
    open_attack,
    war,
    with_attack,
    with_holdings,
    with_terrain,
)
from domain.editions.bohnaparte.attack_strength import contest_of, values_of
from domain.editions.bohnaparte.combat_turn import (
    ATTACK,
    DEFENCE,
    SWAMP,
    awaited_commitment,
    can_commit,
    pile_has_cards,
)
from domain.editions.bohnaparte.commands import CommitCombatCard
from domain.editions.bohnaparte.events import CombatCardCommitted, CombatResolved, RidersBeaten, TerrainConquered
from domain.events import Cards
from domain.evolve import applies, remove_cards, require, require_cards
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import GuardFailure, Mechanism, Move, Rulebook
from domain.rules import drawing
from domain.table import Table


def forbids_commit(rulebook: Rulebook, table: Table, move: CommitCombatCard) -> Mechanism | None:
    """Forbid the card unless this seat's card is awaited, from a hand, depot or pile that holds it.

    Rule: BP-11.4 to BP-11.7, BP-11.14.
    """
    attack = war(table).attack
    if attack is None:
        return "attack.none_open"
    if move.seat == table.turn.seat and attack.by_riders:
        return "riders.first_round"
    if move.seat != awaited_commitment(table, attack)[1]:
        return "attack.committed" if move.seat == table.turn.seat else "attack.none_open"
    own = table.seats[move.seat]
    if move.source == "pile":
        return None if pile_has_cards(table) else "attack.pile"
    if move.source == "hand":
        if move.slot is None and None in own.slots:
            raise UnknownCard(f"seats[{move.seat}].hand_slots")
        return None if move.slot in own.slots else GuardFailure("attack.source", f"no card in slot {move.slot}")
    if move.source != "depot":
        return GuardFailure("attack.source", f"no card from {move.source} can be committed")
    if board_of(table).kind(attack.target) == SWAMP:
        return "attack.swamp"
    depot = holdings(own).depot or ()
    if move.variety not in depot and FACE_DOWN in depot:
        raise UnknownCard(f"seats[{move.seat}].depot[{depot.index(FACE_DOWN)}]")
    return None if move.variety in depot else GuardFailure("attack.source", f"no {move.variety} in the depot")


def commit(rulebook: Rulebook, draft: PendingEvents, move: CommitCombatCard) -> None:
    """Lay the card face down and play on until another seat must act. Rule: BP-11.4, BP-11.5."""
    attack = open_attack(draft.table)
    side = awaited_commitment(draft.table, attack)[0]
    place = "draw_pile[0]"
    if move.source == "pile":
        _commit_from_pile(rulebook, draft, side, attack.round, move.seat)
    else:
        own = draft.table.seats[move.seat]
        at = own.slots.index(move.slot) if move.source == "hand" else None
        card, place = (move.variety, place) if at is None else (own.hand[at], f"seats[{move.seat}].hand[{at}]")
        slot = None if at is None else move.slot
        draft.record(
            CombatCardCommitted(
                seat=move.seat, side=side, round=attack.round, source=move.source, variety=card, slot=slot
            )
        )
    try:
        continue_attack(rulebook, draft)
    except UnknownCard as unknown:  # the caller looks for the card where it lay before this command
        raise UnknownCard(place if unknown.place == _committed_place(side) else unknown.place) from None


def _committed_place(side: str) -> str:
    return f"attack.committed.{side}.card"


def _commit_from_pile(rulebook: Rulebook, draft: PendingEvents, side: str, round_: int, seat: int | None) -> None:
    # The pile is renewed before and after as in any draw, and once more at the end. Rule: BP-8.2, BP-9.3.
    if not draft.table.draw_pile and (draft.table.final or not drawing.renew_pile(rulebook, draft)):
        drawing.reshuffle(draft)
    card = draft.table.draw_pile[0]
    draft.record(CombatCardCommitted(seat=seat, side=side, round=round_, source="pile", pile_card=card))
    if rulebook.drawing.counts_at_once and not draft.table.draw_pile and not draft.table.final:
        drawing.count_and_renew(rulebook, draft)


def continue_attack(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Play the open attack on for as long as no seat has to commit a card.

    Neutral terrain takes the top card of the pile, a defender without any card defends with none; then the attack is
    resolved. Raises UnknownCard when a card that decides is face down.
    Rule: BP-11.6, BP-11.8, BP-11.14.
    """
    attack = open_attack(draft.table)
    side, seat = awaited_commitment(draft.table, attack)
    if side == ATTACK:
        return
    if attack.committed.defence is None:
        if seat is not None and can_commit(draft.table, seat, attack.target):
            return
        if seat is None and pile_has_cards(draft.table):
            if draft.table.draw_pile[:1] == (FACE_DOWN,):
                raise UnknownCard("draw_pile[0]")
            _commit_from_pile(rulebook, draft, DEFENCE, attack.round, None)
    resolve(rulebook, draft)


def resolve(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Reveal both cards: the higher value wins, a tie goes to the defender unless a cannon decides it.

    A winner conquers the terrain; riders that lose are beaten. Raises UnknownCard when a committed card is face down.
    Rule: BP-11.8 to BP-11.12, BP-14.6, BP-14.7.
    """
    table = draft.table
    attack, attacker = open_attack(table), table.turn.seat
    board = board_of(table)
    contest = contest_of(rulebook, board, attacker, attack.target, by_riders=attack.by_riders)
    attack_card, defence_card = (_revealed_card(attack.committed, side) for side in (ATTACK, DEFENCE))
    attack_value = rulebook.data.numbers["riders_value"] if attack.by_riders else _value(rulebook, attack_card)
    defence_value = contest.defence(_value(rulebook, defence_card))
    won = contest.is_won(attack_value, defence_value)
    draft.record(
        CombatResolved(
            round=attack.round,
            attack_card=attack_card,
            defence_card=defence_card,
            attack_value=attack_value,
            defence_value=defence_value,
            cannon=contest.is_by_cannon(attack_value, defence_value),
            winner=ATTACK if won else DEFENCE,
        )
    )
    if won:
        draft.record(TerrainConquered(terrain=attack.target, loser=board.state(attack.target).owner, to=attacker))
    elif attack.by_riders:
        draft.record(RidersBeaten(riders=require(attack.riders, "no riders attack"), seat=attacker))


def _revealed_card(committed: CommittedCards, side: str) -> Card | None:
    commitment: Commitment | None = getattr(committed, side)
    if commitment is not None and commitment.card == FACE_DOWN:
        raise UnknownCard(_committed_place(side))
    return None if commitment is None else commitment.card


def _value(rulebook: Rulebook, card: Card | None) -> int:
    return 0 if card is None else values_of(rulebook)[card]


def _commit_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[CommitCombatCard]:
    own = table.seats[seat]
    for slot in own.slots:
        yield CommitCombatCard(seat=seat, source="hand", slot=slot)
    for card in dict.fromkeys(holdings(own).depot or ()):
        if card != FACE_DOWN:
            yield CommitCombatCard(seat=seat, source="depot", variety=card)
    yield CommitCombatCard(seat=seat, source="pile")


def _commit_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[CommitCombatCard]:
    yield CommitCombatCard(seat=seat, source="hand", slot=table.seats[seat].next_slot)
    yield CommitCombatCard(seat=seat, source="depot", variety=rulebook.deck[0])


COMMIT = Move(
    guard=forbids_commit,
    rule=commit,
    candidates=_commit_candidates,
    mistakes=_commit_mistakes,
    wrong_phase="attack.none_open",
)


@applies(CombatCardCommitted)
def combat_card_committed(table: Table, event: CombatCardCommitted) -> Table:
    """Move the card from the hand, the depot or the pile to the open attack."""
    attack = require(war(table).attack, "no seat waits for this card")
    require((event.side, event.seat) == awaited_commitment(table, attack), "no seat waits for this card")
    if event.source == "pile":
        card = require(event.pile_card, "a card came from the pile")
        table = replace(table, draw_pile=drawing.without_top_cards(table, (card,)))
        commitment = Commitment(source="pile", card=card)
    else:
        whose = "a card came from a seat's hand or depot"
        card, seat = require(event.variety, whose), require(event.seat, whose)
        table = _from_hand(table, seat, card, event.slot) if event.source == "hand" else _from_depot(table, seat, card)
        commitment = Commitment(source=event.source, card=card, seat=seat)
    return with_attack(table, replace(attack, committed=replace(attack.committed, **{event.side: commitment})))


def _from_hand(table: Table, index: int, card: Card, slot: int | None) -> Table:
    seat = table.seats[index]
    # In a view that hides the slots any place will do: the cards there are hidden as well.
    at = seat.slots.index(slot) if slot is not None else 0
    require_cards(card == seat.hand[at] or FACE_DOWN in (card, seat.hand[at]), (card,), "hand", index)
    hand, slots = seat.hand[:at] + seat.hand[at + 1 :], seat.slots[:at] + seat.slots[at + 1 :]
    return table.with_seat(index, replace(seat, hand=hand, slots=slots))


def _from_depot(table: Table, index: int, card: Card) -> Table:
    held = holdings(table.seats[index])
    return with_holdings(table, index, replace(held, depot=remove_cards(held.depot or (), (card,), "depot", index)))


@applies(CombatResolved)
def combat_resolved(table: Table, event: CombatResolved) -> Table:
    """Move the cards to the discard pile, the attacker's below; beaten riders are followed by a second round."""
    attack = open_attack(table)
    revealed: Cards = tuple(card for card in (event.attack_card, event.defence_card) if card is not None)
    require_cards(may_be_equal(attack.committed.cards, revealed), revealed, "attack")
    table = replace(table, discard_pile=revealed[::-1] + table.discard_pile)
    if event.winner == ATTACK or attack.by_riders:
        return with_attack(table, replace(attack, round=attack.round + 1, committed=CommittedCards()))
    return with_attack(table, None)


@applies(TerrainConquered)
def terrain_conquered(table: Table, event: TerrainConquered) -> Table:
    """Change the owner of the terrain but not what lies on it; close the attack."""
    require(event.to < len(table.seats), "the conqueror sits at the table")
    terrain = board_of(table).state(event.terrain)
    require(war(table).attack is not None and terrain.owner == event.loser, "a terrain changes hands in an attack")
    return with_attack(with_terrain(table, replace(terrain, owner=event.to)), None)
