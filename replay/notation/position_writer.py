"""Writes a position on one line, as FEN does for chess."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from domain.cards import FACE_DOWN
from domain.editions import edition_named
from domain.evolve import blank_annexes_of
from domain.member_types import Kind, members_of
from domain.refusals import Misuse
from domain.reported_cards import IS, IS_NOT
from domain.table import Annex
from replay.notation.member_syntax import write_cards
from replay.notation.names import SEATS, Names, names_of
from replay.positions.read import read_position
from replay.positions.write import annex_json

Json = dict[str, Any]
SPACE: Final = "\\u0020"
"""A space inside a value, since spaces part words."""
PILES: Final = {"up": "turned_up", "pile": "draw_pile", "disc": "discard_pile"}
NUMBERS: Final = {"exh": "exhaustions", "next": "next_proposal"}
FLAGS: Final = ("final", "ended")
REPORT_SIGNS: Final = {"=": IS, "!=": IS_NOT}
"""The signs for reported cards: each is one of these, or none."""


def write_position_line(position: Json, language: str = "en") -> str:
    """Return the position on one line, with what follows from the rest left out; Misuse for one inside a move."""
    if not position.get("settled", True):
        raise Misuse("this event lies inside a move, so there is no line for it: no seat may act before its last event")
    return " ".join(_PositionLineWriter(_without_defaults(position), language).words())


def _without_defaults(position: Json) -> Json:
    """Return the position without the parts that its edition and options imply, such as a standard board."""
    blanks = blank_annexes_of(position["edition"])
    try:
        table = read_position(position)
    except Misuse:  # illegal play can lead to tables that are no valid position
        return position
    names = () if blanks.table is None else blanks.table.__struct_fields__
    for name in names:
        if isinstance(part := position.get(name), dict):
            for key in part:
                less = {**position, name: {one: value for one, value in position[name].items() if one != key}}
                position = less if _describes(less, table) else position
            for key, items in position[name].items():
                idle = [one for one in items if _is_empty_item(one)] if isinstance(items, list) else []
                for gone in (idle, *([one] for one in idle)) if idle else ():
                    left = [one for one in position[name][key] if one not in gone]
                    less = {**position, name: {**position[name], key: left}}
                    if len(left) < len(position[name][key]) and _describes(less, table):
                        position = less
    return position


def _is_empty_item(item: object) -> bool:
    return isinstance(item, dict) and not any(value for key, value in item.items() if key != "id")


def _describes(position: Json, table: object) -> bool:
    try:
        return read_position(position) == table
    except Misuse:
        return False


class _PositionLineWriter:
    """The words of one line."""

    def __init__(self, position: Json, language: str) -> None:
        self._position = position
        self._names: Names = names_of(position["edition"], language)
        self._blanks = blank_annexes_of(position["edition"])

    def words(self) -> Iterator[str]:
        """Yield each of them, with defaults left out."""
        position, turn = self._position, self._position["turn"]
        version = position.get("version")
        data = edition_named(position["edition"], *([] if version is None else [version])).data
        yield position["edition"] + ("" if version is None else f"@{version}")
        planted = f"+{turn['planted']}" if turn.get("planted") else ""
        yield f"{SEATS[turn['seat']]}{turn['number']}.{turn['phase']}{planted}"
        defaults = {rule.name: rule.default for rule in data.all_options}
        for name, value in position["options"].items():
            if value != defaults.get(name):
                yield f"opt.{name}:{_json(value)}"
        for index, seat in enumerate(position["seats"]):
            yield self._seat(index, seat)
            yield from (self._attested(index, one) for one in seat.get("attested", ()))
            yield from self._annexed(f"{SEATS[index]}.", self._blanks.seat, seat)
        yield from (f"{word}:{self._cards(position[key])}" for word, key in PILES.items() if position[key])
        yield from self._annexed("turn.", self._blanks.turn, turn)
        yield from self._annexed("", self._blanks.table, position)
        yield from self._offers()
        yield from self._counts()

    def _counts(self) -> Iterator[str]:
        position = self._position
        yield from (f"{word}:{position[key]}" for word, key in NUMBERS.items() if position[key] != (word == "next"))
        if position["lapsed"]:
            yield f"lapsed:{','.join(map(str, position['lapsed']))}"
        yield from (word for word in FLAGS if position[word])
        if position["scores"] is not None:
            yield f"scores:{'-'.join(map(str, position['scores']))}"
        if position["winners"] is not None:
            yield f"won:{','.join(SEATS[seat] for seat in position['winners'])}"

    def _cards(self, zone: Sequence[str] | int) -> str:
        return write_cards(self._names, [FACE_DOWN] * zone if isinstance(zone, int) else zone)

    def _seat(self, index: int, seat: Json) -> str:
        fields = "|".join(map(self._cards, seat["fields"]))
        coins = f"${self._cards(seat['coins'])}" if seat["coins"] else ""
        aside = f"+{self._cards(seat['set_aside'])}" if seat["set_aside"] else ""
        return f"{SEATS[index]}:{self._cards(seat['hand'])}({fields}){coins}{aside}"

    def _attested(self, seat: int, written: Json) -> str:
        places = "".join(f"@{place + 1}" for place in written["places"])
        sign = next(sign for sign, how in REPORT_SIGNS.items() if how == written["how"])
        return f"?{SEATS[seat]}{places}{sign}{self._cards(written['cards'])}"

    def _annexed(self, of: str, blank: Annex | None, written: Json) -> Iterator[str]:
        """Yield what an edition adds there, where it differs from the beginning."""
        if blank is None:
            return
        usual = annex_json(blank)
        for member in members_of(type(blank)):
            value = written.get(member.name)
            if value is not None and value != usual.get(member.name):
                lies = member.many and member.kind is Kind.CARD
                yield f"{of}{member.name}:{self._cards(value) if lies else _json(value)}"

    def _offers(self) -> Iterator[str]:
        for offer in [*self._position["proposals"], *self._position["donations"]]:
            seat, gift = offer["seat"], "to" in offer
            partner = offer["to"] if gift else offer["with"]
            who = f"#{offer['proposal']}:{SEATS[seat]}>{'*' if partner is None else SEATS[partner]}:"
            give = [self._given(seat, card) for card in offer["cards" if gift else "give"]]
            coins = offer["coins" if gift else "give_coins"]
            text = who + _sum([*give, *([f"${coins}"] if coins else [])])
            yield text if gift else f"{text}={self._wanted(offer)}"

    def _wanted(self, offer: Json) -> str:
        want = [f"{count if count > 1 else ''}{self._names.code(card)}*" for card, count in offer["want"].items()]
        want += map(self._names.code, offer["want_turned_up"])
        return _sum([*want, *([f"${offer['want_coins']}"] if offer["want_coins"] else [])])

    def _given(self, seat: int, card: Mapping[str, Any]) -> str:
        slots = self._position["seats"][seat].get("hand_slots", ())
        code = self._names.code(card["variety"])
        if card["source"] != "hand":
            return code
        if card["slot"] not in slots:
            return f"hand:{code}"
        at = slots.index(card["slot"])
        hand = self._position["seats"][seat]["hand"]
        same = not isinstance(hand, int) and hand[at] == card["variety"]
        return f"@{at + 1}" if same else f"@{at + 1}:{code}"


def _sum(items: Sequence[str]) -> str:
    return "+".join(items) or "0"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode().replace(" ", SPACE)
