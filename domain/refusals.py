"""The errors that the domain raises on purpose.

HaricotError
|-- Refusal         a seat may not do this; it cites the clause
|-- ShareRefused    a share of the deal that cannot be committed to or revealed like this
|-- CorruptHistory  an event that cannot follow what is on the table
|   `-- AbsentCard  a card that was not where the event takes it from
|-- UnknownCard     the answer depends on a card that the reader of this table does not know
`-- Misuse          a faulty request: an edition, a seat, a shape
    |-- UnknownOption       an option, or a value of one, that the edition does not have
    |-- UnknownVersion      rules that this Haricot does not have
    |-- ImpossiblePosition  a table that no game leads to
    `-- HiddenView          a view that a record does not hold

service.problems has the one table of their HTTP status, code and title. Files of games can also be corrupt or
unreadable: see replay.record and replay.codec.
"""

from collections.abc import Callable, Iterable

HERE = " Here: "
"""Separates the text of a clause from the facts on this table."""


class HaricotError(Exception):
    """The root of everything the domain raises on purpose."""


class Refusal(HaricotError):
    """A seat may not do this. `clause` is the id of the clause that forbids it, `mechanism` the name of what refuses.

    The sentence in `says` is the text of the clause. If the guard named facts on this table, they follow in `here`.
    They never hold more than the seat can see.
    """

    def __init__(self, clause: str, *, mechanism: str, says: str, here: str = "") -> None:
        self.says = f"{says}{HERE}{here}." if here else says
        super().__init__(f"{clause}: {self.says}")
        self.clause = clause
        self.mechanism = str(mechanism)


class ShareRefused(HaricotError):
    """A share of the deal that cannot be committed to or revealed like this.

    `why` is `unasked`, `twice`, `early` (not all have committed) or `other` (than the one committed to).
    """

    def __init__(self, why: str, says: str) -> None:
        super().__init__(says)
        self.why = why
        self.says = says


class CorruptHistory(HaricotError):
    """An event that cannot follow what is on the table."""


class AbsentCard(CorruptHistory):
    """Cards that were not in the area an event takes them from; `seat` owns the area, None for a shared one.

    The area `front` is the front of a hand that holds the card elsewhere.
    """

    def __init__(self, cards: tuple[str, ...], area: str, seat: int | None = None) -> None:
        owner = "" if seat is None else f" of seat {seat + 1}"
        super().__init__(f"{', '.join(cards)}: not there ({area.replace('_', ' ')}{owner})")
        self.cards = cards
        self.area = area
        self.seat = seat


class UnknownCard(HaricotError):
    """Legality or outcome depends on a hidden card; `place` locates it, as in `seats[1].hand[0]`."""

    def __init__(self, place: str) -> None:
        super().__init__(f"this depends on the card at {place}, which is not known")
        self.place = place


class Misuse(HaricotError):
    """A request that no rulebook covers.

    `place` is the path to the fault in the request, as in `give[0].slot`. `errors` holds (place, sentence) for each
    fault where there are several. `edition` is the edition whose texts hold the sentence, empty where none does.
    """

    edition = ""

    def __init__(self, says: str, *, place: str | None = None, errors: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(says)
        self.says = says
        self.errors = errors if place is None else ((place, says), *errors)

    def move_inside(self, place: str) -> None:
        """Prefix every place with `place`, because the command is part of a larger request."""
        self.errors = tuple((f"{place}.{inner}", says) for inner, says in self.errors) or ((place, self.says),)
        if place.endswith("]"):
            self.says = f"{place}: {self.says}"
            self.args = (self.says,)

    def retell(self, words: Callable[[str], str]) -> None:
        """Replace every sentence by another wording; join the sentences of several faults."""
        says, self.errors = words(self.says), tuple((place, words(one)) for place, one in self.errors)
        if says == self.says and self.errors:
            says = "; ".join(dict.fromkeys(one for _, one in self.errors))
        self.says, self.args = says, (says,)


class UnknownOption(Misuse):
    """An option, or a value of one, that the edition does not have."""


class ImpossiblePosition(Misuse):
    """A table that no game leads to; the sentence in `says` names the fault."""


class HiddenView(Misuse):
    """A view that a record does not hold, since it was written for another viewer."""


class UnknownVersion(Misuse):
    """A version of an edition's rules that is not among the `known` ones, such as that of a newer Haricot."""

    def __init__(self, edition: str, version: str, known: Iterable[str]) -> None:
        super().__init__(
            f"there are no rules {edition} {version[:20]!r} here, only {', '.join(known)}: a game of newer rules needs"
            " a newer Haricot, so update this one",
        )
