"""Make changed game files: edited, cut or spliced, with recomputed checks."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

Line = dict[str, Any]
GOLDEN: Final = Path(__file__).parents[1] / "golden" / "games"
LAST_BATCHES: Final = 4
"""Changes fall, as a rule, into this many last batches: later events would hide them."""
_TEXTS: Final = ("", "x", "face_down", "omniscient", "seating", "plant", "setup", "exhaustion", "hand", "2")
_HOSTILE: Final = ("\x00", "\x1b[2J", "a\nb", "\u202egnp", "x" * 5000)
_NUMBERS: Final = (0, 1, 2, 3, 7, 15, 16, 100, 1_000_000, 1_000_001, -1, 2**63, 10**30)


@lru_cache
def golden_events() -> tuple[tuple[Line, ...], ...]:
    """Return the events of the golden games as JSON."""
    files = sorted(GOLDEN.glob("*.haricot.jsonl"))
    return tuple(tuple(map(_unchained, file.read_bytes().splitlines()[1:-1])) for file in files)


def _unchained(line: bytes) -> Line:
    read: Line = msgspec.json.decode(line)
    del read["check"]
    return read


def mutated_file(luck: Random, game: str | None = None) -> bytes:
    """Return a file that begins like a golden game and has random changes; `game` replaces its id."""
    lines = _cut(luck.choice(golden_events()), luck)
    change = luck.random()
    if change < 0.15:
        lines = _spliced(lines, luck)
    for _ in range(luck.choice((0, 1, 1, 2)) if change < 0.25 else luck.choice((1, 1, 1, 2, 3))):
        first = 0 if luck.random() < 0.2 else max(0, _beginnings(lines)[-LAST_BATCHES:][0])
        index = luck.randrange(first, len(lines)) if luck.random() < 0.85 else luck.randrange(min(12, len(lines)))
        lines[index] = _changed(lines[index], luck)
    if game is not None:
        own = lines[0].get("game")
        lines = [{**line, "game": game} if line.get("game") == own else line for line in lines]
    return with_checks(lines)


def with_checks(lines: list[Line]) -> bytes:
    """Return a file of these events, numbered again, with a matching header and recomputed checks."""
    for n, line in enumerate(lines, 1):
        line["n"] = n if isinstance(line.get("n"), int) else line.get("n")
    event = lines[0].get("event")
    created: Any = event if isinstance(event, dict) else {}
    rules = created.get("rules") if isinstance(created.get("rules"), dict) else {}
    forked = next((line["event"] for line in reversed(lines) if _is_fork(line)), None)
    header = {
        "format": "haricot-game/1",
        "game": lines[-1].get("game"),
        "rules": {"edition": created.get("edition"), **rules},
        "players": created.get("players"),
        "view": "omniscient",
        "events": len(lines),
        "forked_from": None if forked is None else {"game": forked.get("parent"), "at": forked.get("at")},
    }
    written, check = [], b""
    for line in (header, *lines, {"end": len(lines)}):
        bare = msgspec.json.encode(line)
        check = hashlib.sha256(check + bare).hexdigest()[:12].encode()
        written.append(bare[:-1] + b',"check":"' + check + b'"}\n')
    return b"".join(written)


def _is_fork(line: Line) -> bool:
    event = line.get("event")
    return isinstance(event, dict) and event.get("type") == "game_forked.1"


def _beginnings(lines: list[Line]) -> list[int]:
    return [index for index, line in enumerate(lines) if line.get("cause") is not None] or [0]


def _cut(lines: tuple[Line, ...], luck: Random) -> list[Line]:
    """Return the first batches of a game: often only its creation, seldom all of it."""
    ends = [*_beginnings(list(lines))[1:], len(lines)]
    most = luck.choice((8, 8, 20, 60, 250, len(ends)))
    return _copied(lines[: luck.choice(ends[:most])])


def _copied(lines: Sequence[Line]) -> list[Line]:
    copied: list[Line] = msgspec.json.decode(msgspec.json.encode(lines))
    return copied


def _spliced(lines: list[Line], luck: Random) -> list[Line]:
    """Omit or repeat batches, or insert some of another game."""
    begins = _beginnings(lines)
    at = luck.choice(begins)
    end = next((begin for begin in begins if begin > at), len(lines))
    how = luck.random()
    if how < 0.3 and len(begins) > 1:
        return lines[:at] + lines[end:]
    if how < 0.5:
        return lines[:end] + _copied(lines[at:end]) + lines[end:]
    other = luck.choice(golden_events())
    theirs = _copied(luck.choices(other, k=luck.randint(1, 3)))
    for line in theirs:
        line["game"] = lines[0].get("game")
    if luck.random() < 0.5:
        theirs[0]["cause"] = {"command": None, "by": "service"}
    return lines[:end] + theirs + (lines[end:] if luck.random() < 0.3 else [])


def _changed(value: Any, luck: Random) -> Any:
    """Return the value with one change."""
    if isinstance(value, dict) and value and ("n" in value or luck.random() < 0.93):
        changed = dict(value)
        names = [name for name in changed if name not in ("game", "n", "at", "type") or luck.random() < 0.1]
        name = luck.choice(names or list(changed))
        if luck.random() < 0.05:
            del changed[name]
        else:
            changed[name] = _changed(changed[name], luck)
        return changed
    if isinstance(value, list) and value and luck.random() < 0.9:
        return _rearranged(value, luck)
    return _another(value, luck)


def _rearranged(items: list[Any], luck: Random) -> list[Any]:
    index = luck.randrange(len(items))
    match luck.randrange(6):
        case 0:
            return items[:index] + items[index + 1 :]
        case 1:
            return [*items, items[index]]
        case 2:
            return luck.sample(items, len(items))
        case 3:
            return [*items[:index], _another(items[index], luck), *items[index + 1 :]]
        case 4:
            return items * 2
    return [*items[:index], _changed(items[index], luck), *items[index + 1 :]]


def _another(value: Any, luck: Random) -> Any:
    if luck.random() < 0.06:
        return luck.choice((None, True, 0, "", [], {}, 1.5, [[]], {"a": 1}))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return luck.choice((*_NUMBERS, value + 1, value - 1, value + 1, value - 1))
    if isinstance(value, str):
        return luck.choice(_HOSTILE) if luck.random() < 0.08 else luck.choice((*_TEXTS, _word(luck), _word(luck)))
    if value is None:
        return luck.choice((0, 1, "x", _word(luck)))
    return [] if isinstance(value, list) else {}


def _word(luck: Random) -> str:
    """Return a word of some game: an edition, a card, a phase, a reason, a zone."""
    return luck.choice(_words())


@lru_cache
def _words() -> tuple[str, ...]:
    found: set[str] = set()
    left: list[Any] = [line for lines in golden_events() for line in lines[:400]]
    while left:
        match left.pop():
            case dict() as inner:
                found |= inner.keys()
                left += [part for name, part in inner.items() if name not in ("at", "key", "game", "by")]
            case list() as inner:
                left += inner
            case str() as word if len(word) < 40:
                found.add(word)
    return tuple(sorted(found))
