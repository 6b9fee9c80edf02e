"""The data of the editions that scripts of a page need, embedded as JSON."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import fields

from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY
from domain.editions import EDITIONS, rulebook
from domain.evolve import blank_annexes_of
from domain.field_audiences import audiences_of
from domain.member_types import Kind, members_of
from domain.table import Annex
from domain.visibility import FirstFew
from replay.codec import command_types
from service.web.rulebook import DRAWN, editions

OPENING: Final = frozenset({"CreateGame", "TakeSeat"})
"""Commands before there is a table to ask about."""


def script_data(game: Mapping[str, Any] | None = None, language: str = "en") -> dict[str, Any]:
    """Return names and words of all editions.

    With a game's head, its edition has the version that the game is played by, and cards have that edition's names.
    """
    shown = {data.key: data for data in editions()}
    key, version = ("", "") if game is None else (game["rules"]["edition"], game["rules"]["version"])
    if key in shown and version in EDITIONS[key].versions:
        shown[key] = EDITIONS[key].versions[version].data
    beans = shown[key].bean_names(language) if key in shown else FAMILY.beans[language]
    return {
        "drawn": DRAWN,
        "names": {card: bean.short for card, bean in beans.items()},
        "phases": {name: titles[language] for name, titles in FAMILY.phases.items()},
        "editions": {data.key: _edition(data, language) for data in shown.values()},
    }


def _edition(data: EditionData, language: str) -> dict[str, Any]:
    blanks, words = blank_annexes_of(data.key), data.words.get(language, {})
    return {
        "name": data.name[language],
        "players": list(data.players),
        "varieties": [
            {"id": one.id, "players": [setup.players for setup in data.setups if one.id not in setup.removed]}
            for one in data.varieties
        ],
        "phases": {name: titles[language] for name, titles in data.phases.items()},
        "course": _course(data),
        "turn": _flags_and_counts(blanks.turn),
        "max_fields": data.max_fields,
        "words": words,
        "commands": _commands(data, language),
        "marked": {event: kind for kind, marker in data.all_markers.items() for event in marker.events},
        "quiet": data.all_quiet,
        "areas": {"table": _areas(blanks.table, words), "seat": _areas(blanks.seat, words)},
        "counted": _counted(blanks.seat),
    }


def _commands(data: EditionData, language: str) -> dict[str, Any]:
    """Return the commands of seats: each with its words, and the kinds of its members."""
    texts, kinds = data.command_texts(language), command_types()
    return {
        name: {
            "says": {key.partition(":")[2]: text for key, text in texts.items() if key.partition(":")[0] == name},
            "members": {
                member.name: {
                    "kind": member.kind,
                    **({"many": True} if member.many else {}),
                    **({"counted": True} if member.counted else {}),
                    **({"optional": True} if not field.required else {}),
                }
                for member, field in zip(members_of(kinds[name]), fields(kinds[name]), strict=True)
            },
        }
        for name in data.command_names
        if name not in OPENING
    }


def _course(data: EditionData) -> list[str]:
    """Return the phases in which a seat can be asked to act, from the deal on, in their order."""
    composed = rulebook(data.key, data.players[0], {}, data.version)
    return [phase.name for phase in (*composed.opening[2:], *composed.turn)]


def _flags_and_counts(annex: Annex | None) -> dict[str, str]:
    """Return the members of a turn that only this edition has, each with its kind: a flag or a count."""
    members = () if annex is None else members_of(type(annex))
    return {member.name: member.kind for member in members if member.kind in (Kind.FLAG, Kind.COUNT)}


def _areas(annex: Annex | None, words: Mapping[str, str]) -> dict[str, str]:
    """Return the areas for cards that only this edition has, such as an offer or a depot, each with its title."""
    members = () if annex is None else members_of(type(annex))
    return {
        member.name: words.get(member.name, member.name).capitalize()
        for member in members
        if member.kind is Kind.CARD and member.many
    }


def _counted(annex: Annex | None) -> list[str]:
    """Return the members that only count an area's cards that are known to their owner. The cards show them."""
    audiences = {} if annex is None else audiences_of(type(annex))
    return [audience.count for audience in audiences.values() if isinstance(audience, FirstFew)]
