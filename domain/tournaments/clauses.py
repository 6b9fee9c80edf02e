"""The rules of tournaments, and the refusal that cites them."""

from typing import Final, NoReturn

import msgspec

from domain.edition_data.family import read_toml
from domain.refusals import HaricotError
from domain.values import Value


class TournamentClause(Value):
    """One sentence of the rules, in each language."""

    en: str
    fr: str
    de: str


CLAUSES: Final[dict[str, TournamentClause]] = msgspec.convert(
    read_toml("domain.tournaments", "clauses.toml")["clauses"], dict[str, TournamentClause]
)
"""The clauses by their permanent ids."""


class TournamentRefused(HaricotError):
    """A command that the rules of tournaments forbid; `clause` is the clause, `here` the facts of this case."""

    def __init__(self, clause: str, here: str) -> None:
        self.clause = clause
        self.here = here
        self.says = f"{CLAUSES[clause].en} Here: {here}."
        super().__init__(f"{clause}: {self.says}")


def refuse(clause: str, here: str) -> NoReturn:
    """Raise the refusal."""
    raise TournamentRefused(clause, here)


def require(holds: object, clause: str, here: str) -> None:
    """Raise the refusal unless this holds."""
    if not holds:
        refuse(clause, here)
