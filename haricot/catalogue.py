"""The editions and the bots: the engine's own, with those of other installed packages."""

import logging
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from domain.editions import EDITIONS
from domain.rulebook import Edition
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot
from service.plugins import plugin_errors

LOG: Final = logging.getLogger("haricot")


def editions() -> Mapping[str, Edition]:
    """Return every edition that can be played, by its key; `.data` holds its numbers, options, clauses and words."""
    load_plugins()
    return MappingProxyType(EDITIONS)


def bots() -> Mapping[str, type[Bot]]:
    """Return every kind of bot, by its name: `random`, `greedy`, `trader`, and those of other packages."""
    load_plugins()
    return MappingProxyType(BOTS)


@cache
def load_plugins() -> None:
    """Load the plugins of other packages, once, when first needed; log what is wrong with one."""
    # Not on import: the module of a bot imports this package for its base class, and would be loaded too early.
    for message in plugin_errors():
        LOG.warning("%s", message)
