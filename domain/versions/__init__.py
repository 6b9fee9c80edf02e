"""The rules that games were played under: for each version before today's a data file, kept permanently.

`classic.1.toml` holds what decides a game of classic 1: numbers, options, switches and citations, and the digest that
its games recorded. The texts of clauses are today's, since the id of a clause is never reused.
"""

import tomllib
from collections.abc import Iterator
from importlib.abc import Traversable
from importlib.resources import files
from typing import Any, Final

import msgspec

from domain.edition_data.edition import EditionData, Setup, Variety
from domain.edition_data.family import OptionRule
from domain.edition_data.loader import checked
from domain.values import Value

FOLDER: Final = files("domain.versions")


class VersionData(Value):
    """The part of a version of an edition that decides a game; its options keep the texts of that time."""

    version: str
    digest: str
    players: tuple[int, ...]
    third_field_cards: int
    max_fields: int
    plant_required: int
    plant_max: int
    varieties: tuple[Variety, ...]
    setups: tuple[Setup, ...]
    options: tuple[OptionRule, ...]
    cites: dict[str, str]
    promises: dict[str, str]
    allows: dict[str, str]
    numbers: dict[str, Any] = {}
    switches: dict[str, bool] = {}


def older_versions(today: EditionData, folder: Traversable = FOLDER) -> Iterator[EditionData]:
    """Yield the versions before today's, newest first; ValueError when one of them contradicts itself."""
    data = today
    for number in range(int(today.version) - 1, 0, -1):
        name = f"{today.key}.{number}.toml"
        kept = msgspec.convert(tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")), VersionData)
        data = checked(_completed(data, kept), name)
        yield data


def _completed(later: EditionData, kept: VersionData) -> EditionData:
    """Return the kept version, completed from the version that followed it.

    What the later one names and this one does not was added then: a mechanism is cited, a switch is set as there.
    """
    words = {rule.name: rule for rule in later.all_options}
    options = (
        msgspec.structs.replace(words.get(rule.name, rule), allowed=rule.allowed, default=rule.default, open=rule.open)
        for rule in kept.options
    )
    changed: dict[str, Any] = {name: getattr(kept, name) for name in VersionData.__struct_fields__ if name != "digest"}
    for name in ("cites", "promises", "allows", "switches"):
        changed[name] = {**getattr(later, name), **changed[name]}
    changed |= {"options": tuple(options), "family_options": (), "recorded_digest": kept.digest}
    return msgspec.structs.replace(later, **changed)
