"""The client kit in TypeScript, in Node: it plays and follows whole games through what lines and servers do to it."""

from pathlib import Path

import pytest

from tests.node.client_kit import built
from tests.service.command_line import fine
from tests.service.served.conftest import Serve
from tests.service.served.kits import assert_kits_bear_everything, in_node_done


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit, built."""
    return built(tmp_path_factory.mktemp("kit"), "--noCheck")


def test_kits_play_a_whole_game_through_a_restart_a_break_and_lost_answers(serve: Serve, kit: Path) -> None:
    def play(link: str) -> None:
        in_node_done(kit, "play", link)

    def numbers(address: str, game: str) -> list[int]:
        return list(map(int, in_node_done(kit, "follow", address, game)))

    assert_kits_bear_everything(serve, [play] * 3, numbers)


def test_the_kit_asks_all_that_a_server_needs_and_says_what_is_wrong(serve: Serve, kit: Path) -> None:
    server = serve().start()
    token = fine("token", "service", "--data", server.data).out.strip()
    assert in_node_done(kit, "ask", f"http://127.0.0.1:{server.port}", token) == ["all answered"]
