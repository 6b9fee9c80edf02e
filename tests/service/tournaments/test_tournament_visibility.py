"""A tournament shows no client what delayed spectators of its games may not see yet."""

from collections.abc import Iterator

import pytest

from domain.tournaments.commands import CloseTournament, ConfirmRound, EnterResult, LinkGame
from domain.tournaments.standings import standings, standings_digest
from replay.tournaments.tournament_file import tournament_record, write_tournament
from service.access import tournament_visibility
from service.access.tokens import Principal
from service.ops.clock import now_ms
from service.tournaments.visible_tournament import VisibleTournament
from tests.service.api.conftest import ApiClient, open_api
from tests.service.tournaments.held_tournament import HeldTournament
from tests.service.tournaments.test_table_results import match_of, play_out

HOUR = 3_600_000
OUTSIDE = [Principal(), Principal(kind="seat", game="classic-other", digest="0")]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("shown") / "store") as api:
        yield api


def known(held: HeldTournament, principal: Principal, later: int = 0) -> tuple[int, bytes, str]:
    """Return what a client sees of a tournament: its version, its file, its standings."""
    seen = VisibleTournament(held.store, held.name, principal, now_ms() + later)
    file = write_tournament(tournament_record(seen.events, seen.view))
    return seen.version, file, standings_digest(standings(seen.state))


def of(held: HeldTournament, kind: str, player: str = "") -> Principal:
    return Principal(kind=kind, tournament=held.name, pseudonym=player, digest=kind)


def leaks(held: HeldTournament, api: ApiClient, delay_ms: int = 0) -> set[str]:
    """Return which clients see a change when the delayed game of a table ends and its result is taken."""
    held.release()
    held.set(delay_ms=HOUR)
    (one,) = held.start().games
    held.set(delay_ms=delay_ms)
    match = match_of(api, one)
    principals = [*OUTSIDE, of(held, "player", "player-1"), of(held, "director")]
    before = [known(held, one) for one in principals]
    play_out(api, match)
    held.look()
    assert held.table().is_settled, "officials see it at once"
    after = [known(held, one) for one in principals]
    return {one.kind for one, old, new in zip(principals, before, after, strict=True) if old != new}


def test_a_result_is_shown_no_earlier_than_its_game(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldTournament(api.context, "waits")
    assert leaks(held, api) == {"director"}
    assert known(held, Principal(), later=HOUR)[0] == held.state.version
    held.act(ConfirmRound(round=1), CloseTournament())
    assert known(held, of(held, "player", "player-1"))[0] == held.state.version, "no game of this round is played"
    assert known(held, Principal())[0] < held.state.version - 2
    assert known(held, Principal(), later=HOUR)[0] == held.state.version
    with monkeypatch.context() as planted:
        planted.setattr(tournament_visibility, "_count_known", lambda _, events, *__, **___: (len(events), None))
        assert leaks(HeldTournament(api.context, "planted"), api) == {"anonymous", "seat", "player", "director"}


def test_a_delayed_tournament_shows_everything_with_the_delay(api: ApiClient) -> None:
    held = HeldTournament(api.context, "late", delay_ms=HOUR)
    assert known(held, Principal())[0] == 1
    assert known(held, Principal(), later=HOUR)[0] == held.state.version == known(held, of(held, "director"))[0]
    assert leaks(held, api, HOUR) == {"director"}


def test_a_paper_result_of_a_delayed_game_waits_too(api: ApiClient) -> None:
    held = HeldTournament(api.context, "paper")
    held.release()
    game = api.match(spectator_delay={"seconds": 3600}).game
    held.act(LinkGame(round=1, table=1, game=game))
    linked = held.state.version
    held.act(EnterResult(round=1, table=1, scores=(5, 4, 3), places=(1, 2, 3)))
    assert (known(held, Principal())[0], known(held, Principal(), later=HOUR)[0]) == (linked, linked + 1)
