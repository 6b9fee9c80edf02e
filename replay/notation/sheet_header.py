"""Reads the header of a sheet and starts the game that it names."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from domain.commands import Command, CreateGame, TakeSeat
from domain.editions import EDITIONS, rulebook_for
from domain.engine import Decision, decide
from domain.events import Cards
from domain.player_names import name_fault, normalized_name
from domain.refusals import Misuse, Refusal, UnknownCard
from domain.rulebook import Rulebook
from domain.table import Table, pseudonym_of
from replay.notation.apply_noted_cards import NoteConflict, NotedChance
from replay.notation.member_syntax import read_cards
from replay.notation.move_reader import NotationError
from replay.notation.names import SEATS, Unreadable, did_you_mean, names_of
from replay.notation.sheet import PaperSheet, read_option_value

_DATE: Final = re.compile(r"(\d{4}|\?{4})(?:([-./])(\d\d|\?\?)(?:\2(\d\d|\?\?)(?:[T ](.+))?)?)?")
_TIME: Final = re.compile(r"(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def read_date(text: str) -> int | None:
    """Return the milliseconds since 1970 of a date, or of a time with its offset; None where the year is not known.

    An unknown part, written ?? or left out, counts as the earliest possible. A time without an offset is UTC.
    ValueError for any other text.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    year, _, month, day, time = found.groups()
    if "?" in year:
        return None
    in_year, in_month = (1 if part is None or "?" in part else int(part) for part in (month, day))
    moment = datetime(int(year), in_year, in_month, tzinfo=UTC)
    if time is not None:
        moment += _read_time(time)
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _read_time(text: str) -> timedelta:
    """Return how long after midnight in UTC a time is, negative where it is on the day before there."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(text)
    hour, minute, second, fraction, zone = found.groups(default="")
    time = datetime(1970, 1, 1, int(hour), int(minute), int(second or 0), int(f"{fraction:0<6}"[:6]), tzinfo=UTC)
    sign, offset = zone[:1], zone[1:].replace(":", "")
    away = timedelta(hours=int(offset[:2] or 0), minutes=int(offset[2:] or 0))
    return time - _EPOCH + (away if sign == "-" else -away)


class SheetStart(NamedTuple):
    """The start of a game: its rules, the commands that create it with their outcomes, and the noted hands."""

    rulebook: Rulebook
    commands: list[tuple[Command, Decision]]
    hands: list[Cards]


def header_error(sheet: PaperSheet, key: str, says: str) -> NotationError:
    """Return an error at this entry of the header, or at the beginning of the sheet if it is missing."""
    tag = sheet.head.get(key)
    return sheet.fault(says, 0 if tag is None else tag.at)


def read_names(sheet: PaperSheet) -> tuple[str, ...]:
    """Return the names of the players, as they are kept; NotationError for a text that cannot be a name."""
    tag = sheet.head.get("Seats")
    names = tuple(name for part in (() if tag is None else tag.parts()) if (name := normalized_name(part)))
    for name in names:
        if fault := name_fault(name):
            raise header_error(sheet, "Seats", fault)
    return names


def read_start_time(sheet: PaperSheet, default: int) -> int:
    """Return when the game began, in milliseconds since 1970; `default` if the header has no date."""
    written = sheet.value("Date")
    try:
        moment = read_date(written) if written else None
    except (ValueError, OverflowError):
        known = "a date is 2026-03-29 or 2026-03-29T19:30+02:00, or ????-??-?? where it is not known"
        raise header_error(sheet, "Date", known) from None
    return default if moment is None else moment


def start_game(sheet: PaperSheet, names: tuple[str, ...]) -> SheetStart:
    """Return the game that the header describes, for players of these names; NotationError for an invalid header."""
    if sheet.value("BEN") != "1":
        raise header_error(sheet, "BEN", 'a sheet begins with [BEN "1"]')
    edition = sheet.value("Edition")
    if edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise header_error(
            sheet, "Edition", f"no edition {edition[:40]!r}; there are {known}{did_you_mean(edition, EDITIONS)}"
        )
    create = CreateGame(edition=edition, players=len(names), options=_read_options(sheet))
    try:
        rulebook = rulebook_for(Table(), create, sheet.value("Version") or None)
    except Refusal as refusal:
        raise header_error(sheet, "Seats", str(refusal)) from refusal
    except Misuse as error:
        raise header_error(sheet, "Edition", error.says) from error
    chance = NotedChance(_read_start_player(sheet, len(names)), tuple(sheet.value("Order").split()))
    if pile := sheet.value("Pile"):
        chance.shuffles.append(_read_header_cards(sheet, "Pile", pile, edition))
    hands = [
        _read_header_cards(sheet, "Hands", hand, edition) for hand in sheet.value("Hands").split(";") if hand.strip()
    ]
    if len(hands) > len(names):
        raise header_error(sheet, "Hands", f"{len(hands)} hands of {len(names)} seats")
    seats = (TakeSeat(seat=seat, kind="human", pseudonym=pseudonym_of(seat)) for seat in range(len(names)))
    made: list[tuple[Command, Decision]] = []
    table = Table()
    try:
        for command in (create, *seats):
            decision = decide(rulebook, table, command, chance)
            made.append((command, decision))
            table = decision.table
    except UnknownCard:
        raise header_error(
            sheet, "Start", 'the start player is given by [Start "B"], a random order by [Order "..."]'
        ) from None
    except NoteConflict as contrary:
        raise sheet.contradiction(contrary.says, sheet.head["Pile"].at) from None
    return SheetStart(rulebook, made, hands)


def _read_options(sheet: PaperSheet) -> dict[str, bool | int | str]:
    return {
        key.removeprefix("Option."): read_option_value(tag.value)
        for key, tag in sheet.head.items()
        if key.startswith("Option.")
    }


def _read_start_player(sheet: PaperSheet, players: int) -> list[int]:
    letter = sheet.value("Start")
    if letter and letter not in SEATS[:players]:
        raise header_error(sheet, "Start", f"there is no seat {letter}: seats are A to {SEATS[players - 1]}")
    return [SEATS.index(letter)] if letter else []


def _read_header_cards(sheet: PaperSheet, key: str, written: str, edition: str) -> Cards:
    try:
        return read_cards(names_of(edition), written.strip())
    except Unreadable as fault:
        raise header_error(sheet, key, fault.says) from None
