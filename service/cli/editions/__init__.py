"""The boards of editions that are played on one: `BOARDS` in a module named after its edition, found by that name."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from service.cli.board_renderer import Boards

BOARDS: Final[Mapping[str, Boards]] = {
    found.name: import_module(f"{__name__}.{found.name}").BOARDS for found in iter_modules(__path__)
}
"""By the key of the edition."""
