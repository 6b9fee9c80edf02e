"""The boards of editions that have one: `BOARDS` in the module with the edition's name."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from service.cli.board_renderer import BoardRenderer

BOARDS: Final[Mapping[str, BoardRenderer]] = {
    module.name: import_module(f"{__name__}.{module.name}").BOARDS for module in iter_modules(__path__)
}
"""The board renderers, by the key of the edition."""
