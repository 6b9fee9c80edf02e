"""A position is a table written down: the same JSON that every answer gives can be fed back in."""

from typing import Annotated, Any, Final, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from domain.cards import FACE_DOWN, Count, FieldIndex
from domain.commands import OneOrMore
from domain.editions import rulebook, rulebook_of
from domain.events import Cards, DonationOffered, Rules, TradeProposed
from domain.history import Blanks, blanks_of
from domain.refusals import Misuse, Refusal
from domain.rulebook import Rulebook
from domain.table import Annex, Result, Seat, Table, Turn
from domain.values import Value
from domain.view import View
from domain.visibility import OMNISCIENT, Option, Viewer, redact
from replay.codec import placed
from replay.offered import Offer, with_slots
from replay.possible import require_possible

FORMAT: Final = "haricot-position/1"
Zone = Cards | Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""Cards in order, or only how many."""


class _Turn(Value):
    seat: FieldIndex = 0
    number: Count = 1
    phase: str = "plant"
    planted: Count = 0


class _Seat(Value):
    hand: Zone = ()
    hand_slots: tuple[Count, ...] | None = None
    fields: tuple[Cards, ...] | None = None
    coins: Zone = ()
    set_aside: Cards = ()


class _Position(Value):
    edition: str
    seats: tuple[_Seat, ...]
    format: str = FORMAT
    version: str | None = None
    options: dict[str, Option] = {}
    n: Count | None = None
    settled: bool = True
    turn: _Turn = _Turn()
    turned_up: Cards = ()
    draw_pile: Zone = ()
    discard_pile: Zone = ()
    exhaustions: Count = 0
    final: bool = False
    donations: tuple[DonationOffered, ...] = ()
    lapsed: tuple[OneOrMore, ...] = ()
    proposals: tuple[TradeProposed, ...] = ()
    next_proposal: OneOrMore = 1
    next_slots: tuple[Count | None, ...] | None = None
    ended: bool = False
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


def write_position(view: View, *, n: int | None = None, settled: bool = True) -> dict[str, Any]:
    """The position of what `view` shows, after event `n`; `settled` unless that lies inside a batch."""
    table, viewer = view.table, view.viewer
    result = table.result
    full_discard = viewer.sees_all or table.rules.options.get("discard_inspection") == "full"
    discard = [*table.discard_pile[:1], *[FACE_DOWN] * (len(table.discard_pile) - 1)][: len(table.discard_pile)]
    gifts = [offer for offer in table.proposals if isinstance(offer, DonationOffered)]
    trades = [offer for offer in table.proposals if isinstance(offer, TradeProposed)]
    own = [viewer.sees_all or viewer.seat == index for index in range(len(table.seats))]
    return {
        "format": FORMAT,
        "edition": table.edition,
        "options": dict(table.rules.options),
        "n": n,
        "settled": settled,
        "turn": {
            "seat": table.turn.seat,
            "number": table.turn.number,
            "phase": table.turn.phase,
            "planted": table.turn.planted,
            **_annex_json(table.turn.annex),
        },
        "seats": [_seat_json(seat, mine) for seat, mine in zip(table.seats, own, strict=True)],
        "turned_up": list(table.turned_up),
        "draw_pile": list(table.draw_pile),
        "discard_pile": list(table.discard_pile) if full_discard else discard,
        "exhaustions": table.exhaustions,
        "final": table.final,
        "donations": [_offer_json(gift) for gift in gifts],
        "lapsed": list(table.lapsed),
        "proposals": [_offer_json(trade) for trade in trades],
        "next_proposal": table.next_proposal,
        "next_slots": [seat.next_slot if mine else None for seat, mine in zip(table.seats, own, strict=True)],
        **_annex_json(table.annex),
        "ended": result is not None,
        "winners": None if result is None or result.winners is None else list(result.winners),
        "scores": None if result is None or result.scores is None else list(result.scores),
    }


def _seat_json(seat: Seat, mine: bool) -> dict[str, Any]:
    return {
        "hand": list(seat.hand),
        **({"hand_slots": list(seat.slots)} if mine else {}),
        "fields": [list(field) for field in seat.fields],
        "coins": list(seat.coins),
        "set_aside": list(seat.set_aside),
        **_annex_json(seat.annex),
    }


def _annex_json(annex: Annex | None) -> dict[str, Any]:
    if annex is None:
        return {}
    parts = {name: getattr(annex, name) for name in annex.__struct_fields__}
    # By way of JSON, which has lists where records have tuples.
    return {name: msgspec.json.decode(msgspec.json.encode(part)) for name, part in parts.items() if part is not None}


def _offer_json(offer: TradeProposed | DonationOffered) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(offer)
    del written["type"]
    return written


def read_position(position: object) -> Table:
    """The table that a position describes; Misuse `position.invalid` with what is wrong.

    Counts become face-down cards, fields that are not mentioned are empty, and a phase in which nothing is left to do
    is read as the next one. `version` names the rules that hold on it; without one they are today's.
    """
    try:
        table = _read(position)
    except (msgspec.ValidationError, Misuse, Refusal) as error:
        code = error.code if isinstance(error, Misuse) and error.code == "option.unknown" else "position.invalid"
        says = error.says if isinstance(error, Misuse) else str(error)
        places = (placed(error),) if placed(error)[0] else ()
        raise Misuse(code, says, errors=places) from error
    rules = rulebook_of(table)
    if rules.completes is not None:
        table = rules.completes(rules, table)
    require_possible(rules, table)
    phases = [phase.name for phase in rules.turn]
    while table.result is None and rules.phase(table).is_over(table):
        following = phases[phases.index(table.turn.phase) + 1]
        table = replace(table, turn=replace(table.turn, phase=following))
    return table


def _read(position: object) -> Table:
    if not isinstance(position, dict):
        raise Misuse("position.invalid", "a position is a JSON object")
    edition = position.get("edition")
    blanks = blanks_of(edition) if isinstance(edition, str) else Blanks()
    plain, annex = _without_annex(position, blanks.table)
    turn_json, turn_annex = _without_annex(plain.get("turn", {}), blanks.turn)
    seats_json = plain.get("seats")
    parts = [_without_annex(seat, blanks.seat) for seat in seats_json] if isinstance(seats_json, list) else []
    if parts:
        plain = {**plain, "seats": [seat for seat, _ in parts]}
    plain = {**plain, "turn": turn_json, "proposals": _typed(plain.get("proposals", []), "trade_proposed.1")}
    plain["donations"] = _typed(plain.get("donations", []), "donation_offered.1")
    read = msgspec.convert(plain, _Position)
    if read.format != FORMAT:
        raise Misuse("position.invalid", f"the format is {read.format!r}, not {FORMAT!r}")
    if not read.settled:
        raise Misuse("position.invalid", "inside a batch (settled: false) nobody may act")
    rules = rulebook(read.edition, len(read.seats), read.options, read.version)
    piles = _cards(read.draw_pile)
    lazy = rules.options.get("exhaustion_counting") == "lazy"
    seats = tuple(_seat(rules, read, index, annexed) for index, (_, annexed) in enumerate(parts))
    offers: list[Offer] = with_slots(seats, [*read.proposals, *read.donations])
    return Table(
        edition=read.edition,
        rules=Rules(version=rules.data.version, options=dict(rules.options), digest=rules.data.digest),
        seats=seats,
        turn=Turn(
            seat=read.turn.seat,
            number=read.turn.number,
            phase=read.turn.phase,
            planted=read.turn.planted,
            annex=turn_annex,
        ),
        draw_pile=piles,
        discard_pile=_cards(read.discard_pile),
        turned_up=read.turned_up,
        proposals=tuple(sorted(offers, key=lambda offer: offer.proposal)),
        lapsed=read.lapsed,
        next_proposal=max(
            [read.next_proposal, *(offer.proposal + 1 for offer in offers), *(n + 1 for n in read.lapsed)]
        ),
        exhaustions=read.exhaustions,
        exhausted=not piles and not lazy,
        final=read.final or read.exhaustions >= rules.exhaustions_to_end,
        result=Result(reason="position", scores=read.scores, winners=read.winners) if read.ended else None,
        annex=annex,
    )


def _without_annex(written: object, blank: Annex | None) -> tuple[Any, Annex | None]:
    """The JSON less the fields that an annex adds to it, and the annex; its zones may be counts as well."""
    if blank is None or not isinstance(written, dict):
        return written, blank
    names, hints = blank.__struct_fields__, get_type_hints(type(blank))
    given = {name: _listed(written[name], hints[name]) for name in names if name in written}
    annex = replace(blank, **msgspec.structs.asdict(msgspec.convert(given, type(blank)))) if given else blank
    return {name: value for name, value in written.items() if name not in names}, annex


def _listed(written: object, hint: object) -> object:
    counted = type(written) is int and Cards in (hint, *get_args(hint))
    return _cards(msgspec.convert(written, Zone)) if counted else written


def _typed(offers: object, name: str) -> object:
    if not isinstance(offers, list):
        return offers
    typed = []
    for offer in offers:
        if not isinstance(offer, dict):
            return offers
        cards = {
            key: [_with_slot(card) for card in offer[key]] for key in ("give", "cards") if _is_list(offer.get(key))
        }
        typed.append({**_OFFER_DEFAULTS[name], **offer, **cards, "type": name})
    return typed


_OFFER_DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "trade_proposed.1": {"give": [], "want": {}, "want_turned_up": [], "give_coins": 0, "want_coins": 0, "with": None},
    "donation_offered.1": {"cards": [], "coins": 0},
}


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _with_slot(card: object) -> object:
    return {"slot": None, **card} if isinstance(card, dict) else card


def _cards(zone: Zone) -> Cards:
    return (FACE_DOWN,) * zone if isinstance(zone, int) else zone


def _seat(rules: Rulebook, position: _Position, index: int, annex: Annex | None) -> Seat:
    seat = position.seats[index]
    hand = _cards(seat.hand)
    slots = tuple(range(len(hand))) if seat.hand_slots is None else seat.hand_slots
    if len(slots) != len(hand) or sorted(set(slots)) != list(slots):
        raise Misuse("position.invalid", f"seats[{index}].hand_slots must name each card of the hand, ascending")
    if position.next_slots is not None and len(position.next_slots) != len(position.seats):
        raise Misuse("position.invalid", f"next_slots names {len(position.next_slots)} of {len(position.seats)} seats")
    given = None if position.next_slots is None else position.next_slots[index]
    fields = seat.fields or ()
    fields += ((),) * (rules.initial_fields - len(fields))
    if len(fields) > rules.data.max_fields:
        raise Misuse("position.invalid", f"seats[{index}] has {len(fields)} fields, at most {rules.data.max_fields}")
    return Seat(
        hand=hand,
        slots=slots,
        next_slot=max([given or 0, *(slot + 1 for slot in slots)]),
        fields=fields,
        coins=_cards(seat.coins),
        set_aside=seat.set_aside,
        annex=annex,
    )


def position_of(
    table: Table, viewer: Viewer = OMNISCIENT, *, n: int | None = None, settled: bool = True
) -> dict[str, Any]:
    """The position of a table as `viewer` sees it."""
    return write_position(View(viewer=viewer, table=redact(table, viewer, table.rules.options)), n=n, settled=settled)
