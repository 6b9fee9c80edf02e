"""The sets of words that members of many schemas are from."""

from typing import Any

from domain.cards import FACE_DOWN
from domain.commands import SOURCES
from domain.disputes.refusals import CODES as ACTS
from domain.editions import EDITIONS, rulebook
from domain.table import NOTHING_YET, SEATING
from service.http.query_params import VIEW
from service.lifecycle.bots import BOTS
from service.problems import KINDS, RULES

Schema = dict[str, Any]


def phases() -> list[str]:
    """Return the phases of all editions, in the order of their turns, after those before a game begins."""
    books = [rulebook(key, players, {}) for key, edition in EDITIONS.items() for players in edition.data.players]
    named = (name for book in books for name in book.phases if name != NOTHING_YET)
    return [*dict.fromkeys([SEATING, *named])]


def codes() -> list[str]:
    """Return the codes of all problems, those of proceedings and of the rules after the others."""
    mechanisms = {name for edition in EDITIONS.values() for name in edition.data.cites}
    return [*(kind.code for kind in KINDS), *ACTS, *(f"{RULES.code}.{name}" for name in sorted(mechanisms))]


def closed_sets() -> dict[str, Schema]:
    """Return the sets of words that members of many schemas are from."""
    cards = [variety.id for edition in EDITIONS.values() for variety in edition.data.varieties]
    markers = [kind for edition in EDITIONS.values() for kind in edition.data.all_markers]
    fates = [name for edition in EDITIONS.values() for name in edition.data.all_fates]
    return {
        "Bot": _words("How well a bot plays.", BOTS),
        "Card": _words("The id of a variety, or `face_down` where it is hidden.", dict.fromkeys([*cards, FACE_DOWN])),
        "CardSource": _words("The area that a card comes from.", [*sorted(SOURCES), "pile"]),
        "CardFate": _words("What became of a card.", dict.fromkeys(fates)),
        "Edition": _words("The key of an edition.", EDITIONS),
        "Marker": _words("A kind of marker on a timeline.", dict.fromkeys(markers)),
        "Phase": _words("A phase of the turn; before the cards are dealt `seating`.", phases()),
        "ProblemCode": _words("The stable code of a problem; `/problems/<code>` explains it.", codes()),
        "SeatKind": _words("Who sits there.", ["human", "bot"]),
        "View": {"description": "Whose eyes.", "type": "string", "pattern": VIEW},
    }


def _words(says: str, words: Any) -> Schema:
    return {"description": says, "type": "string", "enum": [*words]}
