"""What other installed packages bring: editions by the entry points `haricot.editions`, bots by `haricot.bots`."""

import inspect
import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Final, NamedTuple

from domain import editions
from domain.field_audiences import declared, disown
from domain.rulebook import Edition
from replay.codec import command_types, event_types
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot

BOT_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
WRONG_MAX: Final = 300
"""So many signs of what is wrong are told."""
_LOCK: Final = RLock()
_found: Final[list["Outsider"]] = []
_begun: Final[list[bool]] = []


class Outsider(NamedTuple):
    """What an entry point names: an edition or a bot, whose it is, and what is wrong where it had to be left out."""

    what: str
    name: str
    distribution: str
    version: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.what} {self.name} of {self.distribution} {self.version}"


def take_in() -> tuple[Outsider, ...]:
    """Take in what other packages bring, once in a process, before anything lists the editions and bots there are.

    What cannot be imported, is no edition or bot, or is called like another is left out; all else is there. Where a
    module asks again while it is imported for this, it is answered with what was found so far.
    """
    with _LOCK:
        if not _begun:
            _begun.append(True)
            for what, enter in (("edition", _enter_edition), ("bot", _enter_bot)):
                for point in sorted(entry_points(group=f"haricot.{what}s"), key=lambda point: point.name):
                    _found.append(_taken(what, point, enter))
        return tuple(_found)


def wrong_ones() -> list[str]:
    """Return a sentence for each that was left out."""
    return [f"{found} is left out: {found.wrong}" for found in take_in() if found.wrong]


def _taken(what: str, point: EntryPoint, enter: Callable[[str, object], None]) -> Outsider:
    before, wrong = declared(), ""
    try:
        brought = point.load()
        _require_own_names()
        enter(point.name, brought)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's module does, all others are served
        wrong = " ".join(f"{type(error).__name__}: {error}".split())[:WRONG_MAX]
        _forget_since(before)
    name, version = ("?", "?") if point.dist is None else (point.dist.name, point.dist.version)
    return Outsider(what, point.name, name, version, wrong)


def _require_own_names() -> None:
    """TypeError where two events or two commands are stored under one name, so that none could be read any more."""
    event_types()
    command_types()


def _forget_since(before: frozenset[type]) -> None:
    """Take out of the registry what a package declared that was left out, as far as others could suffer from it."""
    new = declared() - before
    disown({kind for kind in new if kind.__module__ not in sys.modules})  # its import failed halfway
    try:
        _require_own_names()
    except TypeError:
        disown(new)


def _enter_edition(name: str, brought: object) -> None:
    if not isinstance(brought, Edition):
        raise TypeError(f"it is a {type(brought).__name__}, no Edition")
    if brought.data.key != name:
        raise ValueError(f"its key is {brought.data.key!r}: the entry point has to be called so")
    editions.take_in(brought)


def _enter_bot(name: str, brought: object) -> None:
    if not (isinstance(brought, type) and issubclass(brought, Bot)) or inspect.isabstract(brought):
        raise TypeError("it is no class of bots: derive one from haricot.Bot, with a method `pick`")
    if not BOT_NAME.fullmatch(name):
        raise ValueError("a bot's name is a word of small letters")
    if name in BOTS:
        raise ValueError(f"there is a bot {name!r} already")
    brought(0, "")
    BOTS[name] = brought
