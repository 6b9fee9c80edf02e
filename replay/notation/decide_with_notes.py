"""Decides a move at a table with the cards that its note names."""

from domain.cards import FACE_DOWN
from domain.commands import SeatCommand
from domain.engine import Decision, decide, decide_unguarded
from domain.events import Cards
from domain.refusals import CorruptHistory, UnknownCard
from domain.rulebook import Rulebook
from domain.table import Table
from replay.notation.apply_noted_cards import NotedChance, put_on_pile
from replay.notation.move_notes import SHUFFLED, MoveNote, cards_from_pile


def decide_with_note(
    rulebook: Rulebook, table: Table, command: SeatCommand, note: MoveNote, *, waived: bool
) -> Decision:
    """Return the outcome of a move, with `waived` even if the rules refuse it; NoteConflict for contradicting cards.

    Refusal, UnknownCard, Misuse as for `decide`, CorruptHistory as for `decide_unguarded`.
    """
    chance = NotedChance()
    chance.shuffles = [tuple(one.says["order"]) for one in note.facts if one.event == SHUFFLED]
    laid = put_on_pile(table, _cards_off_pile(rulebook, table, command, note, waived=waived), chance)
    return (decide_unguarded if waived else decide)(rulebook, laid, command, chance)


def _cards_off_pile(rulebook: Rulebook, table: Table, command: SeatCommand, note: MoveNote, *, waived: bool) -> Cards:
    """Return the cards that this move takes from the pile, in order; cards that are not noted are face down."""
    noted = tuple(card for one in note.facts for card in one.cards)
    if not noted or FACE_DOWN not in table.draw_pile:
        return noted
    try:
        decision = (decide_unguarded if waived else decide)(rulebook, table, command, NotedChance())
    except (UnknownCard, CorruptHistory):
        return noted  # what follows depends on these cards, and so they come first
    return cards_from_pile(rulebook.data.key, note.facts, decision.events)
