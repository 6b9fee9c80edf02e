"""`haricot tournament play`: lets bots play the tables of a round."""

import os
from collections.abc import Iterator, Sequence
from itertools import count

import click

from domain.refusals import Misuse
from domain.tournaments.commands import LinkGame, TakeResult
from domain.tournaments.state import RELEASED, TournamentTable
from replay.seeded import begin_named_game, bot_seed_of_text, open_deal
from service.cli.bots import parse_bot_names
from service.cli.options import json_option, store_option
from service.cli.tournaments.rounds import round_option
from service.cli.tournaments.tournament_session import (
    TournamentSession,
    by_option,
    open_session,
    tournament_argument,
)
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from service.store.appender import NewGameEvents
from service.store.location import Location
from service.tournaments.game_results import result_command
from service.tournaments.shared_deals import deal_groups, shared_deal_in_events


@click.command("play")
@tournament_argument
@round_option
@click.option("--table", "chosen", type=int, multiple=True, metavar="N", help="This table alone; repeatable.")
@click.option(
    "--bots", default="trader", show_default=True, metavar="B,B,...", help=f"Taken in turn order: {', '.join(BOTS)}."
)
@by_option
@store_option
@json_option
def tournament_play_command(
    tournament: str,
    number: int | None,
    chosen: tuple[int, ...],
    bots: str,
    by: str,
    location: Location,
    as_json: bool,
) -> None:
    """Let bots play the tables of a round.

    It plays the tables that have no game and no result. The games go into the store, and their results are taken.

    \b
    Examples:
      haricot tournament play spring
      haricot tournament play spring --table 2 --bots greedy
    """
    bot_names = parse_bot_names(bots)
    with open_session(tournament, location, by, signed=True) as session:
        number = session.round_number(number)
        round_, tables = session.state.round(number), _free_tables(session, number, chosen)
        assert round_ is not None, "_free_tables has checked it"
        for group in deal_groups(session.state, round_, tables):
            _play_group(session, number, group, bot_names)
        session.print_added_events(as_json, games=session.games)


def _free_tables(session: TournamentSession, number: int, chosen: tuple[int, ...]) -> list[TournamentTable]:
    """Return the chosen free tables, or all. Raises Misuse if the round is not released, or a table is not free."""
    round_ = session.state.round(number)
    if round_ is None or round_.state != RELEASED:
        state = "not drawn" if round_ is None else round_.state
        raise Misuse(f"round {number} is {state}; `haricot tournament show {session.tournament}` shows what is next")
    free = [one for one in round_.tables if one.game is None and one.result is None and one.voided is None]
    for table in chosen:
        if table not in {one.number for one in free}:
            raise Misuse(f"table {table} is not free: it has a game or a result, or there is none of this number")
    if not free:
        raise Misuse(f"every table of round {number} has a game or a result")
    return [one for one in free if not chosen or one.number in chosen]


def _play_group(
    session: TournamentSession, number: int, group: Sequence[TournamentTable], bot_names: Sequence[str]
) -> None:
    """Let bots play one table, or all tables that share a deal."""
    ids = [next(id_ for id_ in _game_ids(session, number, table) if not session.store.exists(id_)) for table in group]
    text, rules = f"haricot-tournament-play|{ids[0]}|{os.urandom(16).hex()}", session.state.rules
    links, results, games = list[LinkGame](), list[TakeResult](), list[NewGameEvents]()
    for table, id_ in zip(group, ids, strict=True):
        bots = [bot_names[at % len(bot_names)] for at in range(len(table.players))]
        shared = tuple(ids) if len(ids) > 1 else ()
        game, deal_seed = begin_named_game(id_, text, rules.edition, len(table.players), rules.options, bots, shared)
        seed_text = f"{text}|{id_}" if shared else text
        play_on(game, {seat: BOTS[bot](seat, bot_seed_of_text(seed_text, seat)) for seat, bot in enumerate(bots)})
        if shared:
            open_deal(game)
        links.append(LinkGame(round=number, table=table.number, game=id_, deal=shared_deal_in_events(game.envelopes)))
        results.append(result_command(game.envelopes, number, table.number, id_))
        games.append(NewGameEvents(id_, game.envelopes, seed=deal_seed))
    session.require_decidable((*links, *results))
    session.store.write_new_games(*games)
    session.games += ids
    session.execute(*links, *results)


def _game_ids(session: TournamentSession, number: int, table: TournamentTable) -> Iterator[str]:
    base = f"{session.tournament}-r{number}-t{table.number}"
    yield base
    yield from (f"{base}-{attempt}" for attempt in count(2))
