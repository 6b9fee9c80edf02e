"""What stands on the page of disputes, ready to be printed."""

from collections.abc import Mapping

from domain.values import Value


class ShownAct(Value):
    """One thing filed: when, what it is, what was written; `facts` is what else there is to say of it."""

    at: str
    what: str
    text: str | None
    withheld: str
    facts: tuple[str, ...]


Pairs = tuple[tuple[str, str], ...]
"""What may be chosen, each value with its words."""


class ShownAgain(Value):
    """What a ruling orders that was not made yet: after which event it is played again, with which cards."""

    at: int
    mode: str


class GoesOn(Value):
    """A game that keeps others closed while it goes on, in words; whether it is to be called off since it is not it."""

    game: str
    says: str
    idle: bool


class ShownDispute(Value):
    """One dispute: its number, the event, the entry of the book, how it stands, all that was filed.

    `settled` is the last event before the disputed one after which somebody had to act, 0 where nothing is awaited. It
    is `untouched` before its first ruling. `proposed` is what a committee is asked, `branches` are the games that go on
    under protest, `again` is what is still to be played again. `says` is the disputed event in words, `near` those
    around it. It `repairs` where the ruling in force has the table put right, `acted` is the seat that gave the command
    of the event. `appeal_until` is when the term for an appeal ends, where one can be made.
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
    """The disputes about a game, what arbiters did to it, whose confirmations of its result are there.

    `halting` is `pause` or `resume`, whichever can be done. `unknown` names the seats of which nobody has said who sits
    there, of `people` who are no bots.
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
