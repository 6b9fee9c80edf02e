"""`haricot tournament result`: enters the result of a table from paper, from a game, or by a ruling."""

import click

from domain.refusals import Misuse
from domain.tournaments.commands import (
    ConfirmTableResult,
    CorrectResult,
    EnterResult,
    LinkGame,
    TakeResult,
    TournamentCommand,
    VoidTable,
)
from domain.tournaments.state import TournamentTable
from domain.tournaments.table_points import are_places, places_by_scores
from service.access.policy import DIRECTOR, SCORER
from service.cli.options import json_option, store_option
from service.cli.tournaments.rounds import round_option
from service.cli.tournaments.standing_changes import print_changes
from service.cli.tournaments.table_games import load_game, require_matching_game
from service.cli.tournaments.tables import table_option
from service.cli.tournaments.tournament_session import (
    Pseudonym,
    TournamentSession,
    open_session,
    tournament_argument,
)
from service.store.location import Location
from service.store.record_import import import_record
from service.tournaments.game_results import result_command


@click.command("result")
@tournament_argument
@round_option
@table_option
@click.option("--scores", metavar="N,N,...", help="Scores in turn order, or NAME=N,NAME=N,... in any order.")
@click.option("--places", metavar="N,N,...", show_default="by the scores", help="Places in turn order, 1 the winner.")
@click.option("--game", metavar="GAME", help="Take the result of this game: an id, a game file, or a BEN record.")
@click.option("--confirm", is_flag=True, help="Confirm the result from paper, which another official has entered.")
@click.option("--ruling", metavar="REASON", help="A ruling puts this in the place of the result that stands.")
@click.option("--void", is_flag=True, help="With --ruling: the table has no result.")
@click.option(
    "--by",
    type=Pseudonym(),
    show_default="director, or scorer for scores alone",
    metavar="WHO",
    help="Who acts, by a pseudonym.",
)
@store_option
@json_option
def tournament_result_command(
    tournament: str,
    number: int | None,
    table: int,
    scores: str | None,
    places: str | None,
    game: str | None,
    confirm: bool,
    ruling: str | None,
    void: bool,
    by: str | None,
    location: Location,
    as_json: bool,
) -> None:
    """Enter, confirm, correct or void the result of a table.

    Scores from a paper sheet need the confirmation of another official: with --scores and --confirm at once, `scorer`
    has entered them and --by confirms. The result of a game needs none. A game from a file goes into the store.

    \b
    Examples:
      haricot tournament result spring --table 1 --scores 12,9,7,5
      haricot tournament result spring --table 1 --confirm
      haricot tournament result spring --table 2 --scores "Eve=10,Flo Ott=8,Gil=8" --confirm
      haricot tournament result spring --table 2 --game paper.ben
      haricot tournament result spring --round 1 --table 1 --scores 12,9,7,6 --ruling "A coin was counted twice."
    """
    _require_consistent_options(scores, places, game, confirm=confirm, ruling=ruling, void=void)
    is_entry = scores is not None and not confirm and ruling is None
    with open_session(tournament, location, by or (SCORER if is_entry else DIRECTOR)) as session:
        round_ = session.round_number(number)
        with print_changes(session, as_json, ruled=ruling is not None):
            if void:
                session.execute(VoidTable(round=round_, table=table, text=ruling or ""))
            elif game is not None:
                _take_from_game(session, round_, table, game, ruling)
            elif scores is not None:
                table_state = _find_table(session, round_, table)
                score_numbers = _parse_scores(session, table_state, scores)
                place_numbers = (
                    places_by_scores(score_numbers) if places is None else _parse_numbers(places, "--places")
                )
                if ruling is not None:
                    session.execute(
                        CorrectResult(
                            round=round_, table=table, scores=score_numbers, places=place_numbers, text=ruling
                        )
                    )
                else:
                    command = EnterResult(round=round_, table=table, scores=score_numbers, places=place_numbers)
                    session.execute(command, by=SCORER if confirm else None)
            if confirm:
                session.execute(ConfirmTableResult(round=round_, table=table))
        if is_entry and not as_json:
            message = f"haricot tournament result {tournament} --round {round_} --table {table} --confirm"
            click.echo(f"       next, by another official: {message}")


def _require_consistent_options(
    scores: str | None, places: str | None, game: str | None, *, confirm: bool, ruling: str | None, void: bool
) -> None:
    """Raise Misuse for options that do not go together."""
    given = (scores is not None) + (game is not None) + void
    if given > 1:
        raise Misuse("a table has one result: --scores, --game or --void")
    if not given and not confirm:
        raise Misuse("give the result by --scores or --game, or --confirm the one that was entered")
    if void and ruling is None:
        raise Misuse("a table has no result by a ruling: say why with --ruling")
    if not given and ruling is not None:
        raise Misuse("a ruling puts another result in place: give it by --scores or --game, or --void the table")
    if confirm and (void or game is not None or ruling is not None):
        raise Misuse("only scores from paper are confirmed: leave out --confirm")
    if places is not None and scores is None:
        raise Misuse("--places goes with --scores")


def _find_table(session: TournamentSession, number: int, table: int) -> TournamentTable | None:
    round_ = session.state.round(number)
    return None if round_ is None else round_.table(table)


def _parse_scores(session: TournamentSession, table: TournamentTable | None, text: str) -> tuple[int, ...]:
    """Return scores in turn order. If there is no such table, the rules refuse them later."""
    if "=" not in text:
        return _parse_numbers(text, "--scores")
    given = dict[str, int]()
    for part in text.split(","):
        name, equals, score = part.rpartition("=")
        if not equals:
            raise Misuse(f"--scores is N,N,... in turn order, or NAME=N,NAME=N,..., not {text[:60]!r}")
        given[session.find_player(name.strip())] = _parse_numbers(score, "--scores")[0]
    if table is None:
        return tuple(given.values())
    if {*given} != {*table.players} or len(given) != text.count("="):
        players = ", ".join(session.names.get(player, player) for player in table.players)
        raise Misuse(f"table {table.number} seats {players}: give one score for each of them")
    return tuple(given[player] for player in table.players)


def _parse_numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        numbers = tuple(int(part) for part in text.replace(" ", ",").split(",") if part)
    except ValueError as error:
        raise Misuse(f"{option} is whole numbers with commas between, such as 12,9,7,5, not {text[:60]!r}") from error
    if not numbers or any(abs(one) > 1_000_000 for one in numbers):
        raise Misuse(f"{option} is whole numbers with commas between, such as 12,9,7,5, not {text[:60]!r}")
    if option == "--places" and not are_places(numbers):
        raise Misuse(f"--places is 1 for the winner, and equal players share the best place, as in 1,2,2,4, not {text}")
    return numbers


def _take_from_game(session: TournamentSession, number: int, table: int, game: str, ruling: str | None) -> None:
    """Take the result of a game, or replace the present result by it. A refusal stores no game."""
    table_state = _find_table(session, number, table)
    records, names, entries = load_game(session, game)
    record = records[-1]
    require_matching_game(session, table_state, record, names)
    result = result_command(record.envelopes, number, table, record.game)
    head = session.store.game_index.head(record.game) if entries is None else None
    if head is not None and head.deal_is_held:
        message = "has ended, and another table still plays its deal: its result is taken when all of them have ended"
        raise Misuse(f"{record.game} {message}")
    commands: tuple[TournamentCommand, ...] = (result,)
    if ruling is not None:
        commands = (_correction(result, ruling),)
    elif table_state is None or table_state.game != record.game:
        commands = (LinkGame(round=number, table=table, game=record.game), result)
    session.require_decidable(commands)
    if entries is not None:
        for one in records:
            import_record(session.store, one, entries=entries(one))
    session.execute(*commands)


def _correction(result: TakeResult, ruling: str) -> CorrectResult:
    return CorrectResult(
        round=result.round,
        table=result.table,
        text=ruling,
        scores=result.scores,
        places=result.places,
        game=result.game,
        n=result.n,
    )
