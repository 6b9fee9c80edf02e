"""Scores of the commands of a single edition: `SCORES` in the module with the edition's name."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from domain.commands import Command
from service.lifecycle.bots.evaluation import Score

SCORES: Final[Mapping[type[Command], Score]] = {
    command: score
    for found in iter_modules(__path__)
    for command, score in import_module(f"{__name__}.{found.name}").SCORES.items()
}
"""How good the commands are that editions add to the common ones."""
