"""Verifies a tournament: every event is decided again, every released draw and the standings computed again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from domain.refusals import CorruptHistory
from domain.tournaments.algorithms import DECISIVE
from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.counter_stream import opens, secret_before
from domain.tournaments.deciding import decide
from domain.tournaments.draw import seating_prices
from domain.tournaments.events import ROUNDS_MAX, RoundDrawn, RoundReleased, TournamentCreated, TournamentEvent
from domain.tournaments.evolve import evolve, results_digest
from domain.tournaments.formats import next_format
from domain.tournaments.result_events import SecretsRevealed
from domain.tournaments.standings import standings
from domain.tournaments.state import Tournament
from domain.values import Value
from replay.record import CorruptFile
from replay.tournaments.event_commands import command_of
from replay.tournaments.tournament_file import (
    NumberedTournamentEvent,
    TournamentRecord,
    read_tournament,
    standings_in_file,
)

IMPOSSIBLE_EVENT_ERRORS: Final = (ArithmeticError, AssertionError, CorruptHistory, LookupError, ValueError)
"""What a fold or a decision raises on events that no decision leads to."""
Verdict = Literal["ok", "open", "wrong"]


class RoundVerdict(Value, omit_defaults=False):
    """What came of one draw, event `n`: `open` is one whose secret is not revealed yet."""

    round: int
    n: int
    verdict: Verdict
    cost: int
    bound: int


class TournamentFault(Value, omit_defaults=False):
    """The first fault: the event that shows it (0: the header), its round if it has one, and a sentence."""

    n: int
    round: int | None
    says: str


class VerifiedTournament(Value, omit_defaults=False):
    """The result of a verification.

    `signed` says how many events a bundle proves to be those that were signed, or None without a bundle.
    """

    verdict: Verdict
    rounds: tuple[RoundVerdict, ...]
    first: TournamentFault | None
    tournament: str | None = None
    events: int = 0
    signed: int | None = None


def verify_tournament(data: bytes) -> VerifiedTournament:
    """Verify a tournament file; NoTournamentFile for what is none."""
    try:
        record = read_tournament(data)
    except CorruptFile as error:
        return VerifiedTournament(
            verdict="wrong", rounds=(), first=TournamentFault(n=error.n, round=None, says=error.says)
        )
    return verify_record(record)


def verify_record(record: TournamentRecord) -> VerifiedTournament:
    """Verify the events of a tournament and the standings that are claimed for them."""
    rounds, faults, tournament = list[RoundVerdict](), list[TournamentFault](), Tournament()
    for judged in judge_events(record.events):
        event, tournament = judged.filed.event, judged.tournament
        number = getattr(event, "round", None)
        faults += [TournamentFault(n=judged.filed.n, round=number, says=one) for one in judged.says]
        if isinstance(event, RoundDrawn):
            rounds.append(
                RoundVerdict(
                    round=event.round,
                    n=judged.filed.n,
                    verdict=judged.verdict,
                    cost=event.cost,
                    bound=event.bound,
                )
            )
    if not faults:
        last = len(record.events)
        faults += [TournamentFault(n=last, round=None, says=one) for one in _standings_faults(record, tournament)]
    open_ = any(one.verdict == "open" for one in rounds)
    return VerifiedTournament(
        verdict="wrong" if faults else "open" if open_ else "ok",
        rounds=tuple(rounds),
        first=faults[0] if faults else None,
        tournament=record.tournament,
        events=len(record.events),
    )


class JudgedEvent(NamedTuple):
    """An event, what is wrong with it, and the tournament after it: `open` is a draw with a secret not revealed yet."""

    filed: NumberedTournamentEvent
    verdict: Verdict
    says: tuple[str, ...]
    tournament: Tournament


def judge_events(events: Sequence[NumberedTournamentEvent]) -> Iterator[JudgedEvent]:
    """Yield the verdict for each event, the first of which creates a tournament, up to one that cannot follow."""
    tournament = Tournament()
    secrets, wrong = revealed_secrets(events)
    for filed in events:
        event, says = filed.event, [*wrong.get(filed.n, ()), *_faults(tournament, filed.event, secrets)]
        after: Tournament | None = None
        try:
            after = evolve(tournament, event)
        except IMPOSSIBLE_EVENT_ERRORS as error:
            says.append(str(error))
        awaits = isinstance(event, RoundDrawn) and event.round not in secrets
        verdict: Verdict = "wrong" if says else "open" if awaits else "ok"
        yield JudgedEvent(filed, verdict, tuple(says), tournament if after is None else after)
        if after is None:
            return
        tournament = after


def revealed_secrets(events: Sequence[NumberedTournamentEvent]) -> tuple[dict[int, str], dict[int, list[str]]]:
    """Return the secrets by round that events reveal, and for events that reveal a wrong one what is wrong."""
    created = events[0].event
    assert isinstance(created, TournamentCreated), "a tournament begins with it"
    secrets, wrong = dict[int, str](), dict[int, list[str]]()
    for filed in events:
        match filed.event:
            case RoundReleased(round=number, secret=secret):
                revealed = {number: secret}
            case SecretsRevealed(secret=secret):
                revealed = {number: secret_before(secret, ROUNDS_MAX - number) for number in range(1, ROUNDS_MAX + 1)}
            case _:
                continue
        first = next(iter(revealed))
        if opens(created.commitment, first, revealed[first]):
            secrets |= revealed
        else:
            wrong[filed.n] = ["the secret is not the one that the tournament is committed to"]
    return secrets, wrong


def _faults(tournament: Tournament, event: TournamentEvent, secrets: Mapping[int, str]) -> Iterator[str]:
    """Yield what is wrong with an event that follows on this tournament."""
    try:
        if isinstance(event, RoundDrawn) and event.round not in secrets:
            yield from _unrevealed_draw_faults(tournament, event)
            return
        decided = decide(tournament, command_of(event, secrets))
    except TournamentRefused as refusal:
        yield f"it is not allowed: {refusal}"
    except IMPOSSIBLE_EVENT_ERRORS as error:  # events of before are wrong, and have been named
        yield f"it cannot follow here: {type(error).__name__} {error}"
    else:
        if decided != (event,):
            yield from _differences(decided[0], event)


def _differences(right: TournamentEvent, event: TournamentEvent) -> Iterator[str]:
    for name in type(event).__struct_fields__:
        computed, written = getattr(right, name), getattr(event, name)
        if computed == written:
            continue
        if name == "tables":
            pairs: Iterator[tuple[Any, Any]] = zip(computed, written, strict=False)
            one, other = next(((a, b) for a, b in pairs if a != b), (None, None))
            if one is None or other is None:
                yield f"there are {len(written)} tables, and computed again {len(computed)}"
            else:
                at, seats = one.table, ", ".join(one.players)
                yield f"table {at} has {', '.join(other.players)}, and computed again {seats}"
        else:
            yield f"{name} is {_shorten(written)}, and computed again {_shorten(computed)}"


def _shorten(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= 100 else f"{text[:97]}..."


def _unrevealed_draw_faults(tournament: Tournament, event: RoundDrawn) -> Iterator[str]:
    """Yield what is wrong with a draw whose secret is not revealed: who plays, the digest, cost and bound."""
    seated = sorted((*(player for table in event.tables for player in table.players), *event.sit_outs))
    if tuple(seated) != tournament.present:
        yield "it does not hold every player who is checked in once"
        return
    if event.results != results_digest(tournament):
        yield f"results is {event.results}, and computed again {results_digest(tournament)}"
    if (form := next_format(tournament)) is None:
        yield f"no round follows on round {event.round - 1}"
        return
    if event.algorithm != form.algorithm:
        yield f"algorithm is {event.algorithm}, and computed again {form.algorithm}"
    playing = [player for table in event.tables for player in table.players]
    if sorted((*playing, *event.byes)) != sorted(form.players(tournament)) and form.algorithm in DECISIVE:
        yield "those who play or have a bye are not those who are still in"
    prices = seating_prices(tournament, form, [table.players for table in event.tables], event.sit_outs, event.round)
    for name, computed, written in zip(("cost", "bound"), prices, (event.cost, event.bound), strict=True):
        if computed != written:
            yield f"{name} is {written}, and computed again {computed}"


def _standings_faults(record: TournamentRecord, tournament: Tournament) -> Iterator[str]:
    computed = standings_in_file(standings(tournament))
    if computed == record.standings:
        return
    pairs = zip(computed, record.standings, strict=False)
    right, written = next(((a, b) for a, b in pairs if a != b), (None, None))
    if right is None or written is None:
        yield f"the standings have {len(record.standings)} lines, and computed again {len(computed)}"
        return
    says = f"rank {written.rank} {written.player} with {written.points}"
    yield f"the standings say {says}, and computed again rank {right.rank} {right.player} with {right.points}"
