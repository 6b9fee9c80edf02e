"""Section 11, an open attack: both sides commit a card, the cards are revealed, the terrain changes hands or not."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, without
from domain.draft import Draft
from domain.editions.bohnaparte.areas import (
    Attack,
    Commitment,
    Committed,
    board,
    holdings,
    war,
    with_attack,
    with_holdings,
    with_terrain,
)
from domain.editions.bohnaparte.commands import CommitCombatCard
from domain.editions.bohnaparte.events import CombatCardCommitted, CombatResolved, RidersBeaten, TerrainConquered
from domain.editions.bohnaparte.terrains import min_defence
from domain.events import Cards
from domain.history import applies, require, require_cards
from domain.refusals import UnknownCard
from domain.rulebook import Because, Move, Rulebook, Slot
from domain.rules import drawing
from domain.table import Table

ATTACK: Final = "attack"
DEFENCE: Final = "defence"
SWAMP: Final = "swamp"
IRON_MINE: Final = "iron_mine"
BESIEGED: Final = ("city", "village")
"""What a cannon helps against, besides a fortress. Rule: BP-11.10."""


def pile_has_cards(table: Table) -> bool:
    """Whether a card can be had from the pile, reshuffled if need be; even at the end. Rule: BP-9.3, BP-11.14."""
    return bool(table.draw_pile or table.discard_pile)


def has_source(table: Table, seat: int, target: str) -> bool:
    """Whether a seat has any card for combat about this terrain. Rule: BP-11.4, BP-11.7, AMB-BP-10."""
    own = table.seats[seat]
    depot = holdings(own).depot if board(table).kind(target) != SWAMP else None
    return bool(own.hand or depot or pile_has_cards(table))


def committing(table: Table, attack: Attack) -> tuple[str, int | None]:
    """Whose card is awaited: the side, and its seat (None for neutral terrain). Rule: BP-11.4, BP-14.6."""
    if attack.committed.attack is None and not attack.by_riders:
        return ATTACK, table.turn.seat
    return DEFENCE, board(table).state(attack.target).owner


def forbids_commit(rulebook: Rulebook, table: Table, move: CommitCombatCard) -> Slot | None:
    """The seat whose card is awaited, from hand, depot or pile. Rule: BP-11.4 to BP-11.7, BP-11.14."""
    attack = war(table).attack
    if attack is None:
        return "attack.none_open"
    if move.seat == table.turn.seat and attack.by_riders:
        return "riders.first_round"
    if move.seat != committing(table, attack)[1]:
        return "attack.committed" if move.seat == table.turn.seat else "attack.none_open"
    own = table.seats[move.seat]
    if move.source == "pile":
        return None if pile_has_cards(table) else "attack.pile"
    if move.source == "hand":
        if move.slot is None and None in own.slots:
            raise UnknownCard(f"seats[{move.seat}].hand_slots")
        return None if move.slot in own.slots else Because("attack.source", f"no card in slot {move.slot}")
    if move.source != "depot":
        return Because("attack.source", f"no card from {move.source} can be committed")
    if board(table).kind(attack.target) == SWAMP:
        return "attack.swamp"
    depot = holdings(own).depot or ()
    if move.variety not in depot and FACE_DOWN in depot:
        raise UnknownCard(f"seats[{move.seat}].depot[{depot.index(FACE_DOWN)}]")
    return None if move.variety in depot else Because("attack.source", f"no {move.variety} in the depot")


def commit(rulebook: Rulebook, draft: Draft, move: CommitCombatCard) -> None:
    """The card lies face down; the combat goes on as far as it can by itself. Rule: BP-11.4, BP-11.5."""
    attack = war(draft.table).attack
    assert attack is not None
    side = committing(draft.table, attack)[0]
    place = "draw_pile[0]"
    if move.source == "pile":
        _commit_from_pile(rulebook, draft, side, attack.round, move.seat)
    else:
        own = draft.table.seats[move.seat]
        at = own.slots.index(move.slot) if move.source == "hand" else None
        card, place = (move.variety, place) if at is None else (own.hand[at], f"seats[{move.seat}].hand[{at}]")
        slot = None if at is None else move.slot
        draft.happen(
            CombatCardCommitted(
                seat=move.seat, side=side, round=attack.round, source=move.source, variety=card, slot=slot
            )
        )
    try:
        go_on(rulebook, draft)
    except UnknownCard as unknown:  # whoever asks looks for the card where it lay before this command
        raise UnknownCard(place if unknown.place == _committed_place(side) else unknown.place) from None


def _committed_place(side: str) -> str:
    return f"attack.committed.{side}.card"


def _commit_from_pile(rulebook: Rulebook, draft: Draft, side: str, round_: int, seat: int | None) -> None:
    # The pile is renewed before and after as in any draw, and once more at the end. Rule: BP-8.2, BP-9.3.
    if not draft.table.draw_pile and (draft.table.final or not drawing.renew(rulebook, draft)):
        drawing.reshuffle(draft)
    card = draft.table.draw_pile[0]
    draft.happen(CombatCardCommitted(seat=seat, side=side, round=round_, source="pile", pile_card=card))
    if rulebook.counts_at_once and not draft.table.draw_pile and not draft.table.final:
        drawing.exhaust(rulebook, draft)


def go_on(rulebook: Rulebook, draft: Draft) -> None:
    """What needs no seat: neutral terrain defends itself, a side without any card has none, the combat is resolved.

    Rule: BP-11.6, BP-11.8, BP-11.14.
    """
    attack = war(draft.table).attack
    assert attack is not None
    side, seat = committing(draft.table, attack)
    if side == ATTACK:
        return
    if attack.committed.defence is None:
        if seat is not None and has_source(draft.table, seat, attack.target):
            return
        if seat is None and pile_has_cards(draft.table):
            if draft.table.draw_pile[:1] == (FACE_DOWN,):
                raise UnknownCard("draw_pile[0]")
            _commit_from_pile(rulebook, draft, DEFENCE, attack.round, None)
    resolve(rulebook, draft)


def resolve(rulebook: Rulebook, draft: Draft) -> None:
    """Both sides are revealed; the higher value wins, and equals are the defender's, or the cannon's.

    Rule: BP-11.8 to BP-11.12, BP-14.6, BP-14.7.
    """
    table = draft.table
    attack, attacker = war(table).attack, table.turn.seat
    assert attack is not None
    numbers, lay = rulebook.data.numbers, board(table)
    kind, terrain = lay.kind(attack.target), lay.state(attack.target)
    attack_card, defence_card = (_revealed(attack.committed, side) for side in (ATTACK, DEFENCE))
    attack_value = numbers["riders_value"] if attack.by_riders else _worth(rulebook, attack_card)
    fortress = numbers["fortress_bonus"] if terrain.fortress else 0
    defence_value = max(_worth(rulebook, defence_card) + fortress, min_defence(rulebook, kind))
    cannon = (
        attack_value == defence_value != numbers["double_twenty"]
        and not attack.by_riders
        and (kind in BESIEGED or terrain.fortress)
        and any(True for _ in lay.owned(attacker, IRON_MINE))
    )
    won = cannon or attack_value > defence_value
    draft.happen(
        CombatResolved(
            round=attack.round,
            attack_card=attack_card,
            defence_card=defence_card,
            attack_value=attack_value,
            defence_value=defence_value,
            cannon=cannon,
            winner=ATTACK if won else DEFENCE,
        )
    )
    if won:
        draft.happen(TerrainConquered(terrain=attack.target, loser=terrain.owner, to=attacker))
    elif attack.by_riders:
        assert attack.riders is not None
        draft.happen(RidersBeaten(riders=attack.riders, seat=attacker))


def _revealed(committed: Committed, side: str) -> Card | None:
    commitment: Commitment | None = getattr(committed, side)
    if commitment is not None and commitment.card == FACE_DOWN:
        raise UnknownCard(_committed_place(side))
    return None if commitment is None else commitment.card


def _worth(rulebook: Rulebook, card: Card | None) -> int:
    """The combat value of a bean is how many of its variety there are; without a card it is 0. Rule: BP-1.2."""
    return 0 if card is None else next(v.count for v in rulebook.data.varieties if v.id == card)


def _tries_commit(rulebook: Rulebook, table: Table, seat: int) -> Iterable[CommitCombatCard]:
    own = table.seats[seat]
    for slot in own.slots:
        yield CommitCombatCard(seat=seat, source="hand", slot=slot)
    for card in dict.fromkeys(holdings(own).depot or ()):
        if card != FACE_DOWN:
            yield CommitCombatCard(seat=seat, source="depot", variety=card)
    yield CommitCombatCard(seat=seat, source="pile")


def _mistakes_commit(rulebook: Rulebook, table: Table, seat: int) -> Iterable[CommitCombatCard]:
    yield CommitCombatCard(seat=seat, source="hand", slot=table.seats[seat].next_slot)
    yield CommitCombatCard(seat=seat, source="depot", variety=rulebook.deck[0])


COMMIT = Move(
    forbids=forbids_commit,
    happens=commit,
    tries=_tries_commit,
    mistakes=_mistakes_commit,
    elsewhere="attack.none_open",
)


@applies(CombatCardCommitted)
def combat_card_committed(table: Table, event: CombatCardCommitted) -> Table:
    """The card lies in the attack, and no longer in the hand, in the depot or on the pile."""
    attack = war(table).attack
    require(attack is not None and (event.side, event.seat) == committing(table, attack), "nobody waits for this card")
    assert attack is not None
    if event.source == "pile":
        require(event.pile_card is not None, "a card came from the pile")
        card: Card | None = event.pile_card
        assert card is not None
        table, seat = replace(table, draw_pile=drawing.off_the_top(table, (card,))), None
    else:
        card, seat = event.variety, event.seat
        require(card is not None and seat is not None, "a card came from somebody's hand or depot")
        assert card is not None
        assert seat is not None
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
    left = without(held.depot or (), (card,))
    require_cards(left is not None, (card,), "depot", index)
    return with_holdings(table, index, replace(held, depot=left))


@applies(CombatResolved)
def combat_resolved(table: Table, event: CombatResolved) -> Table:
    """The cards lie on the discard pile, the attacker's below; beaten riders are followed by a second round."""
    attack = war(table).attack
    require(attack is not None, "there is no attack")
    assert attack is not None
    told: Cards = tuple(card for card in (event.attack_card, event.defence_card) if card is not None)
    require_cards(drawing.alike(attack.committed.cards, told), told, "attack")
    table = replace(table, discard_pile=told[::-1] + table.discard_pile)
    if event.winner == ATTACK or attack.by_riders:
        return with_attack(table, replace(attack, round=attack.round + 1, committed=Committed()))
    return with_attack(table, None)


@applies(TerrainConquered)
def terrain_conquered(table: Table, event: TerrainConquered) -> Table:
    """Another marker lies on the terrain; what stands there stays. The attack is over."""
    require(event.to < len(table.seats), "whoever conquers sits at the table")
    terrain = board(table).state(event.terrain)
    require(war(table).attack is not None and terrain.owner == event.loser, "a terrain changes hands in an attack")
    return with_attack(with_terrain(table, replace(terrain, owner=event.to)), None)
