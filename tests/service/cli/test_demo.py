"""`haricot demo`: hides the demo from lists, statistics and ratings, and shows it again."""

import json
from pathlib import Path

import pytest

from service.lifecycle.demo import DEMO_GAMES, write_demo_games
from service.lifecycle.demo_visibility import DEMO, set_demo_visibility
from service.ops.clock import now_ms
from service.store.event_store import open_store
from service.tournaments.demo_tournaments import FINISHED, RUNNING, write_demo_tournaments
from tests.service.command_line import GAME, run_ok

DEMOS = ("modern-7-demo-0001", "classic-4-demo-0001.f302-x", "classic-demo-evening", "classic-t7-demo-0001-r1-t2")
OTHERS = (GAME, "classic-k7m2p9q4r6t8v1x3", "classic-demo", "spring-demo-0001", "classic-t7-1-0001")


def counted(store: Path) -> int:
    """Return how many games `haricot stats` counts."""
    games: int = json.loads(run_ok("stats", "classic", "--json", "--data", store).out)["games"]
    return games


def test_demo_hide_and_show_change_the_counted_games(own_store):
    before = counted(own_store)
    with open_store(own_store) as store:
        write_demo_tournaments(store)
    with_demo = counted(own_store)
    assert with_demo > before
    hidden = json.loads(run_ok("demo", "hide", "--json", "--data", own_store).out)
    assert set(hidden["tournaments"]) == {FINISHED.tournament, RUNNING}
    assert len(hidden["games"]) == 6
    assert counted(own_store) == before
    assert run_ok("demo", "hide", "--data", own_store).out.startswith("0 games and 0 tournaments"), "hidden once"
    run_ok("demo", "show", "--data", own_store)
    assert counted(own_store) == with_demo
    with open_store(own_store) as store:
        set_demo_visibility(store, is_public=False)  # one write, so a kill after it leaves nothing to do
    assert counted(own_store) == before


def test_only_ids_of_the_demo_count_as_demo():
    assert all(DEMO.fullmatch(one) for one in DEMOS)
    assert not any(DEMO.fullmatch(one) for one in OTHERS)


@pytest.mark.long
def test_demo_games_have_dates_of_the_last_three_weeks(tmp_path):
    with open_store(tmp_path / "store") as store:
        write_demo_games(store)
        write_demo_tournaments(store)
        begun = {head.game: store.envelopes(head.game, upto=1)[0].at for head in store.heads()}
    assert DEMO_GAMES <= len(begun)
    now = now_ms()
    assert all(now - 21 * 86_400_000 < at <= now for at in begun.values())
    finished = [at for game, at in begun.items() if game.endswith("-demo-0001")]
    assert len({at // 3_600_000 for at in finished}) == len(finished)
