"""`haricot openapi`: prints the description that the service answers with."""

import json

from service.access.context import Context
from service.app import create_app
from service.settings import Settings
from service.store.event_store import open_store
from tests.service.command_line import run_ok, run_refused


def test_openapi_prints_the_description_of_the_service_and_makes_no_store(empty_home, tmp_path):
    printed = json.loads(run_ok("openapi").out)
    assert not empty_home.exists()
    assert "extra" in run_refused("openapi", "extra")
    with Context(open_store(tmp_path), Settings(store=tmp_path)) as context:
        assert create_app(context).test_client().get("/openapi.json").json == printed
    assert printed["openapi"] == "3.1.0"
