"""The schemas of a broadcast: what a slot shows, and how slots are bound."""

from typing import Annotated, Final

from domain.cards import Card
from domain.member_types import one_of
from domain.values import Value
from projections.shown_clock import ShownClock
from service.api.response_schemas import Answer, Remark
from service.api.table.command_schemas import TableAtEvent
from service.api.text_types import Timestamp

TABLE: Final = "table"
HANDS: Final = "hands"
SCORES: Final = "scores"
NEXT: Final = "next"
STANDINGS: Final = "standings"
CLOCK: Final = "clock"
COMMENTARY: Final = "commentary"
WALL: Final = "wall"
FIELDS: Final = (TABLE, HANDS, SCORES, NEXT, STANDINGS, CLOCK, COMMENTARY, WALL)
"""What a slot can show."""


class SlotPile(Answer):
    """The cards of a field, by variety."""

    card: Card
    count: int


class SlotPlayer(Answer):
    """A player at a table. `hand` is its front card first; a card that the public does not know is `face_down`."""

    player: str
    name: str | None
    coins: int | None
    to_move: bool
    fields: list[SlotPile]
    hand: list[Card]


class SlotTable(Answer):
    """A table of a round, with its players in turn order. Without a public game only the players are known.

    What it shows was so `delay_ms` ago, and `clock` showed its time then.
    """

    table: int
    game: str | None
    n: int | None
    over: bool
    sentence: str | None
    players: list[SlotPlayer]
    clock: ShownClock | None
    delay_ms: int


class SlotLine(Answer):
    """A line of the standings."""

    rank: int
    player: str
    name: str | None
    points: str


class SlotClock(Answer):
    """The clock of a round: when it was released, what was added for all and for the table, and when it is played.

    What the slot shows was so `delay_seconds` ago, and so is the time of its clock.
    """

    released: Timestamp | None
    seconds: int | None
    seconds_added: int
    delay_seconds: int
    opens: Timestamp | None
    closes: Timestamp | None


class SlotField(Answer):
    """A field of a slot as everybody may know it now. Members that the field does not show are empty.

    `tables` has the table of the slot, or those of the round: of the next one, or all for the wall. `position` has the
    cards of the table, with the moves that led there. `round` is null where there is none to show.
    """

    tournament: str
    title: str
    slot: str
    field: Annotated[str, one_of(*FIELDS)]
    round: int | None
    tables: list[SlotTable]
    position: TableAtEvent | None
    standings: list[SlotLine]
    clock: SlotClock | None
    commentary: list[Remark]


class NewBinding(Value):
    """The table that a slot is to show, or none."""

    table: int | None = None
    round: int | None = None


class BoundSlot(Answer):
    """A slot, and the table that it shows, or none. Without a round it is that of the last released one."""

    slot: str
    table: int | None
    round: int | None
    changed: Timestamp
    path: str


class SlotList(Answer):
    """The slots of a tournament, and what holds for all of them."""

    tournament: str
    delay_seconds: int
    spoiler_free: bool
    slots: list[BoundSlot]
