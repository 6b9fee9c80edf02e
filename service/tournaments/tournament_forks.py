"""Forks of tournaments, which answer "what if?", with both standings side by side."""

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
from service.tournaments.new_tournament import Register, token_of
from service.tournaments.tournament_handler import decide_all
from service.tournaments.tournament_store import TournamentStore


class ForkedTournament(Value):
    """A fork under its own id, its state, and the token of its director."""

    fork: str
    tournament: Tournament
    token: str


class ReplayedRest(Value):
    """What follows on the event of a fork: `events`, and the tournament after them.

    `replayed` is the last event of the tournament before that could be decided again. Where that is not its last one,
    `says` tells why the next one could not.
    """

    events: tuple[NumberedTournamentEvent, ...]
    tournament: Tournament
    replayed: int
    says: str | None = None


class ComparedLine(Value, omit_defaults=False):
    """A player in two standings; `passes` are those who are behind the player now and were not before."""

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
    """Make a tournament of its own with events 1 to `at` of another and `rest`, in one write.

    It has the secrets and names of the other one. Unless these secrets are revealed before, it is private, since a
    round that is released here reveals a secret of both. `beside` is written with it; words
    there, such as reasons, become those of the fork.
    Misuse for an event or an id that cannot be, Conflict for an id that is taken.
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
    token, granted = token_of(fork_id, DIRECTOR, DIRECTOR, now)
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
    """Raise Misuse unless a tournament of `last` events has this one."""
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
    """Decide other commands in the place of event `at` + 1, and then the later events again, as far as they go.

    It ends at the first event that can no longer be decided, and at the first draw that comes out otherwise, since its
    results are of other tables. With `keep_seating`, the digest of a reason, such a draw is overridden with the tables
    that were played. `secrets` are those of the rounds; by default those that the events reveal.
    TournamentRefused where the other commands are refused.
    """
    known = revealed_secrets(events)[0] if secrets is None else secrets
    state = tournament_of(one.event for one in events[:at])
    decided, state = decide_all(state, instead, now)
    replayed, says = at + 1, None
    for filed in events[at + 1 :]:
        try:
            again, after = decide_all(state, (command_of(filed.event, known),), now)
            if isinstance(filed.event, RoundDrawn) and (says := _other_tables(again[0].event, filed.event)):
                if keep_seating is None:
                    break
                says, kept = None, _as_played(filed.event, keep_seating)
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
    """Return every player of two standings, in the order of the later ones: who moved, and past whom."""
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
                passes=() if was is None or is_ is None else _passed(player, old, new),
            )
        )
    return tuple(lines)


def _passed(player: str, old: Mapping[str, StandingsLine], new: Mapping[str, StandingsLine]) -> tuple[str, ...]:
    was, is_ = old[player].rank, new[player].rank
    return tuple(one for one in new if one in old and old[one].rank <= was and new[one].rank > is_ and one != player)


def _other_tables(again: object, drawn: RoundDrawn) -> str | None:
    assert isinstance(again, RoundDrawn), "a draw leads to one"
    if (again.tables, again.sit_outs) == (drawn.tables, drawn.sit_outs):
        return None
    return f"round {drawn.round} is drawn otherwise, so its tables are not those that were played"


def _as_played(drawn: RoundDrawn, text: str) -> OverrideSeating:
    """Return the command that gives a draw the tables it had before."""
    return OverrideSeating(round=drawn.round, tables=drawn.tables, sit_outs=drawn.sit_outs, text=text, by=DIRECTOR)
