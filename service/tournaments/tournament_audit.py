"""Audits a tournament: it returns a verdict for every event, and compares results with their games."""

from collections.abc import Sequence
from typing import Final

from domain.refusals import Misuse
from domain.tournaments.events import RoundDrawn
from domain.tournaments.result_events import GameLinked, TableResultTaken
from domain.values import Value
from replay.tournaments.tournament_file import NumberedTournamentEvent
from replay.tournaments.tournament_verifier import Verdict, judge_events
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.tournaments.game_results import result_command
from service.tournaments.shared_deals import CREATION_EVENTS, shared_deal_in_events

SECRET_NOT_REVEALED: Final = "the secret of its round is not revealed yet"


class TournamentVerdict(Value, omit_defaults=False):
    """The verdict on event `n`. `open` means that it cannot be checked fully yet. `says` gives the reasons."""

    n: int
    type: str
    round: int | None
    verdict: Verdict
    says: tuple[str, ...] = ()


class TournamentAudit(Value, omit_defaults=False):
    """The verdicts on all events. `games` counts the results that were compared with their games.

    The audit stops at an event that cannot follow the earlier ones. `events` counts all events, so there may be fewer
    verdicts.
    """

    verdict: Verdict
    events: int
    games: int
    first: TournamentVerdict | None
    verdicts: tuple[TournamentVerdict, ...]


def audit_tournament(events: Sequence[NumberedTournamentEvent], games: GameStore | None = None) -> TournamentAudit:
    """Return a verdict for every event of a tournament.

    Every event is decided again, and every released draw is computed again. With `games`, each result that was taken
    from a game is compared with that game: digest of its last event, scores and places. So is each shared deal.
    """
    verdicts, compared = list[TournamentVerdict](), 0
    for judged in judge_events(events):
        event, says = judged.filed.event, list(judged.says)
        verdict: Verdict = judged.verdict
        if isinstance(event, TableResultTaken) and games is not None:
            compared += 1
            says += _game_faults(event, games)
            verdict = "wrong" if says else verdict
        if isinstance(event, GameLinked) and event.deal is not None and games is not None:
            says += _deal_faults(event.game, event.deal, games)
            verdict = "wrong" if says else verdict
        if verdict == "open" and isinstance(event, RoundDrawn):
            says.append(SECRET_NOT_REVEALED)
        verdicts.append(
            TournamentVerdict(
                n=judged.filed.n,
                type=str(event.__struct_config__.tag),
                round=getattr(event, "round", None),
                verdict=verdict,
                says=tuple(says),
            )
        )
    found = {one.verdict for one in verdicts}
    return TournamentAudit(
        verdict="wrong" if "wrong" in found else "open" if "open" in found else "ok",
        events=len(events),
        games=compared,
        first=next((one for one in verdicts if one.verdict == "wrong"), None),
        verdicts=tuple(verdicts),
    )


def _deal_faults(game: str, deal: str, games: GameStore) -> list[str]:
    if not games.exists(game):
        return [f"the store has no game {game}"]
    try:
        made = shared_deal_in_events(games.envelopes(game, upto=CREATION_EVENTS))
    except DamagedGame as error:
        return [str(error)]
    return [] if made == deal else [f"deal is {deal}, and {game} has {made or 'a deal of its own'}"]


def _game_faults(event: TableResultTaken, games: GameStore) -> list[str]:
    if not games.exists(event.game):
        return [f"the store has no game {event.game}"]
    try:
        right = result_command(
            games.envelopes(event.game, event.n - 1, upto=event.n), event.round, event.table, event.game
        )
    except Misuse:
        return [f"event {event.n} of {event.game} does not end it"]
    except DamagedGame as error:
        return [str(error)]
    return [
        f"{name} is {getattr(event, name)}, and {event.game} says {getattr(right, name)}"
        for name in ("digest", "scores", "places")
        if getattr(right, name) != getattr(event, name)
    ]
