"""What can be wrong: a move against a clause, a history that cannot be, a card nobody can name.

HaricotError
|-- Refusal         a seat may not do this; it cites the clause
|-- CorruptHistory  an event that cannot follow what is on the table
|   `-- AbsentCard  a card that was not where the event takes it from
|-- UnknownCard     the answer hangs on a card that the reader of this table does not know
`-- Misuse          the question itself is wrong: an edition, an option, a shape
    `-- UnknownVersion  rules that this Haricot does not have
"""

from collections.abc import Iterable


class HaricotError(Exception):
    """The root of everything the domain raises on purpose."""


class Refusal(HaricotError):
    """A seat may not do this. `clause` is the id of the clause that forbids it, `slot` the mechanism's name.

    `says` are the words of the clause, and then, where a guard told it, what stands against them `here`: never more
    than the seat can see.
    """

    def __init__(self, clause: str, *, slot: str, says: str, here: str = "") -> None:
        self.says = f"{says} Here: {here}." if here else says
        super().__init__(f"{clause}: {self.says}")
        self.clause = clause
        self.slot = str(slot)


class CorruptHistory(HaricotError):
    """An event that cannot follow what is on the table."""


class AbsentCard(CorruptHistory):
    """Cards that were not where an event takes them from: an area as events call it, `seat` whose it is, if anybody's.

    The area `front` is the front of a hand that holds the card elsewhere.
    """

    def __init__(self, cards: tuple[str, ...], area: str, seat: int | None = None) -> None:
        owner = "" if seat is None else f" of seat {seat}"
        super().__init__(f"{', '.join(cards)}: not there ({area.replace('_', ' ')}{owner})")
        self.cards = cards
        self.area = area
        self.seat = seat


class UnknownCard(HaricotError):
    """Legality or outcome hangs on a hidden card; `place` says where it lies, as in `seats[1].hand[0]`."""

    def __init__(self, place: str) -> None:
        super().__init__(f"this hangs on the card at {place}, which is not known")
        self.place = place


class Misuse(HaricotError):
    """A question that no rulebook speaks of; `code` is the stable name of the problem.

    `place` says where in what was sent it lies, as in `give[0].slot`; `errors` tells each fault as (place, sentence)
    where there are several.
    """

    def __init__(
        self, code: str, says: str, *, place: str | None = None, errors: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
        self.errors = errors if place is None else ((place, says), *errors)


class UnknownVersion(Misuse):
    """A version of an edition's rules that is not among those `known` here: a newer Haricot's, or nobody's."""

    def __init__(self, edition: str, version: str, known: Iterable[str]) -> None:
        super().__init__(
            "request.shape",
            f"there are no rules {edition} {version[:20]!r} here, only {', '.join(known)}: a game of newer rules needs"
            " a newer Haricot, so update this one",
        )
