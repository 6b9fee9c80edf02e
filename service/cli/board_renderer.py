"""What an edition with a board gives the command line to show it."""

from collections.abc import Callable
from typing import NamedTuple

from rich.text import Text

from domain.edition_data.edition import EditionData
from domain.table import Table
from projections.sentences import Chronicle


class Boards(NamedTuple):
    """How the board of a table is drawn, how the boards of the edition are listed, and how a custom board is chosen.

    `draw` returns lines, or none for a table without a board. `tell` prints the boards, as JSON if asked. `own` returns
    the options `NAME=VALUE` of a custom board.
    """

    draw: Callable[[Table, Chronicle], list[Text]]
    tell: Callable[[EditionData, bool], None]
    own: Callable[[str], list[str]]
