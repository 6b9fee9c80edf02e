"""The Python client kit: its errors, and its models of the description."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from haricot_client import Haricot, HaricotProblem, NoAnswer, SeatLink
from service.api.routes import INTERFACE
from service.openapi.document import describe_api
from tests.client_models import PYTHON_MODELS, python_models
from tests.service.served.conftest import Client, Serve, free_port
from tests.service.served.kits import THREE
from tests.waiting import happens_within


@pytest.mark.long
def test_the_python_kit_raises_problems_with_their_details(serve: Serve) -> None:
    server = serve().start()
    with Haricot(f"http://127.0.0.1:{server.port}") as service:
        made = service.create_game({**THREE, "options": {"start_player": "seat_0"}})
        seat = Haricot(f"http://127.0.0.1:{server.port}", made["tokens"][0]["token"])
        with pytest.raises(HaricotProblem) as refused:
            seat.command(made["game"], {"type": "DrawCards", "seat": 0})
        assert refused.value.status == 409
        assert refused.value.code.startswith("rules.")
        assert refused.value.clause
        assert refused.value.request_id
        with seat, pytest.raises(HaricotProblem) as forbidden:  # while it plays, and no other seat was faster
            seat.play(made["game"], lambda _: {"type": "DrawCards", "seat": 0})
        assert forbidden.value.code == refused.value.code
        for wrong in (lambda: service.head("nobody/s"), lambda: next(service.follow("nobody's"))):
            with pytest.raises(HaricotProblem) as missing:
                wrong()
            assert missing.value.status == 404
    for link in ("", "http://here", "http://here/join/g", "/join/g#token=t"):
        with pytest.raises(ValueError, match="no link to a seat"):
            SeatLink.of(link)
    with Haricot(f"http://127.0.0.1:{free_port()}", attempts=2) as nowhere, pytest.raises(NoAnswer, match="2 attempts"):
        nowhere.head("g")


@pytest.mark.long
def test_the_models_of_the_python_kit_match_the_description() -> None:
    description = describe_api(INTERFACE)
    kept = PYTHON_MODELS.read_text("utf-8")
    assert python_models(description) == kept, "run python -m tests.client_models"
    description["components"]["schemas"]["CreatedGame"]["properties"]["new"] = {"type": "string"}
    assert python_models(description) != kept


class OfferedChoice(Exception):
    """Carries the choice that a game offered."""


def stop(offered: Any) -> Any:
    """Raise the offered choice."""
    raise OfferedChoice(offered)


@pytest.mark.long
def test_the_first_choice_after_a_pause_contains_the_table(serve: Serve) -> None:
    server = serve().start()
    with Client(server.port) as organiser, ThreadPoolExecutor(1) as threads:
        made = organiser.new_game(options={"start_player": "seat_0"})
        organiser.post(f"{made.path}/pause", {}, token=made.organiser)

        def first_offer() -> Any:
            seat, game = Haricot.join(f"http://127.0.0.1:{server.port}/join/{made.game}#token={made.tokens[0]}")
            with seat, pytest.raises(OfferedChoice) as offered:
                seat.play(game, stop)
            return offered.value.args[0]

        playing = threads.submit(first_offer)
        assert happens_within(10, lambda: organiser.open_streams() == 1)
        organiser.post(f"{made.path}/resume", {}, token=made.organiser)
        offered = playing.result(10)
    assert offered["kind"] == "resumed"
    assert len(offered["table"]["seats"][0]["hand"]) == 5
