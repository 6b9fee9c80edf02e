"""Every operation of the interface, part by part."""

from typing import Final

from service.api.annotations import annotations
from service.api.arbiter_calls import arbiter_calls
from service.api.audits import audits
from service.api.card_history import lives
from service.api.commands import commands
from service.api.commitments import unrevealed
from service.api.create_fork import forking
from service.api.dead_letters import dead_letters
from service.api.disputes import disputes
from service.api.events import events
from service.api.exports import exports
from service.api.feed import feed
from service.api.game_administration import organising
from service.api.games import games
from service.api.knowledge import knowledge
from service.api.operation import Operation, Operations
from service.api.paper_games import records
from service.api.persons import persons
from service.api.positions import positions
from service.api.possible_acts import possible_acts
from service.api.proofs import proofs
from service.api.remedies import books
from service.api.rulesets import rulesets
from service.api.sentences import sentences
from service.api.service_tokens import service_tokens
from service.api.statistics import statistics
from service.api.streams import streams
from service.api.tables import tables
from service.api.timelines import timelines
from service.api.tokens import tokens
from service.api.webhooks import webhooks

INTERFACE: Final[tuple[Operations, ...]] = (
    rulesets,
    books,
    games,
    forking,
    commands,
    events,
    tables,
    lives,
    knowledge,
    sentences,
    timelines,
    audits,
    streams,
    feed,
    exports,
    webhooks,
    dead_letters,
    proofs,
    unrevealed,
    annotations,
    disputes,
    possible_acts,
    arbiter_calls,
    persons,
    tokens,
    service_tokens,
    organising,
    positions,
    records,
    statistics,
)
OPERATIONS: Final[dict[str, Operation]] = {operation.name: operation for part in INTERFACE for operation in part}
