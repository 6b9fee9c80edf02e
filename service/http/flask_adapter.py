"""Serves operations with Flask."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response
from flask.globals import request_ctx

from service.access.context import Context
from service.commands.run_sync import run_sync
from service.http.dispatch import endpoint_of
from service.http.operation import PREFIX, Operation, OperationTag
from service.http.request import HttpRequest
from service.http.request_lifecycle import REQUEST_STATE
from service.http.response import HttpAnswer
from service.ops.server import LOOP_STREAMS
from service.streaming.stream_steps import EventStream


def add_operations(app: Flask, context: Context, tag: OperationTag) -> None:
    """Add the operations of a tag to the application, at their paths below /v1."""
    for operation in tag:
        # The root also matches without its trailing slash: a redirect would be answered in HTML.
        slashes = {"strict_slashes": False} if operation.path == "/" else {}
        view = view_of(context, operation)
        rule = f"{PREFIX}{operation.path}"
        app.add_url_rule(rule, f"{tag.name}.{operation.name}", view, methods=[operation.method], **slashes)


def flask_response(answer: HttpAnswer) -> Response:
    """Return a response as one of Flask."""
    response = Response(answer.body, answer.status, mimetype=answer.media)
    response.headers.update(answer.headers)
    if answer.close is not None:
        response.call_on_close(answer.close)
    return response


def view_of(context: Context, operation: Operation) -> Callable[..., Response]:
    """Return the Flask view of this operation, for any rule that has the parts of its path."""
    endpoint = endpoint_of(operation)

    def view(**parts: Any) -> Response:
        request = request_ctx.request  # the object itself, as the proxy costs time
        environ = request.environ
        # The input has an end only if the body has a length, or the server says so.
        has_end = request.content_length is not None or environ.get("wsgi.input_terminated")
        read = environ["wsgi.input"].read if has_end else _read_nothing
        http_request = HttpRequest(request, environ[REQUEST_STATE], read)
        answer = run_sync(endpoint(context, http_request, parts))
        if isinstance(answer.body, EventStream) and (streams := environ.get(LOOP_STREAMS)) is not None:
            streams.append(answer.body)  # the event loop sends it
            answer.body, answer.close = b"", None
        return flask_response(answer)

    return view


def _read_nothing(_: int) -> bytes:
    return b""
