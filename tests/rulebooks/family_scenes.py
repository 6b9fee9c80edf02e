"""Events and decorators for rulebook tests of clauses that several editions share."""

from typing import Any

import pytest

from domain.commands import ProposeTrade
from domain.editions import EDITIONS
from domain.events import BeanPlanted, CardsDrawn, DrawPileExhausted, FieldHarvested, GameEnded, ThirdFieldBought

EDITION_OF = {edition.data.prefix: key for key, edition in EDITIONS.items()}
SAME_GAME = ("classic", "modern")
"""The editions of the same game with two rulebooks."""

OWN = {"classic": "garden", "modern": "wax"}
"""A card of each edition that the other does not have."""

in_both = pytest.mark.parametrize("edition", SAME_GAME)
"""Run a test in each edition of the same game."""


def ruled_by(*clauses: str) -> pytest.MarkDecorator:
    """Run a test for each of these equivalent clauses, in the edition of the clause.

    `-k cl_6_4` finds it as it finds a test that is named after the clause.
    """
    cases = [(EDITION_OF[clause.partition("-")[0]], clause) for clause in clauses]
    ids = [clause.lower().replace("-", "_").replace(".", "_") for clause in clauses]
    return pytest.mark.parametrize(("edition", "clause"), cases, ids=ids)


def sold(
    field: int, variety: str, coins: int, discarded: int, *, seat: int = 0, reason: str = "choice"
) -> FieldHarvested:
    """Return the event: a field of one variety was sold."""
    cards: dict[str, Any] = {"coins": (variety,) * coins, "discarded": (variety,) * discarded}
    return FieldHarvested(seat=seat, field=field, meter=variety, reason=reason, **cards)


def sold_at_the_end(seat: int, field: int, variety: str, coins: int, discarded: int) -> FieldHarvested:
    """Return the event: a field of one variety was sold at the end of the game."""
    return sold(field, variety, coins, discarded, seat=seat, reason="game_end")


def planted(field: int, variety: str, source: str = "hand", *, seat: int = 0) -> BeanPlanted:
    """Return the event: a card was planted."""
    return BeanPlanted(seat=seat, field=field, variety=variety, source=source)


def drawn(*cards: str, seat: int = 0) -> CardsDrawn:
    """Return the event: cards were drawn."""
    return CardsDrawn(seat=seat, cards=cards)


def bought(*coin_cards: str, seat: int = 0) -> ThirdFieldBought:
    """Return the event: a third field was paid with these cards."""
    return ThirdFieldBought(seat=seat, coin_cards=coin_cards, destination="discard")


def offer(give: Any, want: Any, *, seat: int = 0, partner: int | None = 1, **more: Any) -> ProposeTrade:
    """Return the proposal of a trade, by default of seat 0 to seat 1."""
    return ProposeTrade(seat=seat, partner=partner, give=give, want=want, **more)


def exhausted(number: int, phase: str, *, final: bool = False) -> DrawPileExhausted:
    """Return the event: the draw pile was exhausted."""
    return DrawPileExhausted(number=number, final=final, phase=phase)


def ended(*scores: int, winners: tuple[int, ...], tie_break: str | None = None) -> GameEnded:
    """Return the event: the game ended."""
    return GameEnded(reason="exhaustion", scores=scores, winners=winners, tie_break=tie_break)
