"""`haricot openapi`: the description that the service gives out, on standard output."""

import json

from service.access.context import Context
from service.app import create_app
from service.settings import Settings
from service.store.event_store import open_store
from tests.service.command_line import fine, misused


def test_it_is_what_the_service_describes(tmp_path):
    with Context(open_store(tmp_path), Settings(store=tmp_path)) as context:
        described = create_app(context).test_client().get("/openapi.json").json
    assert described == json.loads(fine("openapi").out)
    assert described["openapi"] == "3.1.0"


def test_it_needs_no_store_and_makes_none(empty_home):
    fine("openapi")
    assert not empty_home.exists()
    assert "extra" in misused("openapi", "extra")
