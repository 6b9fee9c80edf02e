"""The words of the family beside the language of the rulebook tests: one sentence that stands in several rulebooks."""

from typing import Any

import pytest

from domain.commands import ProposeTrade
from domain.editions import EDITIONS
from domain.events import BeanPlanted, CardsDrawn, DrawPileExhausted, FieldHarvested, GameEnded, ThirdFieldBought

EDITION_OF = {edition.data.prefix: key for key, edition in EDITIONS.items()}
SAME_GAME = ("classic", "modern")
"""The editions that play one game by two rulebooks."""

OWN = {"classic": "garden", "modern": "wax"}
"""A card that tests name in one edition and not in the other."""

in_both = pytest.mark.parametrize("edition", SAME_GAME)
"""Runs a test in each edition of the same game."""


def ruled_by(*clauses: str) -> pytest.MarkDecorator:
    """Runs a test for each of these clauses, all of which say the same, in the edition that the clause belongs to.

    `-k cl_6_4` finds it as it finds a test that is named after the clause.
    """
    cases = [(EDITION_OF[clause.partition("-")[0]], clause) for clause in clauses]
    ids = [clause.lower().replace("-", "_").replace(".", "_") for clause in clauses]
    return pytest.mark.parametrize(("edition", "clause"), cases, ids=ids)


def sold(
    field: int, variety: str, coins: int, discarded: int, *, seat: int = 0, reason: str = "choice"
) -> FieldHarvested:
    """A field of one variety was sold."""
    cards: dict[str, Any] = {"coins": (variety,) * coins, "discarded": (variety,) * discarded}
    return FieldHarvested(seat=seat, field=field, meter=variety, reason=reason, **cards)


def sold_at_the_end(seat: int, field: int, variety: str, coins: int, discarded: int) -> FieldHarvested:
    """The end of the game sold a field of one variety."""
    return sold(field, variety, coins, discarded, seat=seat, reason="game_end")


def planted(field: int, variety: str, source: str = "hand", *, seat: int = 0) -> BeanPlanted:
    """A card was planted."""
    return BeanPlanted(seat=seat, field=field, variety=variety, source=source)


def drawn(*cards: str, seat: int = 0) -> CardsDrawn:
    """Cards were drawn."""
    return CardsDrawn(seat=seat, cards=cards)


def bought(*coin_cards: str, seat: int = 0) -> ThirdFieldBought:
    """A third field was paid with these cards, which were discarded."""
    return ThirdFieldBought(seat=seat, coin_cards=coin_cards, destination="discard")


def offer(give: Any, want: Any, *, seat: int = 0, partner: int | None = 1, **more: Any) -> ProposeTrade:
    """The proposal of a trade, of seat 0 to seat 1 unless it is said otherwise."""
    return ProposeTrade(seat=seat, partner=partner, give=give, want=want, **more)


def exhausted(number: int, phase: str, *, final: bool = False) -> DrawPileExhausted:
    """The draw pile ran out."""
    return DrawPileExhausted(number=number, final=final, phase=phase)


def ended(*scores: int, winners: tuple[int, ...], tie_break: str | None = None) -> GameEnded:
    """The game is over."""
    return GameEnded(reason="exhaustion", scores=scores, winners=winners, tie_break=tie_break)
