"""A rulebook on the pages: clauses by section, rulings, options, varieties."""

import json
import re
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

from domain.edition_data.edition import EditionData, sentence
from domain.edition_data.family import FAMILY, Ambiguity, OptionRule
from domain.editions import EDITIONS
from domain.translations import tongue
from domain.visibility import Option
from service.web.assets import asset
from service.web.language import language, translate
from service.web.rule_sources import source_in

DRAWN: Final = tuple(
    re.findall(r'id="bean-(\w+)"', files("service.web").joinpath("static/beans.svg").read_text(encoding="utf-8"))
)
"""The varieties that have a drawing. Any other is drawn as the bean `other`."""


def editions() -> list[EditionData]:
    """Return all editions, in the order of EDITIONS."""
    return [edition.data for edition in EDITIONS.values()]


def players_of(data: EditionData) -> str:
    """Return for how many players an edition is, such as `3 to 5 players`."""
    least, most = data.players[0], data.players[-1]
    if least == most:
        return translate(language(), "rules-players", count=least)
    return translate(language(), "rules-players-range", least=least, most=most)


def card_name(card: str) -> str:
    """Return the name of a variety on its card, in the page's language."""
    known = FAMILY.beans[language()].get(card)
    return known.short if known else card.replace("_", " ").capitalize()


def drawing(card: str) -> str:
    """Return the address of the drawing of a variety."""
    return f"{asset('beans.svg')}#bean-{card if card in DRAWN else 'other'}"


def written(value: Option) -> str:
    """Return the value of an option in JSON."""
    return json.dumps(value)


def option_name(rule: OptionRule, data: EditionData) -> str:
    """Return the name of an option."""
    return tongue(data.key, language()).option(rule.name)


def option_says(rule: OptionRule, data: EditionData) -> str:
    """Return the meaning of an option."""
    return tongue(data.key, language()).text(rule.says)


def option_value(value: Option, rule: OptionRule, data: EditionData) -> str:
    """Return the name of an option's value."""
    return tongue(data.key, language()).value(rule.name, value)


def rulings_of(data: EditionData) -> dict[str, Ambiguity]:
    """Return every open point that an edition's clauses or options rest on, with those of its own."""
    cited = {ruling for clause in data.clauses.values() for ruling in clause.ambiguity}
    cited |= {rule.ambiguity for rule in data.all_options}
    known = {**FAMILY.ambiguities, **data.ambiguities}
    return {name: point for name, point in known.items() if name in cited or name not in FAMILY.ambiguities}


def sections_of(data: EditionData) -> list[dict[str, Any]]:
    """Return the clauses of an edition, section by section, with their rulings and the adopted sentences."""
    rulings = rulings_of(data)
    clauses = [
        {
            "id": name,
            "section": clause.section,
            "says": clause.says,
            "source": source_in(language(), clause.source),
            "rulings": [{"id": ruling, "point": rulings[ruling]} for ruling in clause.ambiguity],
            "sentences": [{"id": taken, "says": data.taken_over[taken].says} for taken in clause.takes_over],
        }
        for name, clause in data.all_clauses.items()
    ]
    return [
        {"number": number, "title": data.texts("sections", language())[str(number)], "clauses": list(one)}
        for number, one in groupby(clauses, key=lambda clause: clause["section"])
    ]


def varieties_of(data: EditionData) -> list[dict[str, Any]]:
    """Return the varieties of an edition, each with its name, its number of cards and its steps as (cards, coins)."""
    names = data.bean_names(language())
    return [
        {
            "id": variety.id,
            "name": names[variety.id].name,
            "short": names[variety.id].short,
            "count": variety.count,
            "steps": variety.beanometer,
        }
        for variety in data.varieties
    ]


def keeps_german_names(data: EditionData) -> bool:
    """Return whether the printed edition in the page's language has the German names of the beans."""
    printed, german = data.beans.get(language(), {}), FAMILY.beans["de"]
    return bool(printed) and all(bean.short == german[card].short for card, bean in printed.items())


def sources_of(data: EditionData) -> list[tuple[str, list[str]]]:
    """Return the sources of the varieties' numbers, or that they are reconstructed, each with its beans."""
    sources: dict[str, list[str]] = {}
    names = data.bean_names(language())
    for variety in data.varieties:
        sources.setdefault(source_in(language(), variety.source), []).append(names[variety.id].short)
    return list(sources.items())


def mechanism_clauses(mechanism: str) -> list[tuple[str, str, str]]:
    """Return the clauses of each edition for a mechanism, as (edition, citation, its place in the rulebook)."""
    cited = [(data.key, data.all_cites[mechanism]) for data in editions() if mechanism in data.all_cites]
    return [(edition, citation, sentence(citation)) for edition, citation in cited]
