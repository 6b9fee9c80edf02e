"""Serves operations with Flask."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response
from flask.globals import request_ctx

from service.access.context import Context
from service.commands.run_sync import at_once
from service.http.dispatch import answering_of
from service.http.operation import PREFIX, Operation, OperationTag
from service.http.request import HttpRequest
from service.http.request_lifecycle import VISIT
from service.http.response import HttpAnswer
from service.ops.server import FOLLOW
from service.streaming.stream_steps import EventStream


def serve(app: Flask, context: Context, tag: OperationTag) -> None:
    """Add these operations to the application, at their paths below /v1."""
    for operation in tag:
        # The first address is found without its trailing slash, too: a redirect would be answered in HTML.
        slashes = {"strict_slashes": False} if operation.path == "/" else {}
        view = view_of(context, operation)
        rule = f"{PREFIX}{operation.path}"
        app.add_url_rule(rule, f"{tag.name}.{operation.name}", view, methods=[operation.method], **slashes)


def respond(made: HttpAnswer) -> Response:
    """Return the response in Flask's form."""
    response = Response(made.body, made.status, mimetype=made.media)
    response.headers.update(made.headers)
    if made.close is not None:
        response.call_on_close(made.close)
    return response


def view_of(context: Context, operation: Operation) -> Callable[..., Response]:
    """Return the view that answers requests for this operation, at any path that has its parts."""
    answering = answering_of(operation)

    def view(**parts: Any) -> Response:
        request = request_ctx.request  # the object itself, as the proxy costs time
        environ = request.environ
        # A body without a length ends with the input only if the server says so.
        ends = request.content_length is not None or environ.get("wsgi.input_terminated")
        read = environ["wsgi.input"].read if ends else _nothing
        asked = HttpRequest(request, environ[VISIT], read)
        made = at_once(answering(context, asked, parts))
        if isinstance(made.body, EventStream) and (follow := environ.get(FOLLOW)) is not None:
            follow.append(made.body)  # it is sent from the loop
            made.body, made.close = b"", None
        return respond(made)

    return view


def _nothing(_: int) -> bytes:
    return b""
