"""The areas of a table where cards lie, by name: those of every edition."""

from typing import Final

from domain.member_types import Text

PILE: Final = "draw_pile"
UNDER: Final = "draw_pile_bottom"
DISCARDS: Final = "discard_pile"
TURNED_UP: Final = "turned_up"
HAND: Final = "hand"
FIELD: Final = "field"
COINS: Final = "coins"
ASIDE: Final = "set_aside"
Area = Text
"""Where cards lie: one of these, or what an edition adds, by the name of its member, such as `depot`."""
