"""Check the translation of a request from RSGI to WSGI."""

import pytest
from werkzeug.wrappers import Request

from service.ops.rsgi import environ_of
from tests.service.ops.test_request_bodies import Headers, asked


@pytest.mark.parametrize("said", ["é", "→", "٣", "%C3%A9", "a b"])
def test_unencoded_letters_of_a_url_are_read_as_utf_8(said: str) -> None:
    head = asked("192.0.2.1")
    head.headers, head.path, head.query_string = Headers(), f"/{said}", f"name={said}"
    request = Request(environ_of(head, b""))
    assert request.path == f"/{said}"
    assert request.query_string.decode() == f"name={said}"
    assert request.args["name"] == said.replace("%C3%A9", "é")
