"""Check the tournaments of the demo: they verify, and their players can be erased."""

from pathlib import Path

from replay.tournaments.tournament_file import tournament_record, write_tournament
from replay.tournaments.tournament_verifier import verify_tournament
from service.lifecycle.erasure import erase
from service.store.event_store import open_store
from service.tournaments.demo_tournaments import FINISHED, PEOPLE, RUNNING, write_demo_tournaments
from service.tournaments.tournament_audit import audit_tournament
from service.tournaments.tournament_store import TournamentStore


def test_the_tournaments_of_the_demo_verify(tmp_path: Path):
    with open_store(tmp_path / "store") as store:
        write_demo_tournaments(store)
        tournaments = TournamentStore(store)
        for tournament, closed in ((FINISHED.tournament, True), (RUNNING, False)):
            events = tournaments.record(tournament)
            assert verify_tournament(write_tournament(tournament_record(events))).verdict == "ok"
            assert audit_tournament(events, store).verdict == "ok"
            assert tournaments.state(tournament).closed is closed
            assert tournaments.settings(tournament).title.startswith("Demo: ")
            assert set(tournaments.names(tournament).values()) >= set(PEOPLE)
        for name in PEOPLE:
            erase(store, lambda other, name=name: other == name)
        assert not set(PEOPLE) & {
            *tournaments.names(RUNNING).values(),
            *tournaments.names(FINISHED.tournament).values(),
        }
