"""Games with disputes, for tests: a claim, a ruling, the acts on them, and a quick end of a game."""

from random import Random
from typing import Any

from domain.engine import awaited_seats, legal_commands
from replay.game import Game
from tests.random_player import pick_legal
from tests.service.api.conftest import ApiClient, Match

CLAIM = {"type": "OpenDispute", "article": "TR-1", "text": "She planted the second card."}
RULING = {
    "type": "RuleDispute",
    "dispute": 1,
    "outcome": "upheld",
    "clause": "CL-4.4",
    "article": "TR-1",
    "remedy": "repair",
    "text": "Both agree on it.",
    "penalty": "warning",
    "against": 0,
}


def table(api: ApiClient, **wish: Any) -> Match:
    """Create a game of three known persons, and play 12 commands."""
    seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
    match = api.match(seats=seats, players=3, person="p-host", **wish)
    play_to_end(api, match.game, commands=12, seed=7)
    return match


def arbiter(api: ApiClient, match: Match, person: str | None = "p-judge", by: str | None = None) -> str:
    """Create the token of an arbiter, called by the organiser or by the token `by`."""
    wish = {"game": match.game, "kind": "arbiter", "reason": "a dispute", **({"person": person} if person else {})}
    token: str = api.post("/v1/tokens", by or match.organiser, json=wish)["token"]
    return token


def act(api: ApiClient, match: Match, who: str, **done: Any) -> dict[str, Any]:
    """File an act; return the proceedings."""
    answer: dict[str, Any] = api.post(f"{match.at}/disputes", who, json=done)
    return answer


def refused(api: ApiClient, match: Match, who: str, code: str, **done: Any) -> None:
    """Require that an act is refused with this code."""
    assert api.problem(409, code, "POST", f"{match.at}/disputes", who, json=done)["detail"]


def claimed(api: ApiClient, match: Match) -> None:
    """Let seat 1 dispute the last event."""
    act(api, match, match.seats[1], **CLAIM, event=api.get(match.at, match.seats[1])["version"])


def play_to_end(api: ApiClient, game: str, commands: int = 10_000, seed: int = 3) -> None:
    """Play random commands of a game to its end, or some of them, in this process: it is faster than over HTTP."""
    context, luck = api.context, Random(seed)
    played = Game(game, context.tables.current(game).chance, context.store.envelopes(game))
    begun = played.version
    while commands and (seats := awaited_seats(played.rulebook, played.table)):
        command = pick_legal(legal_commands(played.rulebook, played.table, seats[0]), luck)
        played.act(command, by=f"seat:{command.seat}", key=None, at=played.envelopes[-1].at)
        commands -= 1
    context.store.append(game, played.envelopes[begun:])
