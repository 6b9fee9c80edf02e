"""`haricot tournament create` and `token`: create a tournament, and tokens for its officials and players."""

import json

import click

from domain.clock_terms import NO_CLOCK
from domain.refusals import Misuse
from domain.tournaments.events import FORMATS, HEATS, ROUNDS_MAX
from domain.tournaments.table_points import DEFAULT as TABLE_POINTS
from domain.tournaments.tie_breaks import DEFAULT as TIE_BREAKS
from domain.visibility import Option
from service.access.policy import PLAYER
from service.access.tokens import TOURNAMENT_KINDS
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.cli.tournaments.format_options import (
    clock_option,
    duplicate_option,
    finalists_of_new_tournament,
    format_options,
    length_option,
    parse_clock,
)
from service.cli.tournaments.rounds_outlook import outlook_json, outlook_lines
from service.cli.tournaments.tournament_session import errors_with_next_step, open_session, tournament_argument
from service.ops.clock import now_ms
from service.signing.key_file import require_key
from service.signing.rollback_guard import open_to_write
from service.signing.signing_worker import sign_now
from service.signing.tournament_log import tournament_log_name
from service.store.errors import Conflict
from service.store.location import Location
from service.tournaments.new_tournament import CreatedTournament, NewTournament, create_official, create_tournament


@click.command("create")
@click.argument("title", metavar="TITLE")
@click.option("--edition", default="classic", show_default=True, help="Which edition is played.")
@click.option("--rounds", type=click.IntRange(1, ROUNDS_MAX), default=4, show_default=True, help="How many rounds.")
@click.option("--format", "form", type=click.Choice(FORMATS), default=HEATS, show_default=True, help="How to draw.")
@click.option("--table-size", type=int, show_default="4, or the nearest", help="The preferred size of tables.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of all games; repeatable.")
@click.option("--points", default=",".join(TABLE_POINTS), show_default=True, help="Points by place, or rank_share.")
@click.option("--tie-breaks", default=",".join(TIE_BREAKS), show_default=True, help="Tie-breaks in their order.")
@format_options
@length_option
@duplicate_option
@clock_option
@click.option("--private", is_flag=True, help="Only officials and players may know of it.")
@click.option("--delay", type=click.IntRange(0, 86_400), default=0, help="Tell others of it so many seconds later.")
@click.option("--id", "id_", metavar="ID", show_default="EDITION- and 16 random characters", help="The id.")
@store_option
@json_option
def tournament_create_command(
    title: str,
    edition: str,
    rounds: int,
    form: str,
    table_size: int | None,
    options: tuple[str, ...],
    points: str,
    tie_breaks: str,
    final: str | None,
    advance: int | None,
    seeding: str | None,
    counted: int | None,
    round_minutes: int | None,
    duplicate: str | None,
    clock: str | None,
    private: bool,
    delay: int,
    id_: str | None,
    location: Location,
    as_json: bool,
) -> None:
    """Create a tournament.

    It prints its id and a token for a director, a scorer and an arbiter. Only the HTTP API needs these tokens: on the
    command line, everybody who can write to the store directs all its tournaments.

    \b
    Examples:
      haricot tournament create "Spring open" --rounds 3 --id spring
      haricot tournament create "League night" --edition modern --format swiss --table-size 5 --json
      haricot tournament create "Same cards" --rounds 4 --duplicate coins
      haricot tournament create "Blitz" --clock turn=30,trading=60,at_zero=bot
      haricot tournament create "Cup" --format knockout --advance 2 --rounds 6 --round-minutes 50
    """
    terms = parse_clock(clock)
    new_tournament = NewTournament(
        title=title,
        edition=edition,
        rounds=rounds,
        format=form,
        preferred=table_size,
        options=dict(map(_parse_option, options)),
        table_points=_split_list(points),
        tie_breaks=_split_list(tie_breaks),
        final=finalists_of_new_tournament(final, edition, table_size),
        advance=advance,
        seeding=seeding,
        counted=counted,
        round_seconds=None if round_minutes is None else 60 * round_minutes,
        duplicate=duplicate,
        clock=None if terms == NO_CLOCK else terms,
        private=private,
        delay_ms=1000 * delay,
        id=id_,
    )
    with errors_with_next_step(id_ or ""), open_to_write(location, print_note, create=True) as store:
        can_sign = require_key(store, print_note)
        try:
            created = create_tournament(store, new_tournament, now_ms)
        except Conflict as error:
            raise Misuse(f"there is a tournament {id_} already: choose another --id") from error
        name = created.tournament.rules.tournament
        if can_sign:
            sign_now(store, [tournament_log_name(name)])
    _print_created(created, as_json=as_json)


def _print_created(created: CreatedTournament, *, as_json: bool) -> None:
    rules = created.tournament.rules
    name, rounds = rules.tournament, rules.rounds
    if as_json:
        outlook = outlook_json(created.tournament)
        print_json(
            {"tournament": name, "version": created.tournament.version, "tokens": created.tokens, "outlook": outlook}
        )
        return
    click.echo(f"{name}: created, {rounds} round{'s' if rounds > 1 else ''}, tables of {rules.preferred}")
    for kind, token in created.tokens.items():
        click.echo(f"  {kind:<8}  {token}")
    for line in outlook_lines(created.tournament):
        click.echo(f"  {line}")
    click.echo(f"  next: haricot tournament register {name} --names FILE --check-in")


@click.command("token")
@tournament_argument
@click.argument("kind", type=click.Choice(list(TOURNAMENT_KINDS)))
@click.option("--for", "holder", metavar="WHO", help="A player, or the pseudonym of an official.")
@store_option
@json_option
def tournament_token_command(tournament: str, kind: str, holder: str | None, location: Location, as_json: bool) -> None:
    """Create a token of a tournament.

    The token is printed once; only its hash is stored. `haricot token --revoke` revokes it.

    \b
    Examples:
      haricot tournament token spring scorer
      haricot tournament token spring player --for "Ana Muster"
    """
    with open_session(tournament, location) as session:
        if kind == PLAYER:
            if holder is None:
                raise Misuse("name the player with --for, by name or pseudonym")
            holder = session.find_player(holder)
        token = create_official(session.store, tournament, kind, holder, now_ms())
    if as_json:
        print_json({"tournament": tournament, "kind": kind, "token": token})
    else:
        click.echo(token)


def _split_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _parse_option(text: str) -> tuple[str, Option]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Misuse(f"--option is NAME=VALUE, not {text[:60]!r}")
    try:
        parsed = json.loads(value)
    except ValueError:
        parsed = value
    return name, parsed if isinstance(parsed, str | int | bool) else value
