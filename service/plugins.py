"""Editions and bots of other installed packages, by the entry points `haricot.editions` and `haricot.bots`."""

import inspect
import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Final, NamedTuple

from domain import editions
from domain.field_audiences import declared_records, unregister
from domain.rulebook import Edition
from replay.codec import command_types, event_types
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot

BOT_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
ERROR_CHARACTERS_MAX: Final = 300
"""How many characters of an error are shown."""
_LOCK: Final = RLock()
_plugins: Final[list["Plugin"]] = []
_loading_begun: Final[list[bool]] = []


class Plugin(NamedTuple):
    """An edition or bot of an entry point, its package, and what is wrong if it was left out."""

    what: str
    name: str
    distribution: str
    version: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.what} {self.name} of {self.distribution} {self.version}"


def load_plugins() -> tuple[Plugin, ...]:
    """Load the editions and bots of other packages, once in a process, before any list of them is made.

    One that fails to import, is no edition or bot, or has a name in use is left out. The others are loaded. A module
    that calls this while it is imported gets what was found so far.
    """
    with _LOCK:
        if not _loading_begun:
            _loading_begun.append(True)
            for what, enter in (("edition", _enter_edition), ("bot", _enter_bot)):
                for point in sorted(entry_points(group=f"haricot.{what}s"), key=lambda point: point.name):
                    _plugins.append(_load_plugin(what, point, enter))
        return tuple(_plugins)


def plugin_errors() -> list[str]:
    """Return a sentence for each edition or bot that was left out."""
    return [f"{plugin} is left out: {plugin.wrong}" for plugin in load_plugins() if plugin.wrong]


def _load_plugin(what: str, point: EntryPoint, enter: Callable[[str, object], None]) -> Plugin:
    before, wrong = declared_records(), ""
    try:
        loaded = point.load()
        _require_own_names()
        enter(point.name, loaded)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # an error of one package must not stop the others
        wrong = " ".join(f"{type(error).__name__}: {error}".split())[:ERROR_CHARACTERS_MAX]
        _forget_since(before)
    name, version = ("?", "?") if point.dist is None else (point.dist.name, point.dist.version)
    return Plugin(what, point.name, name, version, wrong)


def _require_own_names() -> None:
    """Raise TypeError if two events or two commands have the same stored name, as neither could be read any more."""
    event_types()
    command_types()


def _forget_since(before: frozenset[type]) -> None:
    """Remove from the registry what a left out package declared, as far as others could suffer from it."""
    new = declared_records() - before
    unregister({kind for kind in new if kind.__module__ not in sys.modules})  # its import failed halfway
    try:
        _require_own_names()
    except TypeError:
        unregister(new)


def _enter_edition(name: str, value: object) -> None:
    if not isinstance(value, Edition):
        raise TypeError(f"it is a {type(value).__name__}, no Edition")
    if value.data.key != name:
        raise ValueError(f"its key is {value.data.key!r}: the entry point has to be called so")
    editions.register_edition(value)


def _enter_bot(name: str, value: object) -> None:
    if not (isinstance(value, type) and issubclass(value, Bot)) or inspect.isabstract(value):
        raise TypeError("it is no class of bots: derive one from haricot.Bot, with a method `pick`")
    if not BOT_NAME.fullmatch(name):
        raise ValueError("a bot's name is a word of small letters")
    if name in BOTS:
        raise ValueError(f"there is a bot {name!r} already")
    value(0, "")
    BOTS[name] = value
