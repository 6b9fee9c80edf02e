"""The functions by which the command line shows the boards of an edition."""

from collections.abc import Callable
from typing import NamedTuple

from rich.text import Text

from domain.edition_data.edition import EditionData
from domain.table import Table
from projections.sentences import Chronicle


class BoardRenderer(NamedTuple):
    """Draws the board of a table, prints the boards of the edition, and reads a custom board.

    `draw` returns lines, or none for a table without a board. `print_boards` prints JSON if its flag is set.
    `custom_options` returns the options `NAME=VALUE` of a custom board.
    """

    draw: Callable[[Table, Chronicle], list[Text]]
    print_boards: Callable[[EditionData, bool], None]
    custom_options: Callable[[str], list[str]]
