"""Section 8 of every rulebook: taking cards from the pile, exhaustion, reshuffling."""

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from domain.cards import FACE_DOWN, may_be_equal
from domain.events import Cards, CardsDealt, CardsDrawn, CardsTurnedUp, DeckShuffled, DrawPileExhausted, Event
from domain.evolve import applies, require, require_cards
from domain.pending_events import PendingEvents
from domain.rulebook import Rulebook
from domain.table import Table
from domain.values import changed


def draw(rulebook: Rulebook, draft: PendingEvents, seat: int, count: int) -> None:
    """Draw `count` cards to the back of the hand, one by one; fewer after the last exhaustion. Rule: CL-8.1."""
    draw_step(rulebook, draft, count, lambda cards: CardsDrawn(seat=seat, cards=cards))


def turn_up(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Turn up cards of the pile for the active seat. Rule: CL-5.1, CL-8.6."""
    seat = draft.table.turn.seat
    count = rulebook.drawing.turn_up_count(draft.table)
    draw_step(rulebook, draft, count, lambda cards: CardsTurnedUp(seat=seat, cards=cards))


def draw_step(rulebook: Rulebook, draft: PendingEvents, count: int, taken: Callable[[Cards], Event]) -> None:
    """Take `count` cards as one draw step, unless both piles are empty.

    Rule: CL-8.3 to CL-8.6, AMB-GE-2, AMB-GE-3.
    """
    if not count_if_no_cards(rulebook, draft):
        take_cards(rulebook, draft, count, taken)


def count_if_no_cards(rulebook: Rulebook, draft: PendingEvents) -> bool:
    """Count one exhaustion if both piles are empty, and return whether they are. Rule: CL-8.5, AMB-GE-3."""
    if draft.table.draw_pile or draft.table.discard_pile or draft.table.final:
        return False
    count_exhaustion(rulebook, draft)
    return True


def take_cards(rulebook: Rulebook, draft: PendingEvents, count: int, taken: Callable[[Cards], Event]) -> None:
    """Take `count` cards from the pile: record a `taken` event for each pile used, and the exhaustions between them.

    Rule: CL-8.3 to CL-8.6.
    """
    while count and not draft.table.final:
        if not draft.table.draw_pile and not renew_pile(rulebook, draft):
            return
        cards = draft.table.draw_pile[:count]
        draft.record(taken(cards))
        count -= len(cards)
        if rulebook.drawing.counts_at_once and not draft.table.draw_pile:
            count_and_renew(rulebook, draft)


def renew_pile(rulebook: Rulebook, draft: PendingEvents) -> bool:
    """Renew the empty pile, since a card is wanted: count the exhaustion if not yet counted, and shuffle the discards.

    Return whether there is a pile to draw from.
    """
    if not draft.table.exhausted:
        count_exhaustion(rulebook, draft)
    if draft.table.final or not draft.table.discard_pile:
        return False
    reshuffle(draft)
    return True


def count_and_renew(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Count an exhaustion when the last card has left the pile; unless it is final, renew the pile. Rule: CL-8.4."""
    count_exhaustion(rulebook, draft)
    if not draft.table.final and draft.table.discard_pile:
        reshuffle(draft)


def count_exhaustion(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Record one more exhaustion; the last one allowed is final. Rule: CL-8.3, CL-9.1."""
    number = draft.table.exhaustions + 1
    final = number >= rulebook.drawing.exhaustions_to_end
    draft.record(DrawPileExhausted(number=number, final=final, phase=draft.table.turn.phase))


def reshuffle(draft: PendingEvents) -> None:
    """Shuffle the discard pile into a new draw pile. Rule: CL-8.4."""
    order = draft.shuffle(draft.table.discard_pile)
    draft.record(DeckShuffled(reason="exhaustion", count=len(order), order=order))


@applies(DeckShuffled)
def deck_shuffled(table: Table, event: DeckShuffled) -> Table:
    """Set the draw pile in its new order; the discard pile is empty now."""
    require(len(event.order) == event.count, "a shuffle loses no card")
    if event.reason != "setup":
        require(not table.draw_pile and event.count == len(table.discard_pile), "only the discards are shuffled")
        if FACE_DOWN not in event.order and FACE_DOWN not in table.discard_pile:
            require_cards(
                sorted(event.order) == sorted(table.discard_pile), _not_in_discards(event.order, table), "discards"
            )
    else:
        require(not table.begun and not table.draw_pile, "the deck is shuffled once, before anything else")
    return replace(table, draw_pile=event.order, discard_pile=(), shuffles=table.shuffles + 1, exhausted=False)


def _not_in_discards(order: Cards, table: Table) -> Cards:
    """Return the cards of an order that were not among the discards."""
    return tuple((Counter(order) - Counter(table.discard_pile)).elements())


@applies(DrawPileExhausted)
def draw_pile_exhausted(table: Table, event: DrawPileExhausted) -> Table:
    """Count one more exhaustion."""
    require(not table.draw_pile and event.number == table.exhaustions + 1, "exhaustions are counted one by one")
    return replace(table, exhaustions=event.number, exhausted=True, final=event.final)


def without_top_cards(table: Table, cards: Cards) -> Cards:
    """Return the draw pile without `cards`; CorruptHistory when they did not lie on top."""
    count = len(cards)
    top = table.draw_pile[:count]
    require_cards(top == cards or may_be_equal(top, cards), cards, "pile")
    return table.draw_pile[count:]


@applies(CardsDrawn)
def cards_drawn(table: Table, event: CardsDrawn) -> Table:
    """Move the top cards to the back of the hand."""
    pile = without_top_cards(table, event.cards)
    drawn = table.seats[event.seat].with_cards_in_hand(event.cards)
    return replace(table, draw_pile=pile, seats=changed(table.seats, event.seat, drawn))


@applies(CardsTurnedUp)
def cards_turned_up(table: Table, event: CardsTurnedUp) -> Table:
    """Move the top cards face up beside the active seat."""
    return replace(table, draw_pile=without_top_cards(table, event.cards), turned_up=table.turned_up + event.cards)


@applies(CardsDealt)
def cards_dealt(table: Table, event: CardsDealt) -> Table:
    """Move the cards at these places of the pile to the opening hand. Rule: CL-2.3."""
    pile, places = table.draw_pile, event.places
    there = tuple([pile[place] for place in places])
    require_cards(there == event.cards or may_be_equal(there, event.cards), event.cards, "pile")
    left = list(pile)
    for place in sorted(set(places), reverse=True):
        del left[place]
    require(len(left) == len(pile) - len(places), "no place deals twice")
    dealt = table.seats[event.seat].with_cards_in_hand(event.cards)
    return replace(table, draw_pile=tuple(left), seats=changed(table.seats, event.seat, dealt))
