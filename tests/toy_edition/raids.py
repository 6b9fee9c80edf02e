"""Section 11 of the toy's rulebook: raids, in which two seats bet hidden cards against each other."""

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, CoinCards, Slot, without_cards
from domain.commands import DrawCards, SeatCommand
from domain.events import Cards, SeatEvent
from domain.evolve import applies, require
from domain.member_types import SeatIndex, Source
from domain.pending_events import PendingEvents
from domain.refusals import UnknownCard
from domain.rulebook import Mechanism, Move, Phase, Rulebook
from domain.rules import drawing, third_field
from domain.rules.phases import ANYTIME
from domain.rules.turn import close_phase
from domain.table import Table
from domain.visibility import EVERYONE, SEALED, only
from tests.toy_edition.areas import Raid, RaidGround, RaidsThisTurn, Stake, ground, raids_this_turn
from tests.toy_edition.stores import CardStored


class DeclareRaid(SeatCommand, tag=True):
    """Raid another seat. Rule: TY-11.1 to TY-11.3."""

    target: Annotated[SeatIndex, EVERYONE]


class CommitCard(SeatCommand, tag=True):
    """Commit a hand card, or the top card of the pile. Rule: TY-11.4."""

    source: Annotated[Source, EVERYONE]
    slot: Annotated[Slot, only("seat")] = None


class EndRaids(SeatCommand, tag=True):
    """Continue with drawing. Rule: TY-11.1."""


class RaidDeclared(SeatEvent, tag="raid_declared.1"):
    """A raid began and was paid for."""

    target: Annotated[SeatIndex, EVERYONE]
    coins: Annotated[CoinCards, EVERYONE]


class CardCommitted(SeatEvent, tag="card_committed.1"):
    """A card lies face down in the raid: `variety` from the hand, or `pile_card`."""

    source: Annotated[Source, EVERYONE]
    variety: Annotated[Card | None, only("seat")] = None
    slot: Annotated[Slot, only("seat")] = None
    pile_card: Annotated[Card | None, SEALED] = None


class RaidResolved(SeatEvent, tag="raid_resolved.1"):
    """Both cards were turned over; what is not discarded is the winner's prize."""

    target: Annotated[SeatIndex, EVERYONE]
    attack_card: Annotated[Card, EVERYONE]
    defence_card: Annotated[Card | None, EVERYONE]
    winner: Annotated[SeatIndex, EVERYONE]
    discarded: Annotated[Cards, EVERYONE]


def forbids_declare(rulebook: Rulebook, table: Table, move: DeclareRaid) -> Mechanism | None:
    """Forbid a raid out of turn, on a wrong target, beyond the limit, or without a coin. Rule: TY-11.1 to TY-11.3."""
    numbers = rulebook.data.numbers
    if move.seat != table.turn.seat:
        return "raid.active"
    if move.target == move.seat or move.target >= len(table.seats):
        return "raid.target"
    if raids_this_turn(table) >= numbers["raids_a_turn"]:
        return "raid.limit"
    return "raid.coin" if len(table.seats[move.seat].coins) < numbers["raid_price"] else None


def declare(rulebook: Rulebook, draft: PendingEvents, move: DeclareRaid) -> None:
    """Open the raid and pay for it. Rule: TY-11.2."""
    coins = third_field.find_payment(draft.table.seats[move.seat], rulebook.data.numbers["raid_price"], None)
    assert coins is not None
    draft.record(RaidDeclared(seat=move.seat, target=move.target, coins=coins))


def declare_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DeclareRaid]:
    """Return a raid on each seat."""
    return [DeclareRaid(seat=seat, target=target) for target in range(len(table.seats))]


def awaited(table: Table) -> tuple[int, ...]:
    """Return the seat whose card is awaited. Rule: TY-11.4."""
    raid = ground(table).raid
    return () if raid is None else (raid.to_commit,)


def forbids_commit(rulebook: Rulebook, table: Table, move: CommitCard) -> Mechanism | None:
    """Forbid the card unless this seat's card is awaited, from its hand or from the pile. Rule: TY-11.4."""
    raid = ground(table).raid
    if raid is None:
        return "raid.none_open"
    if move.seat != raid.to_commit:
        return "raid.turn_to_commit"
    if move.source == "pile":
        return None if pile_has_cards(table) else "raid.no_pile"
    in_hand = move.source == "hand" and move.slot in table.seats[move.seat].slots
    return None if in_hand else "raid.source"


def pile_has_cards(table: Table) -> bool:
    """Return whether the pile can supply a card, reshuffled if need be, even at the end of the game. Rule: TY-9.2."""
    return bool(table.draw_pile or table.discard_pile)


def commit(rulebook: Rulebook, draft: PendingEvents, move: CommitCard) -> None:
    """Lay the card into the raid; with the last one decide the raid. Rule: TY-11.4, TY-11.6."""
    if move.source == "pile":
        commit_from_pile(rulebook, draft, move.seat)
    else:
        own = draft.table.seats[move.seat]
        card = own.hand[own.slots.index(move.slot)]
        draft.record(CardCommitted(seat=move.seat, source="hand", variety=card, slot=move.slot))
    raid = ground(draft.table).raid
    assert raid is not None
    if len(raid.commitments) == 2 or not (draft.table.seats[raid.target].hand or pile_has_cards(draft.table)):
        resolve(rulebook, draft, raid)


def commit_from_pile(rulebook: Rulebook, draft: PendingEvents, seat: int) -> None:
    """Commit the top card of the pile, which is renewed before and after as in any draw, and once more at the end.

    Rule: TY-8.2, TY-9.2.
    """
    if not draft.table.draw_pile and (draft.table.final or not drawing.renew_pile(rulebook, draft)):
        drawing.reshuffle(draft)
    draft.record(CardCommitted(seat=seat, source="pile", pile_card=draft.table.draw_pile[0]))
    if rulebook.drawing.counts_at_once and not draft.table.draw_pile and not draft.table.final:
        drawing.count_and_renew(rulebook, draft)


def resolve(rulebook: Rulebook, draft: PendingEvents, raid: Raid) -> None:
    """Reveal both cards; one of them is the prize. Rule: TY-11.6, TY-12.1."""
    cards = raid.cards
    if FACE_DOWN in cards:
        raise UnknownCard(f"raid.commitments[{cards.index(FACE_DOWN)}].card")
    attack, defence = cards if len(cards) == 2 else (cards[0], None)
    attacker_wins = defence is None or rulebook.deck.count(attack) > rulebook.deck.count(defence)
    prize = defence if attacker_wins and defence is not None else attack
    winner = raid.seat if attacker_wins else raid.target
    discarded = without_cards(cards, (prize,))
    assert discarded is not None
    draft.record(
        RaidResolved(
            seat=raid.seat,
            target=raid.target,
            attack_card=attack,
            defence_card=defence,
            winner=winner,
            discarded=discarded,
        )
    )
    draft.record(CardStored(seat=winner, variety=prize))


def commit_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[CommitCard]:
    """Yield each hand card, and the pile."""
    for slot in table.seats[seat].slots:
        yield CommitCard(seat=seat, source="hand", slot=slot)
    yield CommitCard(seat=seat, source="pile")


def commit_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[CommitCard]:
    """Return a card that is not in the hand."""
    return [CommitCard(seat=seat, source="hand", slot=table.seats[seat].next_slot)]


def forbids_end_raids(rulebook: Rulebook, table: Table, move: EndRaids) -> Mechanism | None:
    """Forbid ending the raids to all but the active seat. Rule: TY-11.1."""
    return None if move.seat == table.turn.seat else "raid.active"


def end_raids(rulebook: Rulebook, draft: PendingEvents, move: EndRaids) -> None:
    """End the phase. Rule: TY-11.1."""
    close_phase(rulebook, draft)


def end_raids_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[EndRaids]:
    """Return the one way to end."""
    return [EndRaids(seat=seat)]


DECLARE = Move(guard=forbids_declare, rule=declare, candidates=declare_candidates, wrong_phase="raid.phase")
COMMIT = Move(
    guard=forbids_commit,
    rule=commit,
    candidates=commit_candidates,
    mistakes=commit_mistakes,
    wrong_phase="raid.none_open",
)
END = Move(guard=forbids_end_raids, rule=end_raids, candidates=end_raids_candidates, wrong_phase="raid.phase")

OPEN_RAID = Phase(
    name="open_raid",
    moves={CommitCard: COMMIT},
    refusals=dict.fromkeys((*ANYTIME, DeclareRaid, EndRaids, DrawCards), "raid.open"),
    awaited_seats=awaited,
    interruptible=False,
)
"""The step while a raid is open, before all else. Rule: TY-11.5."""


def raid_phase() -> Phase:
    """Return the phase between planting and drawing.

    After the final exhaustion it ends as soon as no raid is open. Rule: TY-9.2.
    """
    return Phase(
        name="raid",
        moves={DeclareRaid: DECLARE, EndRaids: END},
        refusals={DrawCards: "draw.too_early"},
        skip_reason=in_the_first_turn,
        ends_when=lambda table: table.final,
        steps=(OPEN_RAID,),
        current_step=lambda table: None if ground(table).raid is None else OPEN_RAID,
        can_end_game=True,
    )


def in_the_first_turn(table: Table) -> str | None:
    """Return why the phase is skipped in the first turn, when some seats could not earn yet. Rule: TY-3.1."""
    return "first_turn" if table.turn.number == 1 else None


@applies(RaidDeclared)
def raid_declared(table: Table, event: RaidDeclared) -> Table:
    """Open the raid; its coins go bean side up to the discard pile."""
    require(ground(table).raid is None and event.target < len(table.seats), "one raid at a time, against a seat")
    seat = table.seats[event.seat]
    left = without_cards(seat.coins, event.coins)
    require(left is not None, "these coin cards are not in the stack")
    assert left is not None
    counted = RaidsThisTurn(raids=raids_this_turn(table) + 1)
    return replace(
        table.with_seat(event.seat, replace(seat, coins=left)),
        turn=replace(table.turn, annex=counted),
        discard_pile=event.coins[::-1] + table.discard_pile,
        annex=replace(ground(table), raid=Raid(seat=event.seat, target=event.target)),
    )


@applies(CardCommitted)
def card_committed(table: Table, event: CardCommitted) -> Table:
    """Move the card from the hand or the pile to the raid."""
    raid = ground(table).raid
    require(raid is not None and raid.to_commit == event.seat, "no seat waits for this card")
    assert raid is not None
    if event.source == "pile":
        card, known_to = event.pile_card, None
        require(card is not None, "a card came from the pile")
        assert card is not None
        table = replace(table, draw_pile=drawing.without_top_cards(table, (card,)))
    else:
        card, known_to = event.variety, event.seat
        seat = table.seats[event.seat]
        at = seat.slots.index(event.slot)
        require(card is not None and (card == seat.hand[at] or FACE_DOWN in (card, seat.hand[at])), "another card")
        assert card is not None
        hand, slots = seat.hand[:at] + seat.hand[at + 1 :], seat.slots[:at] + seat.slots[at + 1 :]
        table = table.with_seat(event.seat, replace(seat, hand=hand, slots=slots))
    commitment = Stake(seat=event.seat, source=event.source, card=card, known_to=known_to)
    raid = replace(raid, commitments=(*raid.commitments, commitment))
    return replace(table, annex=replace(ground(table), raid=raid))


@applies(RaidResolved)
def raid_resolved(table: Table, event: RaidResolved) -> Table:
    """Close the raid; the discards go to their pile, and the prize lies beside it."""
    raid = ground(table).raid
    revealed = (event.attack_card,) if event.defence_card is None else (event.attack_card, event.defence_card)
    require(raid is not None and without_cards(raid.cards, revealed) == (), "these cards were not committed")
    prize = without_cards(revealed, event.discarded)
    require(prize is not None and len(prize) == 1, "all but one card are discarded")
    assert prize is not None
    return replace(
        table, discard_pile=event.discarded[::-1] + table.discard_pile, annex=RaidGround(raid=None, prize=prize)
    )


def raid_faults(rulebook: Rulebook, table: Table) -> Iterable[str]:
    """Yield the faults of a raid: out of its phase, on a wrong seat, or with cards out of order.

    Rule: TY-11.1, TY-11.3, TY-11.4.
    """
    raid = ground(table).raid
    if raid is None:
        return
    if table.turn.phase != "raid" or raid.seat != table.turn.seat:
        yield "TY-11.1: a raid out of its phase or turn"
    if raid.target == raid.seat or raid.target >= len(table.seats):
        yield f"TY-11.3: seat {raid.target} is raided"
    if len(raid.commitments) > 1 or any(commitment.seat != raid.seat for commitment in raid.commitments):
        yield "TY-11.4: cards committed out of order"
