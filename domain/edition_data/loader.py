"""The loader of editions: it reads one from its TOML and refuses one that contradicts itself."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY, LANGUAGES, Ambiguity, read_toml


def load(package: str, name: str) -> EditionData:
    """Return the edition whose TOML lies in `package`.

    ValueError when its numbers or citations contradict each other.
    """
    read = read_toml(package, name)
    if "base" in read:
        _take_over(read, read_toml("domain.editions", f"{read['base']}.toml"))
    return checked(msgspec.convert(read, EditionData), name)


def _take_over(read: dict[str, Any], base: dict[str, Any]) -> None:
    """Add the clauses of the base game that hold in this edition, and the rulings that they rest on."""
    named = [taken for clause in read["clauses"].values() for taken in clause.get("takes_over", ())]
    read["taken_over"] = {taken: base["clauses"][taken] for taken in named if taken in base["clauses"]}
    rulings = {ruling for clause in read["taken_over"].values() for ruling in clause.get("ambiguity", ())}
    read["ambiguities"] |= {ruling: base["ambiguities"][ruling] for ruling in base["ambiguities"] if ruling in rulings}


def checked(data: EditionData, name: str) -> EditionData:
    """Return the same data.

    ValueError, with the name of its file, when its numbers or citations contradict each other.
    """
    faults = list(_faults(data))
    if faults:
        raise ValueError(f"{name}: " + "; ".join(faults))
    return data


def _faults(data: EditionData) -> list[str]:
    counts = {variety.id: variety.count for variety in data.varieties}
    faults = [] if data.version.isdecimal() else [f"the version {data.version!r} is no number"]
    for variety in data.varieties:
        if any(
            later <= earlier
            for step, following in pairwise(variety.beanometer)
            for earlier, later in zip(step, following, strict=True)
        ):
            faults.append(f"the beanometer of {variety.id} does not rise")
    for setup in data.setups:
        deck = sum(count for key, count in counts.items() if key not in setup.removed)
        if len(setup.hand_sizes) != setup.players or sum(setup.hand_sizes) > deck:
            faults.append(f"the hands of {setup.players} players do not fit")
    if tuple(setup.players for setup in data.setups) != data.players:
        faults.append("players and setups differ")
    shared = {rule.name for rule in FAMILY.options}
    faults += [f"the family has no option {name}" for name in data.family_options if name not in shared]
    rulings: Mapping[str, Ambiguity] = {**FAMILY.ambiguities, **data.ambiguities}
    faults += [
        f"{mechanism} cites {clause}, which is absent"
        for mechanism, clause in {**data.cites, **data.allows, **data.promises}.items()
        if data.cited(clause) is None
    ]
    faults += [
        f"{key} takes over {taken}, which is absent"
        for key, clause in data.clauses.items()
        for taken in clause.takes_over
        if taken not in data.taken_over
    ]
    faults += [
        f"{key} speaks of {ruling}, which is absent"
        for key, clause in data.clauses.items()
        for ruling in clause.ambiguity
        if ruling not in rulings
    ]
    faults += [
        f"option {rule.name} rests on {rule.ambiguity}, which is absent"
        for rule in data.all_options
        if rule.ambiguity not in rulings
    ]
    return [*faults, *_wordless(data)]


def _wordless(data: EditionData) -> Iterator[str]:
    """Yield the names that lack words in one of the languages."""
    for language in LANGUAGES:
        said = data.command_texts(language)
        yield from (f"{name} has no words in {language}" for name in data.command_names if name not in said)
        sections = dict.fromkeys(clause.section for clause in data.clauses.values())
        beans = data.bean_names(language)
        yield from (f"{variety.id} has no name in {language}" for variety in data.varieties if variety.id not in beans)
        titles = data.texts("sections", language)
        untitled = (section for section in sections if str(section) not in titles)
        yield from (f"section {section} has no title in {language}" for section in untitled)
        for what, landmarks in (("marker", data.all_markers), ("fate", data.all_fates)):
            unnamed = (name for name, landmark in landmarks.items() if language not in landmark.name)
            yield from (f"the {what} {name} has no name in {language}" for name in unnamed)
