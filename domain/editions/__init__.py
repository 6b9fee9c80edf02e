"""The editions that can be played, each by its key."""

import re
from functools import lru_cache
from typing import Final

from domain.commands import CreateGame
from domain.edition_data.loader import checked
from domain.editions.bohnaparte import BOHNAPARTE
from domain.editions.classic import CLASSIC
from domain.editions.duel import DUEL
from domain.editions.modern import MODERN
from domain.editions.sissi import SISSI
from domain.refusals import CorruptHistory, Misuse, Refusal, UnknownVersion
from domain.rulebook import Edition, Rulebook
from domain.table import Table
from domain.visibility import Option, Options

EDITIONS: Final[dict[str, Edition]] = {
    edition.data.key: edition for edition in (CLASSIC, MODERN, DUEL, SISSI, BOHNAPARTE)
}

KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The form of an edition's key, which appears in files, addresses and the ids of games."""


def register_edition(edition: Edition) -> None:
    """Add an edition from a plugin.

    ValueError where its numbers or texts contradict each other, or its key or a clause is another edition's. Errors of
    its composing pass through.
    """
    data = checked(edition.data, edition.data.key)
    if not KEY.fullmatch(data.key):
        raise ValueError(f"{data.key[:40]!r} is no key: small letters, digits and underscores")
    if data.key in EDITIONS:
        raise ValueError(f"there is an edition {data.key!r} already")
    if foreign := [clause for clause in data.clauses if not clause.startswith(f"{data.prefix}-")]:
        raise ValueError(f"the clause {foreign[0]} does not begin with the prefix {data.prefix}")
    if taken := [other.data.key for other in EDITIONS.values() if other.data.prefix == data.prefix]:
        raise ValueError(f"{data.prefix} is the prefix of {taken[0]}")
    for players in data.players:
        book = edition.compose(data, data.setup(players), data.resolved({}))
        if not isinstance(book, Rulebook):
            raise TypeError(f"it is composed to a {type(book).__name__}, no Rulebook")
    EDITIONS[data.key] = edition


def edition_named(key: str, version: str | None = None) -> Edition:
    """Return the edition with this key under a version of its rules, today's when none is named.

    Misuse when there is no such edition, UnknownVersion when this Haricot does not have that version.
    """
    if key not in EDITIONS:
        raise Misuse(f"no edition {key!r}; there are {', '.join(EDITIONS)}")
    return EDITIONS[key] if version is None else EDITIONS[key].with_version(version)


def rulebook(key: str, players: int, options: Options, version: str | None = None) -> Rulebook:
    """Return the rules for these players and options under a version, today's when none is named.

    Refusal for a wrong number of players, Misuse for an option, UnknownVersion for the version.
    """
    return _composed(key, version, players, **options)


# By their types: to a cache an option that is true equals one that is 1, to an edition it does not.
@lru_cache(maxsize=256, typed=True)
def _composed(key: str, version: str | None, players: int, /, **options: Option) -> Rulebook:
    edition = edition_named(key, version)
    return edition.compose(edition.data, edition.data.setup(players), edition.data.resolved(options))


def rulebook_of(table: Table) -> Rulebook:
    """Return the rules of this table: those of the version that it is played under.

    UnknownVersion where that is not here, CorruptHistory where no rules fit the table.
    """
    try:
        return rulebook(table.edition, len(table.seats), table.rules.options, table.rules.version)
    except UnknownVersion:
        raise
    except (Misuse, Refusal) as error:
        raise CorruptHistory(f"no rules lay such a table: {error}") from error


def rulebook_for(table: Table, command: object, version: str | None = None) -> Rulebook:
    """Return the rules of this table, or those that this command would fix under a version, today's by default."""
    if isinstance(command, CreateGame):
        return rulebook(command.edition, command.players, command.options, version)
    return rulebook_of(table)
