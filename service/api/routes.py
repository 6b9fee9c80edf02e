"""Every operation of the API, by its tag."""

from typing import Final

from service.api.games.create_fork import forks
from service.api.games.games import games
from service.api.games.persons import persons
from service.api.games.service_tokens import service_tokens
from service.api.games.tokens import tokens
from service.api.integration.dead_letters import dead_letters
from service.api.integration.exports import exports
from service.api.integration.feed import feed
from service.api.integration.statistics import statistics
from service.api.integration.webhooks import webhooks
from service.api.judging.arbiter_calls import arbiter_calls
from service.api.judging.audits import audits
from service.api.judging.disputes import disputes
from service.api.judging.game_administration import game_administration
from service.api.judging.paper_games import paper_games
from service.api.judging.positions import positions
from service.api.judging.possible_acts import possible_acts
from service.api.judging.remedies import remedies
from service.api.judging.rulesets import rulesets
from service.api.proofs.commitments import commitments
from service.api.proofs.proofs import proofs
from service.api.proofs.tournament_proofs import tournament_proofs
from service.api.table.annotations import annotations
from service.api.table.card_history import card_history
from service.api.table.clocks import clocks
from service.api.table.commands import commands
from service.api.table.events import events
from service.api.table.knowledge import knowledge
from service.api.table.pars import pars
from service.api.table.sentences import sentences
from service.api.table.stories import stories
from service.api.table.streams import streams
from service.api.table.tables import tables
from service.api.table.timelines import timelines
from service.api.table.watching import watching
from service.api.tournaments.broadcasts import broadcasts
from service.api.tournaments.commentary import commentary
from service.api.tournaments.tournament_acts import tournament_acts
from service.api.tournaments.tournament_audits import tournament_audits
from service.api.tournaments.tournament_forks import tournament_forks
from service.api.tournaments.tournament_games import tournament_games
from service.api.tournaments.tournament_reading import tournament_reading
from service.api.tournaments.tournament_streams import tournament_streams
from service.api.tournaments.tournaments import tournaments
from service.http.operation import Operation, OperationTag

INTERFACE: Final[tuple[OperationTag, ...]] = (
    OperationTag("rulebooks", "Editions, their options and clauses, and the book of remedies", (rulesets, remedies)),
    OperationTag("games", "Create, find, import, export and fork games", (games, forks)),
    OperationTag("administration", "What organisers and arbiters do with a game", (game_administration,)),
    OperationTag("commands", "Submit commands for a seat, and run the clock", (commands, clocks)),
    OperationTag(
        "history",
        "Events, tables, sentences and annotations of a game",
        (events, tables, sentences, timelines, stories, pars, annotations),
    ),
    OperationTag("cards", "Where a card was, and what is known of hidden cards", (card_history, knowledge)),
    OperationTag("streams", "Follow one game or all games as it happens", (streams, watching, feed)),
    OperationTag(
        "adjudication",
        "Audits of games, decisions on positions, games read from paper",
        (audits, positions, paper_games),
    ),
    OperationTag(
        "tournaments",
        "Make, run, follow, broadcast, audit and fork tournaments",
        (
            tournaments,
            tournament_reading,
            tournament_acts,
            tournament_games,
            tournament_audits,
            tournament_forks,
            tournament_streams,
            broadcasts,
            commentary,
        ),
    ),
    OperationTag(
        "disputes",
        "Disputes about a game, calls for an arbiter, confirmation of the result",
        (disputes, possible_acts, arbiter_calls),
    ),
    OperationTag(
        "proofs",
        "Signed checkpoints, inclusion and consistency proofs, commitments",
        (proofs, commitments, tournament_proofs),
    ),
    OperationTag(
        "integration",
        "Exports, webhooks and statistics for other programs",
        (exports, webhooks, dead_letters, statistics),
    ),
    OperationTag("tokens", "Tokens of games, of services and of persons", (tokens, service_tokens, persons)),
)
"""The operations by the tags under which the description lists them."""
OPERATIONS: Final[dict[str, Operation]] = {operation.name: operation for tag in INTERFACE for operation in tag}
