"""Modern Bohnanza, 3 to 7 players: the family's game with eleven varieties, of which each table plays some."""

from domain.edition_data.edition import EditionData, Setup
from domain.edition_data.loader import load
from domain.rulebook import Edition, Rulebook
from domain.rules import ending
from domain.rules.family import family_rulebook
from domain.visibility import Options


def compose(data: EditionData, setup: Setup, options: Options) -> Rulebook:
    """Compose the modern game for these players and options; the fullest hand wins a tie.

    Rule: MO-3.1, MO-9.2, MO-9.6.
    """
    return family_rulebook(data, setup, options, tie_break=ending.most_cards_in_hand)


MODERN = Edition(data=load("domain.editions", "modern.toml"), compose=compose)
