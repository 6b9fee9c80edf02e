"""Two simultaneous requests with one idempotency key change a tournament once."""

from collections.abc import Iterator

import pytest

from domain.tournaments.commands import AddTime
from service.lifecycle.idempotency import attempt_of
from service.ops.clock import now_ms
from service.store.entries.tournament_entries import TournamentSettings
from service.tournaments import fork_attempts
from service.tournaments.fork_attempts import MadeFork, TournamentForkWish, fork_tournament_once
from service.tournaments.tournament_attempts import EntriesForEvents, HandledEvents, handle_once
from service.tournaments.tournament_handler import TournamentHandler
from tests.service.api.conftest import ApiClient, open_api
from tests.service.tournaments.held_tournament import HeldTournament


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("attempts") / "store") as api:
        yield api


def test_simultaneous_equal_requests_are_handled_once(api: ApiClient) -> None:
    held = HeldTournament(api.context, "timed")
    held.release()
    attempt = attempt_of("director", "commands", "key", b"", now_ms())
    handler = TournamentHandler(held.store, now_ms)
    other = list[HandledEvents]()

    def add(beside: EntriesForEvents) -> None:
        handler.handle(held.name, AddTime(round=1, seconds=60), beside=beside)

    def add_later(beside: EntriesForEvents) -> None:
        other.append(handle_once(api.context, attempt, add))  # the other request is handled meanwhile
        add(beside)

    found = handle_once(api.context, attempt, add_later)
    assert (found.first, found.last) == (other[0].first, other[0].last)
    assert (found.again, other[0].again) == (True, False)
    assert held.state.rounds[0].seconds_added == 60


def test_simultaneous_equal_forks_make_one_tournament(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldTournament(api.context, "forked")
    attempt = attempt_of("director", "fork", "key", b"", now_ms())
    require, other = fork_attempts.require_event, list[MadeFork]()

    def required(*of: object) -> None:
        monkeypatch.undo()
        other.append(fork_tournament_once(api.context, held.name, TournamentForkWish(at=3), attempt))
        require(*of)  # type: ignore[arg-type]  # as it is called

    monkeypatch.setattr(fork_attempts, "require_event", required)
    found = fork_tournament_once(api.context, held.name, TournamentForkWish(at=3), attempt)
    assert (found.fork, found.again, other[0].again) == (other[0].fork, True, False)
    made = api.context.store.find_entries(TournamentSettings)
    assert [one.tournament for one in made if one.forked_from == held.name] == [found.fork]
