"""The erasing of people from what lies beside the log."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from domain.events import SeatTaken
from domain.upcasters import today
from domain.values import Value
from service.access.remarks import COMMENT
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.store.filed import FiledText
from service.store.register import Annotation, Entry, FormerPlayer, Player, Register

ERASED: Final = "(erased)"
"""What stands where somebody's words stood."""
OPENING_MAX: Final = 16
"""By which event all seats of a game are taken."""
UNREACHED: Final = (
    "backups made before now: `haricot restore` erases again whoever is in the list of erased names",
    "game files, printed sheets or pages that somebody has exported or saved",
    "what a proxy, or a service that was told the name, has kept",
)
"""Where a name may still stand whatever is done here."""


class Erased(Value, omit_defaults=False):
    """What came of it: seats that lost their name, comments that lost their text.

    `mentions` are (game, id) of what others said with the name in it; `files` the imported games whose own log names a
    seat so, which nothing but deleting the game could change.
    """

    seats: int
    comments: int
    mentions: tuple[tuple[str, str], ...]
    files: tuple[str, ...]


class _Traces:
    """What has been found to erase, in one pass over the register."""

    def __init__(self, register: Register, is_meant: Callable[[str], bool]) -> None:
        kinds: tuple[type[Player | FormerPlayer], ...] = (Player, FormerPlayer)
        self.seats = [
            seat for kind in kinds for seat in register.noted(kind) if seat.name is not None and is_meant(seat.name)
        ]
        self.names = {seat.name for seat in self.seats if seat.name is not None}
        authors = {f"seat:{seat.game}:{seat.seat}" for seat in self.seats}
        remarks = register.noted(Annotation)
        self.comments = [one for one in remarks if one.author in authors and one.kind == COMMENT and one.text != ERASED]
        self.texts = [one for one in register.noted(FiledText) if one.author in authors and one.text is not None]
        own = {one.id for one in self.comments}
        self.mentions = [one for one in remarks if one.id not in own and any(name in one.text for name in self.names)]

    def entries(self) -> Iterator[Entry]:
        """What to write in place of what is there."""
        yield from (replace(seat, name=None) for seat in self.seats)
        yield from (replace(comment, text=ERASED) for comment in self.comments)
        yield from (replace(one, text=None) for one in self.texts)


def erase(store: GameStore, is_meant: Callable[[str], bool], *, really: bool = True) -> Erased:
    """Erases whoever has such a name from the register, in one write; the log, which names nobody, stays as it is.

    Unless `really`, nothing is written.
    """
    found: list[_Traces] = []

    def entries(register: Register) -> Iterator[Entry]:
        found[:] = [_Traces(register, is_meant)]
        return found[0].entries() if really else iter(())

    store.settle(entries)
    return Erased(
        seats=len(found[0].seats),
        comments=len(found[0].comments) + len(found[0].texts),
        mentions=tuple((one.game, one.id) for one in found[0].mentions),
        files=tuple(_named_in_logs(store, is_meant)),
    )


def _named_in_logs(store: GameStore, is_meant: Callable[[str], bool]) -> Iterator[str]:
    """The games whose own events name somebody so, as those may that came out of a file."""
    for head in store.heads():
        try:
            events = [today(one.event) for one in store.envelopes(head.game, upto=OPENING_MAX)]
        except DamagedGame:
            continue
        if any(isinstance(event, SeatTaken) and is_meant(event.pseudonym) for event in events):
            yield head.game
