"""`haricot tournament penalty`, `rules`, `close`, `reopen` and `reveal`: the decisions of officials."""

import click

from domain.refusals import Misuse
from domain.remedies import Book
from domain.tournaments.commands import (
    ChangeRules,
    CloseTournament,
    GivePenalty,
    LiftPenalty,
    ReopenRound,
    ReopenTournament,
    RevealSecrets,
    TournamentCommand,
)
from domain.tournaments.events import FORMATS, ROUNDS_MAX
from domain.tournaments.penalty_places import PENALTIES
from service.cli.options import json_option, store_option
from service.cli.remedies import book_option
from service.cli.tournaments.format_options import (
    clock_option,
    format_options,
    length_option,
    parse_clock,
    parse_finalists,
)
from service.cli.tournaments.standing_changes import print_changes
from service.cli.tournaments.tournament_session import by_option, open_session, reason_option, tournament_argument
from service.store.location import Location


@click.command("penalty")
@tournament_argument
@click.argument("player", required=False, metavar="[PLAYER]")
@click.option("--kind", type=click.Choice(PENALTIES), help="Which penalty.")
@click.option("--round", "number", type=int, metavar="N", help="The round of a lost coin or game.")
@click.option("--points", metavar="POINTS", help="The points that are lost, such as 1 or 1/2.")
@click.option("--article", metavar="ARTICLE", show_default="the general one", help="The entry of the book of remedies.")
@click.option("--lift", type=int, metavar="N", help="Lift penalty N instead.")
@reason_option
@by_option
@book_option
@store_option
@json_option
def tournament_penalty_command(
    tournament: str,
    player: str | None,
    kind: str | None,
    number: int | None,
    points: str | None,
    article: str | None,
    lift: int | None,
    text: str,
    by: str,
    book: Book,
    location: Location,
    as_json: bool,
) -> None:
    """Give a player a penalty, or lift one.

    It changes the standings at once, and the draws that follow. `haricot rules tournament` prints the book of remedies.

    \b
    Examples:
      haricot tournament penalty spring "Bo Lang" --kind coin_loss --round 1 --reason "Sorted the hand." --article TR-9
      haricot tournament penalty spring --lift 1 --reason "It was another player."
    """
    if lift is not None:
        if player is not None or kind is not None:
            raise Misuse("a penalty is given to a PLAYER, or lifted with --lift N: not both at once")
    elif player is None or kind is None:
        raise Misuse("name the PLAYER and the --kind of the penalty, or lift one with --lift N")
    if article is not None and book.entry(article) is None:
        raise Misuse(f"{book.key} has no entry {article[:40]!r}; `haricot rules {book.key}` lists them")
    with open_session(tournament, location, by) as session:
        if lift is not None:
            command: TournamentCommand = LiftPenalty(penalty=lift, text=text)
        else:
            command = GivePenalty(
                player=session.find_player(player or ""),
                kind=kind or "",
                article=article or book.general.id,
                text=text,
                round=number,
                points=points,
            )
        with print_changes(session, as_json):
            session.execute(command)


@click.command("rules")
@tournament_argument
@click.option("--from-round", "number", type=int, required=True, metavar="N", help="From this round on.")
@click.option("--rounds", type=click.IntRange(1, ROUNDS_MAX), help="How many rounds there are.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="How to draw.")
@click.option("--table-size", type=int, help="The preferred size of tables.")
@click.option("--tie-breaks", help="Tie-breaks in their order.")
@format_options
@length_option
@clock_option
@reason_option
@by_option
@store_option
@json_option
def tournament_rules_command(
    tournament: str,
    number: int,
    rounds: int | None,
    form: str | None,
    table_size: int | None,
    tie_breaks: str | None,
    final: str | None,
    advance: int | None,
    seeding: str | None,
    counted: int | None,
    round_minutes: int | None,
    clock: str | None,
    text: str,
    by: str,
    location: Location,
    as_json: bool,
) -> None:
    """Change rules from a round on that is not drawn.

    \b
    Examples:
      haricot tournament rules spring --from-round 2 --rounds 2 --reason "The room closes at ten."
      haricot tournament rules spring --from-round 4 --format knockout --rounds 8 --reason "As announced."
      haricot tournament rules spring --from-round 3 --clock turn=30,trading=60 --reason "The last bus."
    """
    with open_session(tournament, location, by) as session:
        session.execute(
            ChangeRules(
                from_round=number,
                text=text,
                format=form,
                rounds=rounds,
                preferred=table_size,
                tie_breaks=None if tie_breaks is None else tuple(part.strip() for part in tie_breaks.split(",")),
                final=None if final is None else parse_finalists(final, session.state.rules.preferred),
                advance=advance,
                seeding=seeding,
                counted=counted,
                round_seconds=None if round_minutes is None else 60 * round_minutes,
                clock=parse_clock(clock),
            )
        )
        session.print_added_events(as_json)


@click.command("close")
@tournament_argument
@click.option("--reveal", is_flag=True, help="Reveal the secrets of all rounds as well.")
@by_option
@store_option
@json_option
def tournament_close_command(tournament: str, reveal: bool, by: str, location: Location, as_json: bool) -> None:
    """Close a tournament after its last round.

    The event holds the digest of the final standings.

    \b
    Examples:
      haricot tournament close spring
    """
    with open_session(tournament, location, by, signed=True) as session:
        session.execute(CloseTournament(), *([RevealSecrets()] if reveal else []))
        session.print_added_events(as_json)
        if not as_json:
            click.echo(f"       next: haricot tournament standings {tournament}")


@click.command("reopen")
@tournament_argument
@click.option("--round", "number", type=int, metavar="N", help="Open this round, the last confirmed one.")
@reason_option
@by_option
@store_option
@json_option
def tournament_reopen_command(
    tournament: str, number: int | None, text: str, by: str, location: Location, as_json: bool
) -> None:
    """Open a closed tournament, or a confirmed round.

    \b
    Examples:
      haricot tournament reopen spring --reason "A result was typed wrongly."
      haricot tournament reopen spring --round 2 --reason "Table 1 played on."
    """
    with open_session(tournament, location, by) as session:
        command = ReopenTournament(text=text) if number is None else ReopenRound(round=number, text=text)
        session.execute(command)
        session.print_added_events(as_json)


@click.command("reveal")
@tournament_argument
@by_option
@store_option
@json_option
def tournament_reveal_command(tournament: str, by: str, location: Location, as_json: bool) -> None:
    """Reveal the secrets of a closed tournament.

    All draws of all rounds can then be computed again, also those that were withdrawn.

    \b
    Examples:
      haricot tournament reveal spring
    """
    with open_session(tournament, location, by, signed=True) as session:
        session.execute(RevealSecrets())
        session.print_added_events(as_json)
