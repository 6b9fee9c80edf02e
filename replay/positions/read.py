"""A position read: the table that it describes."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.editions import rulebook, rulebook_of
from domain.events import Rules
from domain.evolve import BlankAnnexes, blank_annexes_of
from domain.member_types import Kind, Member, members_of
from domain.refusals import ImpossiblePosition, Misuse, Refusal, UnknownOption
from domain.rulebook import Rulebook
from domain.table import Annex, Result, Seat, Table, Turn
from replay.codec import error_place
from replay.positions.card_names import names_to_ids
from replay.positions.open_offers import Offer, assign_slots
from replay.positions.reported_cards import CardBounds, known_hand, possible_cards
from replay.positions.schema import FORMAT, Position, Zone, cards_of
from replay.positions.validation import require_possible


def read_position(position: object) -> Table:
    """Return the table that a position describes, as for `read_position_with_bounds`."""
    return read_position_with_bounds(position)[0]


def read_position_with_bounds(position: object) -> tuple[Table, CardBounds]:
    """Return the table of a position, with the varieties that its hidden hand cards can be where it names them.

    Raise ImpossiblePosition or UnknownOption with the fault. Counts become face-down cards, and fields that are left
    out are empty. A phase in which nothing is left to do is read as the next one. `version` names the rules on it;
    without one they are today's.
    """
    try:
        table, bounds = _read(position)
    except (UnknownOption, ImpossiblePosition):
        raise
    except (msgspec.ValidationError, Misuse, Refusal) as error:
        places = (error_place(error),) if error_place(error)[0] else ()
        raise ImpossiblePosition(str(error), errors=places) from error
    rulebook = rulebook_of(table)
    if rulebook.complete_position is not None:
        table = rulebook.complete_position(rulebook, table)
    require_possible(rulebook, table)
    phases = [phase.name for phase in rulebook.turn]
    while table.result is None and rulebook.phase(table).is_over(table):
        following = phases[phases.index(table.turn.phase) + 1]
        table = replace(table, turn=replace(table.turn, phase=following))
    return table, bounds


def _read(written: object) -> tuple[Table, CardBounds]:
    if not isinstance(written, dict):
        raise ImpossiblePosition("a position is a JSON object")
    plain, annexes = _without_annexes(names_to_ids(written))
    position = msgspec.convert(plain, Position)
    if position.format != FORMAT:
        raise ImpossiblePosition(f"the format is {position.format!r}, not {FORMAT!r}")
    if not position.settled:
        raise ImpossiblePosition("inside a batch (settled: false) no seat may act")
    composed = rulebook(position.edition, len(position.seats), position.options, position.version)
    pile = cards_of(position.draw_pile)
    lazy = composed.options.get("exhaustion_counting") == "lazy"
    seats = tuple(_seat(composed, position, index, annex) for index, annex in enumerate(annexes.seats))
    offers: list[Offer] = assign_slots(seats, [*position.proposals, *position.donations])
    table = Table(
        edition=position.edition,
        rules=Rules(version=composed.data.version, options=dict(composed.options), digest=composed.data.digest),
        seats=seats,
        turn=Turn(**msgspec.structs.asdict(position.turn), annex=annexes.turn),
        draw_pile=pile,
        discard_pile=cards_of(position.discard_pile),
        turned_up=position.turned_up,
        proposals=tuple(sorted(offers, key=lambda offer: offer.proposal)),
        lapsed=position.lapsed,
        next_proposal=max(
            [position.next_proposal, *(offer.proposal + 1 for offer in offers), *(n + 1 for n in position.lapsed)]
        ),
        exhaustions=position.exhaustions,
        exhausted=not pile and not lazy,
        final=position.final or position.exhaustions >= composed.drawing.exhaustions_to_end,
        result=Result(reason="position", scores=position.scores, winners=position.winners) if position.ended else None,
        annex=annexes.table,
    )
    return table, _bounds(composed, position, seats)


def _bounds(rulebook: Rulebook, position: Position, seats: Sequence[Seat]) -> CardBounds:
    """Return the varieties that hidden hand cards can be, where the position names them.

    The slots are those of the table.
    """
    return {
        (index, slot): can
        for index, (written, seat) in enumerate(zip(position.seats, seats, strict=True))
        for slot, card, can in zip(seat.slots, seat.hand, possible_cards(rulebook, written, index), strict=True)
        if card == FACE_DOWN and len(can) < len(rulebook.deck_counts)
    }


class _Annexes(NamedTuple):
    """What the edition adds beside the table, the turn and each seat."""

    table: Annex | None
    turn: Annex | None
    seats: list[Annex | None]


def _without_annexes(written: dict[str, Any]) -> tuple[dict[str, Any], _Annexes]:
    """Return the JSON less what the annexes of its edition add, with the type of each offer; and the annexes."""
    edition, seats = written.get("edition"), written.get("seats")
    blanks = blank_annexes_of(edition) if isinstance(edition, str) else BlankAnnexes()
    plain, table = _without_annex(written, blanks.table)
    turn_json, turn = _without_annex(plain.get("turn", {}), blanks.turn)
    parts = [_without_annex(seat, blanks.seat) for seat in seats] if isinstance(seats, list) else []
    if parts:
        plain = {**plain, "seats": [seat for seat, _ in parts]}
    plain = {**plain, "turn": turn_json, "proposals": _with_types(plain.get("proposals", []), "trade_proposed.1")}
    plain["donations"] = _with_types(plain.get("donations", []), "donation_offered.1")
    return plain, _Annexes(table, turn, [annex for _, annex in parts])


def _without_annex(written: object, blank: Annex | None) -> tuple[Any, Annex | None]:
    """Return the JSON less the fields that an annex adds to it, and the annex; its zones may be counts as well."""
    if blank is None or not isinstance(written, dict):
        return written, blank
    members = {member.name: member for member in members_of(type(blank)) if member.name in written}
    given = {name: _zone_as_cards(written[name], member) for name, member in members.items()}
    annex = replace(blank, **msgspec.structs.asdict(msgspec.convert(given, type(blank)))) if given else blank
    return {name: value for name, value in written.items() if name not in members}, annex


def _zone_as_cards(written: object, member: Member) -> object:
    counted = type(written) is int and member.many and member.kind is Kind.CARD
    return cards_of(msgspec.convert(written, Zone)) if counted else written


def _with_types(offers: object, name: str) -> object:
    if not isinstance(offers, list):
        return offers
    typed = []
    for offer in offers:
        if not isinstance(offer, dict):
            return offers
        listed = [key for key in ("give", "cards") if isinstance(offer.get(key), list)]
        cards = {key: [_with_slot(card) for card in offer[key]] for key in listed}
        typed.append({**OFFER_DEFAULTS[name], **offer, **cards, "type": name})
    return typed


OFFER_DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "trade_proposed.1": {"give": [], "want": {}, "want_turned_up": [], "give_coins": 0, "want_coins": 0, "with": None},
    "donation_offered.1": {"cards": [], "coins": 0},
}


def _with_slot(card: object) -> object:
    return {"slot": None, **card} if isinstance(card, dict) else card


def _seat(rulebook: Rulebook, position: Position, index: int, annex: Annex | None) -> Seat:
    seat = position.seats[index]
    hand = known_hand(cards_of(seat.hand), possible_cards(rulebook, seat, index))
    slots = tuple(range(len(hand))) if seat.hand_slots is None else seat.hand_slots
    if len(slots) != len(hand) or sorted(set(slots)) != list(slots):
        raise ImpossiblePosition(f"seats[{index}].hand_slots must name each card of the hand, ascending")
    if position.next_slots is not None and len(position.next_slots) != len(position.seats):
        raise ImpossiblePosition(f"next_slots names {len(position.next_slots)} of {len(position.seats)} seats")
    given = None if position.next_slots is None else position.next_slots[index]
    fields = seat.fields or ()
    fields += ((),) * (rulebook.initial_fields - len(fields))
    if len(fields) > rulebook.data.max_fields:
        says = f"seat {index + 1} has {len(fields)} fields, and can have {rulebook.data.max_fields}"
        raise ImpossiblePosition(says)
    return Seat(
        hand=hand,
        slots=slots,
        next_slot=max([given or 0, *(slot + 1 for slot in slots)]),
        fields=fields,
        coins=cards_of(seat.coins),
        set_aside=seat.set_aside,
        annex=annex,
    )
