"""The content of the page of disputes, ready to be rendered."""

from collections.abc import Mapping

from domain.values import Value


class ShownAct(Value):
    """A filed act: its time, its kind, its text. `facts` are its other members."""

    at: str
    what: str
    text: str | None
    withheld: str
    facts: tuple[str, ...]


Pairs = tuple[tuple[str, str], ...]
"""The choices of a form field, each value with its words."""


class ShownAgain(Value):
    """A replay that a ruling orders and that was not made yet: after which event, and with which cards."""

    at: int
    mode: str


class GoesOn(Value):
    """A running game that keeps the deals of others hidden, in words, and whether it can be called off."""

    game: str
    says: str
    idle: bool


class ShownDispute(Value):
    """A dispute: its number, the event, the entry of the book, its state, and everything that was filed.

    - `settled` is the last event before the disputed one after which a seat had to act, 0 if no ruling is awaited.
    - It is `untouched` before its first ruling.
    - `proposed` is what a committee is asked. `branches` are the games that go on under protest.
    - `again` is the replay that is still to be made.
    - `says` is the disputed event in words, `near` are those around it.
    - It `repairs` if the ruling in force orders a correction of the table.
    - `acted` is the seat that gave the event's command.
    - `appeal_until` is the end of the term for an appeal, if one is possible.
    """

    number: int
    event: int
    seat: int
    claimant: str
    article: str
    article_name: str
    state: str
    settled: int
    awaits: bool
    untouched: bool
    says: str
    near: Pairs
    appeal_until: str
    appealed: bool
    proposed: Mapping[str, int] | None
    fork: str | None
    branches: Pairs
    again: ShownAgain | None
    repairs: bool
    acted: str
    goes_on: tuple[GoesOn, ...]
    acts: tuple[ShownAct, ...]


class ShownProceedings(Value):
    """The disputes about a game, the acts of arbiters, and which seats confirmed its result.

    `halting` is the one of `pause` and `resume` that can be done. `unknown` names the seats without a known person, out
    of `people`, the seats without bots.
    """

    game: str
    halting: str
    unknown: str
    people: int
    disputes: tuple[ShownDispute, ...]
    powers: tuple[ShownAct, ...]
    clauses: tuple[str, ...]
    articles: tuple[tuple[str, str, str], ...]
    remedies: Pairs
    penalties: Pairs
    seats: Pairs
    terms: tuple[str, ...]
    confirmed: tuple[str, ...]
