"""`haricot tournament fork`: forks a tournament at an event, and compares the standings."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Union

import click
import msgspec
from msgspec.structs import replace

from domain.refusals import Misuse
from domain.tournaments.commands import CreateTournament, TournamentCommand
from domain.tournaments.evolve import tournament_of
from domain.tournaments.state import Tournament
from replay.text_input import UnreadableText, decode_changed_json
from replay.tournaments.event_commands import COMMANDS
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.policy import DIRECTOR
from service.cli.games import is_file
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.cli.tournaments.event_lines import event_line
from service.cli.tournaments.records import load_tournament, refuse_impossible_events
from service.cli.tournaments.standing_changes import is_changed, print_compared_lines
from service.cli.tournaments.tournament_session import Pseudonym, errors_with_next_step
from service.ops.clock import now_ms
from service.signing.rollback_guard import open_to_write
from service.store.entries.metadata_store import Entry
from service.store.errors import Conflict
from service.store.event_store import GameStore
from service.store.location import Location
from service.tournaments.tournament_forks import (
    ForkedTournament,
    ReplayedRest,
    compare_standings,
    fork_tournament,
    replay_rest,
    require_event,
)
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_store import TournamentStore
from service.tournaments.tournament_words import extract_texts, text_entry

EXAMPLE: Final = '{"type": "VoidTable", "round": 1, "table": 2, "text": "why"}'
KEPT_SEATING_REASON: Final = "The tables that were played are kept."
_COMMAND_TYPES: Final = tuple(kind for kind in COMMANDS.values() if kind is not CreateTournament)
_COMMAND_DECODER: Final[msgspec.json.Decoder[TournamentCommand]] = msgspec.json.Decoder(
    Union[_COMMAND_TYPES]  # noqa: UP007  # made from a tuple
)


class ForkRequest(NamedTuple):
    """The fork to make: other commands, or none, in the place of the event after `at`.

    With `replays_rest`, the later events are decided again.
    """

    at: int
    instead: tuple[TournamentCommand, ...]
    replays_rest: bool
    keep_seating: bool
    by: str | None

    def author(self, events: Sequence[NumberedTournamentEvent]) -> str:
        """Return who acts: --by, else the author of the replaced event, else the director.

        So two officials still enter and confirm a result.
        """
        replaced = events[self.at].event if self.at < len(events) else None
        return self.by or str(getattr(replaced, "by", DIRECTOR))


@click.command("fork")
@click.argument("tournament", metavar="ID|FILE")
@click.option("--at", type=int, required=True, metavar="N", help="Keep the events up to this one.")
@click.option("--instead", multiple=True, metavar="JSON", help="A command in the place of event N+1; repeatable.")
@click.option("--without", is_flag=True, help="Leave event N+1 out.")
@click.option("--keep-seating", is_flag=True, help="Keep the tables that were played where a draw comes out otherwise.")
@click.option("--id", "fork_id", metavar="ID", show_default="ID.f<N>, or the next free one", help="The id of the fork.")
@click.option("--dry-run", is_flag=True, help="Compare the standings, and store nothing.")
@click.option(
    "--by",
    type=Pseudonym(),
    show_default="as in event N+1, or director",
    metavar="WHO",
    help="Who acts, by a pseudonym.",
)
@store_option
@json_option
def tournament_fork_command(
    tournament: str,
    at: int,
    instead: tuple[str, ...],
    without: bool,
    keep_seating: bool,
    fork_id: str | None,
    dry_run: bool,
    by: str | None,
    location: Location,
    as_json: bool,
) -> None:
    """Fork a tournament, and compare the standings.

    The fork is a tournament of its own with events 1 to N. With --instead, other commands follow in the place of event
    N+1, and then the later events are decided again, as far as they go: up to one that is refused, or to a draw that
    comes out otherwise. Both standings are printed side by side. Commands are those of the HTTP API. Of a file the
    standings are compared, and nothing is stored.

    \b
    Examples:
      haricot tournament fork spring --at 20
      haricot tournament fork spring --at 21 --without --dry-run
    """
    if instead and without:
        raise Misuse("event N+1 is replaced or left out: give --instead or --without")
    request = ForkRequest(at, tuple(map(_parse_command, instead)), bool(instead) or without, keep_seating, by)
    with errors_with_next_step(tournament):
        if is_file(tournament):
            loaded = load_tournament(tournament, location)
            with refuse_impossible_events(tournament):
                _fork_file(tournament, loaded.events, request, as_json)
            return
        with open_to_write(location, print_note) as store:
            _fork_stored(store, tournament, request, None if dry_run else (fork_id,), as_json)


def _parse_command(text: str) -> TournamentCommand:
    try:
        return decode_changed_json(text.encode("utf-8", "replace"), _COMMAND_DECODER)
    except (UnreadableText, msgspec.ValidationError) as error:
        raise Misuse(f"--instead is a command such as {EXAMPLE}: {error}") from error


def _fork_file(
    tournament: str, events: tuple[NumberedTournamentEvent, ...], request: ForkRequest, as_json: bool
) -> None:
    require_event(tournament, request.at, len(events))
    complete, author = [], request.author(events)
    for command in request.instead:
        completed, _ = extract_texts(command, tournament, {}, at=0, author=author)
        complete.append(replace(completed, by=author) if "by" in completed.__struct_fields__ else completed)
    reason_digest = (
        text_entry(KEPT_SEATING_REASON, tournament, at=0, author=author).digest if request.keep_seating else None
    )
    rest = (
        replay_rest(events, request.at, complete, now=events[-1].at, keep_seating=reason_digest)
        if request.replays_rest
        else None
    )
    _print_comparison(tournament, events, request, rest, None, {}, as_json)


def _fork_stored(
    store: GameStore, tournament: str, request: ForkRequest, stored_as: tuple[str | None] | None, as_json: bool
) -> None:
    """Compare the standings, and store the fork. `stored_as` holds its id, or None for a free one.

    Nothing is stored if `stored_as` is None.
    """
    tournaments, now = TournamentStore(store), now_ms()
    events = tournaments.record(tournament)
    require_event(tournament, request.at, len(events))
    handler, author = TournamentHandler(tournaments, now_ms), request.author(events)
    complete, entries = handler.complete_commands(tournament, request.instead, author, now)
    texts, reason_digest = list[Entry](entries), None
    if request.keep_seating:
        texts.append(reason := text_entry(KEPT_SEATING_REASON, tournament, at=now, author=author))
        reason_digest = reason.digest
    rest = None
    if request.replays_rest:
        secrets = tournaments.secrets(tournament)
        rest = replay_rest(events, request.at, complete, now=now, keep_seating=reason_digest, secrets=secrets)
    forked = None
    if stored_as is not None:
        try:
            forked = fork_tournament(
                store,
                tournament,
                request.at,
                stored_as[0],
                now,
                rest=() if rest is None else rest.events,
                beside=texts,
            )
        except Conflict as error:
            raise Misuse(f"there is a tournament {stored_as[0]} already: choose another --id") from error
    _print_comparison(tournament, events, request, rest, forked, tournaments.names(tournament), as_json)


def _print_comparison(
    tournament: str,
    events: Sequence[NumberedTournamentEvent],
    request: ForkRequest,
    rest: ReplayedRest | None,
    forked: ForkedTournament | None,
    names: dict[str, str],
    as_json: bool,
) -> None:
    replayed = request.at if rest is None else rest.replayed
    compared_at = len(events) if rest is None else replayed
    before = tournament_of(one.event for one in events[:compared_at])
    after: Tournament = tournament_of(one.event for one in events[: request.at]) if rest is None else rest.tournament
    lines = compare_standings(before, after)
    if as_json:
        compared = [{"name": names.get(line.player), **msgspec.to_builtins(line)} for line in lines]
        answer: dict[str, Any] = {
            "tournament": tournament,
            "at": request.at,
            "fork": None if forked is None else forked.fork,
            "token": None if forked is None else forked.token,
            "events": after.version,
            "replayed": replayed,
            "compared_at": compared_at,
            "says": None if rest is None else rest.says,
            "compared": compared,
        }
        print_json(answer)
        return
    if rest is not None and request.at < len(events):
        replaced_line = event_line(events[request.at], names, before).partition("\n")[0].strip()
        click.echo(f"{'in place of' if request.instead else 'without'} event {replaced_line}")
    if forked is not None:
        click.echo(f"{forked.fork}: forked from {tournament} at {request.at}, {after.version} events")
    click.echo(f"standings of {tournament} at event {compared_at}, and of the fork at event {after.version}:")
    print_compared_lines(lines, names)
    if not any(map(is_changed, lines)):
        click.echo("  the standings are the same")
    if rest is not None and rest.says is not None:
        click.echo(f"event {replayed + 1} of {tournament} does not follow: {rest.says}")
        if "drawn otherwise" in rest.says:
            click.echo("with --keep-seating the fork goes on with the tables that were played")
