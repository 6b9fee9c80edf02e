"""Reads a position on one line into its JSON."""

import re
from typing import Any, Final

import msgspec

from domain.cards import FACE_DOWN
from domain.editions import EDITIONS
from domain.evolve import blank_annexes_of
from domain.member_types import Kind, Member, members_of
from domain.table import Annex
from replay.notation.member_syntax import read_cards
from replay.notation.move_reader import error_with_place
from replay.notation.names import SEATS, Names, Unreadable, did_you_mean, names_of
from replay.notation.position_writer import FLAGS, NUMBERS, PILES, REPORT_SIGNS, Json
from replay.text_input import plain_blanks, plain_lines

_WORDS: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+')
_EDITION: Final = re.compile(r"([a-z_]+)(?:@(\w+))?")
_TURN: Final = re.compile(r"([A-P])(\d{1,6})\.(\w+)(?:\+(\d{1,4}))?")
_SEAT: Final = re.compile(r"([A-P]):([^()$+]*)(?:\(([^()]*)\))?(?:\$([^()$+]*))?(?:\+([^()$+]*))?")
_OFFER: Final = re.compile(r"#(\d{1,6}):([A-P])>([A-P*]):([^=]+)(?:=([^=]+))?")
_ATTESTED: Final = re.compile(r"\?([A-P])((?:@\d{1,3})*)(!?=)(.+)")
_GIVEN: Final = re.compile(r"@(\d{1,3})(?::(.+))?|hand:(.+)|\$(\d{1,4})|(.+)")
_WANTED: Final = re.compile(r"(\d{0,3})([^\d*]+)(\*?)")
_NAMED: Final = re.compile(r"([\w.]+):(.*)", re.DOTALL)
LINE_SYNTAX: Final = "a line is EDITION SEATTURN.PHASE A:HAND(FIELD|FIELD)$COINS+ASIDE B:... pile:60"


def read_position_line(text: str) -> Json:
    """Return the position of a line, as JSON; NotationError with the place of a slip."""
    text = plain_blanks(plain_lines(text))
    try:
        return _PositionLineReader(text).position
    except Unreadable as fault:
        raise error_with_place(text, fault) from None


class _PositionLineReader:
    """One line, read word by word."""

    def __init__(self, text: str) -> None:
        words = [(found[0], found.start()) for found in _WORDS.finditer(text)]
        if not words:
            raise Unreadable(LINE_SYNTAX)
        edition = _EDITION.fullmatch(words[0][0])
        if edition is None or edition[1] not in EDITIONS:
            known = f"an edition stands first: {', '.join(EDITIONS)}{did_you_mean(words[0][0], EDITIONS)}"
            raise Unreadable(f"no edition {words[0][0][:40]!r}; {known}", words[0][1])
        self._edition = edition[1]
        self._names: Names = names_of(self._edition)
        self._blanks = blank_annexes_of(self._edition)
        self.position: Json = {"edition": self._edition, "options": {}, "turn": {}, "seats": []}
        self.position |= {"proposals": [], "donations": []}
        self.position |= {} if edition[2] is None else {"version": edition[2]}
        self._seen: set[str] = set()
        for word, at in words[1:]:
            self._read(word, at)

    def _read(self, word: str, at: int) -> None:
        position = self.position
        if found := _TURN.fullmatch(word):
            self._require_once("turn", at)
            turn = {"seat": SEATS.index(found[1]), "number": int(found[2]), "phase": found[3]}
            position["turn"] |= turn | ({"planted": int(found[4])} if found[4] else {})
        elif word.startswith("#"):
            self._offer(word, at)
        elif word.startswith("?"):
            self._attested(word, at)
        elif re.match(r"[A-P]:", word):
            self._seat(word, at)
        elif word in FLAGS:
            position[word] = True
        elif (named := _NAMED.fullmatch(word)) is not None:
            self._require_once(named[1], at)
            self._read_named(named[1], named[2], at, at + named.start(2))
        else:
            raise Unreadable(f"{word[:40]!r} means nothing here; {LINE_SYNTAX}", at)

    def _require_once(self, key: str, at: int) -> None:
        if key in self._seen:
            raise Unreadable(f"{key} stands there twice", at)
        self._seen.add(key)

    def _read_named(self, key: str, text: str, at: int, inside: int) -> None:
        position = self.position
        if key in PILES:
            position[PILES[key]] = self._zone(text, inside)
        elif key in NUMBERS:
            position[NUMBERS[key]] = _read_number(text, inside)
        elif key == "lapsed":
            position[key] = [_read_number(one, inside) for one in text.split(",")]
        elif key == "scores":
            position[key] = [_read_number(one, inside) for one in text.split("-")]
        elif key == "won":
            position["winners"] = [_read_seat(one, inside) for one in text.split(",")]
        elif key.startswith("opt."):
            position["options"][key.removeprefix("opt.")] = _read_value(text, inside)
        else:
            self._read_annex(key, text, at, inside)

    def _read_annex(self, key: str, text: str, at: int, inside: int) -> None:
        """Read what the edition adds to the table, to the turn, to a seat."""
        of, _, name = key.rpartition(".")
        blank: Annex | None = self._blanks.seat
        if of == "":
            blank, home = self._blanks.table, self.position
        elif of == "turn":
            blank, home = self._blanks.turn, self.position["turn"]
        elif len(of) == 1 and of in SEATS[: len(self.position["seats"])]:
            home = self.position["seats"][SEATS.index(of)]
        else:
            raise Unreadable(f"{key[:40]!r} belongs to no seat named before it", at)
        members: dict[str, Member] = {} if blank is None else {one.name: one for one in members_of(type(blank))}
        if name not in members:
            known = [*PILES, *NUMBERS, "lapsed", "scores", "won", *members] if of == "" else [*members]
            raise Unreadable(
                f"{key[:40]!r} means nothing here; there are {', '.join(known)}{did_you_mean(name, known)}", at
            )
        member = members[name]
        home[name] = self._zone(text, inside) if member.many and member.kind is Kind.CARD else _read_value(text, inside)

    def _zone(self, text: str, at: int) -> list[str] | int:
        cards = self._cards(text, at)
        return len(cards) if set(cards) == {FACE_DOWN} else cards

    def _cards(self, text: str, at: int) -> list[str]:
        try:
            return [*read_cards(self._names, text)]
        except Unreadable as fault:
            word = next((word for word in text.split(",") if not self._is_cards(word)), "")
            raise Unreadable(fault.says, at + text.index(word)) from None

    def _is_cards(self, word: str) -> bool:
        try:
            return bool(read_cards(self._names, word))
        except Unreadable:
            return False

    def _seat(self, word: str, at: int) -> None:
        found = _SEAT.fullmatch(word)
        seats = self.position["seats"]
        if found is None:
            raise Unreadable("a seat is A:HAND(FIELD|FIELD)$COINS+ASIDE, as in A:Gr,2??(2Bl|)$3??+So", at)
        if found[1] != SEATS[len(seats)]:
            raise Unreadable(f"seats stand in their order: {SEATS[len(seats)]} is next, not {found[1]}", at)
        seat: Json = {"hand": self._zone(found[2], at + found.start(2))}
        if found[3] is not None:
            starts = [at + found.start(3)]
            for part in found[3].split("|"):
                starts.append(starts[-1] + len(part) + 1)
            seat["fields"] = [
                self._cards(part, start) for part, start in zip(found[3].split("|"), starts, strict=False)
            ]
        seat |= {"coins": self._zone(found[4], at + found.start(4))} if found[4] else {}
        seat |= {"set_aside": self._cards(found[5], at + found.start(5))} if found[5] else {}
        seats.append(seat)

    def _attested(self, word: str, at: int) -> None:
        found, seats = _ATTESTED.fullmatch(word), self.position["seats"]
        if found is None or found[1] not in SEATS[: len(seats)]:
            raise Unreadable("what is told of a hand stands behind its seat, as ?A@4=Ga,Bl or ?A!=Re", at)
        seat = seats[SEATS.index(found[1])]
        count = seat["hand"] if isinstance(seat["hand"], int) else len(seat["hand"])
        places = [int(place) for place in found[2].split("@")[1:]] or [*range(1, count + 1)]
        for place in places:
            if not 1 <= place <= count:
                says = f"{found[1]} has {count} cards in hand, so there is no card @{place}"
                raise Unreadable(says, at + found.start(2))
        cards = self._cards(found[4], at + found.start(4))
        one = {"places": [place - 1 for place in places], "how": REPORT_SIGNS[found[3]], "cards": cards}
        seat["attested"] = [*seat.get("attested", ()), one]

    def _offer(self, word: str, at: int) -> None:
        found = _OFFER.fullmatch(word)
        if found is None:
            raise Unreadable("a proposal is #7:A>B:@3+So=2Re*+Ga+$1, a gift #8:A>B:@3", at)
        seat, partner = _read_seat(found[2], at), None if found[3] == "*" else _read_seat(found[3], at)
        given: list[Json] = []
        coins = 0
        for item in found[4].split("+") if found[4] != "0" else ():
            place, other, unplaced, paid, lying = self._match_part(_GIVEN, item, at + found.start(4))
            if paid:
                coins += int(paid)
            elif place:
                given.append(self._hand_card(seat, int(place), other, at + found.start(4)))
            elif unplaced:
                given.append({"source": "hand", "variety": self._card(unplaced, at), "slot": None})
            else:
                given.append({"source": "turned_up", "variety": self._card(lying, at), "slot": None})
        offer: Json = {"proposal": int(found[1]), "seat": seat}
        if found[5] is None:
            self.position["donations"].append({**offer, "to": partner, "cards": given, "coins": coins})
            return
        wanted = {**offer, "with": partner, "give": given, "give_coins": coins}
        self.position["proposals"].append(wanted | self._wanted(found[5], at + found.start(5)))

    def _wanted(self, text: str, at: int) -> Json:
        want: dict[str, int] = {}
        turned_up: list[str] = []
        coins = 0
        for item in text.split("+") if text != "0" else ():
            if item.startswith("$"):
                coins += _read_number(item[1:], at)
                continue
            count, code, hand = self._match_part(_WANTED, item, at)
            card = self._card(code, at)
            if hand:
                want[card] = want.get(card, 0) + int(count or 1)
            else:
                turned_up += [card] * int(count or 1)
        return {"want": want, "want_turned_up": turned_up, "want_coins": coins}

    def _hand_card(self, seat: int, place: int, other: str | None, at: int) -> Json:
        hand = self.position["seats"][seat]["hand"] if seat < len(self.position["seats"]) else ()
        cards = [FACE_DOWN] * hand if isinstance(hand, int) else hand
        if not 1 <= place <= len(cards):
            raise Unreadable(f"{SEATS[seat]} has {len(cards)} cards in hand, so there is no card @{place}", at)
        variety = self._card(other, at) if other else cards[place - 1]
        return {"source": "hand", "variety": variety, "slot": place - 1}

    def _card(self, word: str, at: int) -> str:
        try:
            return self._names.card(word)
        except Unreadable as fault:
            raise Unreadable(fault.says, at) from None

    def _match_part(self, regex: re.Pattern[str], item: str, at: int) -> tuple[Any, ...]:
        found = regex.fullmatch(item)
        if found is None:
            raise Unreadable(f"{item[:40]!r} cannot stand in a proposal", at)
        return found.groups()


def _read_number(text: str, at: int) -> int:
    if not re.fullmatch(r"\d{1,6}", text):
        raise Unreadable(f"{text[:40]!r} is no number", at)
    return int(text)


def _read_seat(letter: str, at: int) -> int:
    if len(letter) != 1 or letter not in SEATS:
        raise Unreadable(f"{letter[:40]!r} is no seat", at)
    return SEATS.index(letter)


def _read_value(text: str, at: int) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable(f"{text[:40]!r} is not JSON, as this is written", at) from None
