"""Forks of tournaments, which answer "what if?" questions, and the comparison of both standings."""

from collections.abc import Mapping, Sequence
from itertools import count

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.commands import OverrideSeating, TournamentCommand
from domain.tournaments.events import RoundDrawn
from domain.tournaments.evolve import tournament_of
from domain.tournaments.standings import StandingsLine, standings
from domain.tournaments.state import Tournament
from domain.values import Value
from replay.record import GAME_ID
from replay.tournaments.event_commands import command_of
from replay.tournaments.tournament_file import NumberedTournamentEvent
from replay.tournaments.tournament_verifier import revealed_secrets
from service.access.policy import DIRECTOR
from service.store.entries.metadata_store import Entry
from service.store.entries.tournament_entries import TournamentName, TournamentSecret, TournamentText
from service.tournaments.new_tournament import Register, new_tournament_token
from service.tournaments.tournament_handler import decide_all
from service.tournaments.tournament_store import TournamentStore


class ForkedTournament(Value):
    """A fork under its own id, its state, and the token of its director."""

    fork: str
    tournament: Tournament
    token: str


class ReplayedRest(Value):
    """The `events` of a fork after the fork point, and the tournament after them.

    `replayed` is the last event of the original that could be decided again. If it is not the original's last event,
    `says` tells why the next one could not be decided.
    """

    events: tuple[NumberedTournamentEvent, ...]
    tournament: Tournament
    replayed: int
    says: str | None = None


class ComparedLine(Value, omit_defaults=False):
    """A player in two standings. `passes` are the players who are behind this one only in the later standings."""

    player: str
    rank_before: int | None
    points_before: str | None
    rank_after: int | None
    points_after: str | None
    passes: tuple[str, ...] = ()


def fork_tournament(
    register: Register,
    tournament: str,
    at: int,
    fork_id: str | None,
    now: int,
    *,
    rest: Sequence[NumberedTournamentEvent] = (),
    beside: Sequence[Entry] = (),
) -> ForkedTournament:
    """Create a tournament with events 1 to `at` of another one and the events `rest`, in one transaction.

    The fork has the secrets and names of the original. It is private until the original's secrets are revealed, because
    a round that is released in the fork reveals a secret of both. `beside` is written with it. Names and texts in it
    become the fork's. Raises Misuse for an unknown event or an invalid id, and Conflict if the id is taken.
    """
    store = TournamentStore(register)
    events, settings = store.record(tournament), store.settings(tournament)
    require_event(tournament, at, len(events))
    if fork_id is None:
        first = f"{tournament}.f{at}"
        names = (first if again == 1 else f"{first}-{again}" for again in count(1))
        fork_id = next(name for name in names if not store.events(name))
    if not GAME_ID.fullmatch(fork_id):
        raise Misuse(f"{fork_id[:40]!r} cannot be the id of a tournament", place="body.id")
    kept = (*events[:at], *rest)
    state = tournament_of(one.event for one in kept)
    private = settings.private or not tournament_of(one.event for one in events).revealed
    token, granted = new_tournament_token(fork_id, DIRECTOR, DIRECTOR, now)
    entries: list[Entry] = [
        TournamentSecret(tournament=fork_id, secret=store.secret(tournament)),
        replace(settings, tournament=fork_id, made=now, private=private, forked_from=tournament, forked_at=at),
        *granted,
    ]
    known = {*state.entrants, *(one.club for one in state.entrants.values())}
    for pseudonym, name in store.names(tournament).items():
        if pseudonym in known:
            entries.append(TournamentName(tournament=fork_id, pseudonym=pseudonym, name=name))
    words = (replace(one, tournament=fork_id) for one in beside if isinstance(one, TournamentName | TournamentText))
    others = (one for one in beside if not isinstance(one, TournamentName | TournamentText))
    store.append(fork_id, kept, *entries, *words, *others)
    return ForkedTournament(fork=fork_id, tournament=state, token=token)


def require_event(tournament: str, at: int, last: int) -> None:
    """Raise Misuse unless a tournament with `last` events has event `at`."""
    if not 1 <= at <= last:
        raise Misuse(f"there is no event {at}: {tournament} has events 1 to {last}", place="body.at")


def replay_rest(
    events: Sequence[NumberedTournamentEvent],
    at: int,
    instead: Sequence[TournamentCommand],
    *,
    now: int,
    keep_seating: str | None = None,
    secrets: Mapping[int, str] | None = None,
) -> ReplayedRest:
    """Decide the commands `instead` in place of event `at` + 1, and then the later events again.

    It stops at the first event that can no longer be decided. It also stops at the first draw with other tables,
    because their results do not apply. With `keep_seating`, the digest of a reason, such a draw is overridden with the
    tables that were played. `secrets` are the secrets of the rounds, by default those that the events reveal. Raises
    TournamentRefused if the commands are refused.
    """
    known = revealed_secrets(events)[0] if secrets is None else secrets
    state = tournament_of(one.event for one in events[:at])
    decided, state = decide_all(state, instead, now)
    replayed, says = at + 1, None
    for filed in events[at + 1 :]:
        try:
            again, after = decide_all(state, (command_of(filed.event, known),), now)
            if isinstance(filed.event, RoundDrawn) and (says := _changed_draw(again[0].event, filed.event)):
                if keep_seating is None:
                    break
                says, kept = None, _override_command(filed.event, keep_seating)
                overridden, after = decide_all(after, (kept,), now)
                again = (*again, *overridden)
        except TournamentRefused as refusal:
            says = str(refusal)
            break
        except LookupError:
            says = f"the secret of round {getattr(filed.event, 'round', 0)} is not revealed"
            break
        decided, state, replayed = (*decided, *again), after, filed.n
    return ReplayedRest(events=decided, tournament=state, replayed=min(replayed, len(events)), says=says)


def compare_standings(before: Tournament, after: Tournament) -> tuple[ComparedLine, ...]:
    """Compare two standings. Return a line for every player, in the order of the later standings."""
    old, new = ({line.player: line for line in standings(one)} for one in (before, after))
    lines = []
    for player in [*new, *(player for player in old if player not in new)]:
        was, is_ = old.get(player), new.get(player)
        lines.append(
            ComparedLine(
                player=player,
                rank_before=None if was is None else was.rank,
                points_before=None if was is None else str(was.points),
                rank_after=None if is_ is None else is_.rank,
                points_after=None if is_ is None else str(is_.points),
                passes=() if was is None or is_ is None else _passed_players(player, old, new),
            )
        )
    return tuple(lines)


def _passed_players(player: str, old: Mapping[str, StandingsLine], new: Mapping[str, StandingsLine]) -> tuple[str, ...]:
    was, is_ = old[player].rank, new[player].rank
    return tuple(one for one in new if one in old and old[one].rank <= was and new[one].rank > is_ and one != player)


def _changed_draw(again: object, drawn: RoundDrawn) -> str | None:
    assert isinstance(again, RoundDrawn), "a draw leads to one"
    if (again.tables, again.sit_outs) == (drawn.tables, drawn.sit_outs):
        return None
    return f"round {drawn.round} is drawn otherwise, so its tables are not those that were played"


def _override_command(drawn: RoundDrawn, text: str) -> OverrideSeating:
    """Return the command that overrides a draw with the tables that were played."""
    return OverrideSeating(round=drawn.round, tables=drawn.tables, sit_outs=drawn.sit_outs, text=text, by=DIRECTOR)
