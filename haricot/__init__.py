"""The engine as a library: its public names, for your own programs."""

from haricot.import_guard import require_own_packages

require_own_packages()  # before the imports below, which could find the wrong packages

from domain.refusals import Misuse, Refusal
from domain.rulebook import Bounds
from haricot import commands
from haricot.adjudication import adjudicate, audit
from haricot.catalogue import bots, editions
from haricot.game_record import GameRecord
from haricot.match import Match
from service.lifecycle.bots.bot import Bot, Situation

__all__ = [
    "Bot",
    "Bounds",
    "GameRecord",
    "Match",
    "Misuse",
    "Refusal",
    "Situation",
    "adjudicate",
    "audit",
    "bots",
    "commands",
    "editions",
]
