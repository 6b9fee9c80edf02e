"""What an edition that is played on a board gives the command line to show it."""

from collections.abc import Callable
from typing import NamedTuple

from rich.text import Text

from domain.edition_data.edition import EditionData
from domain.table import Table
from projections.sentences import Chronicle


class Boards(NamedTuple):
    """How the board of a table is drawn, how the boards of the edition are told, and how one of one's own is chosen.

    `draw` gives lines, none for a table without a board. `tell` prints, as JSON if so asked. `own` gives the options
    `NAME=VALUE` that a board stands for which somebody wrote down.
    """

    draw: Callable[[Table, Chronicle], list[Text]]
    tell: Callable[[EditionData, bool], None]
    own: Callable[[str], list[str]]
