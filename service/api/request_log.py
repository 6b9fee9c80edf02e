"""What is counted of every request, what is logged, under one id."""

import time
import uuid

from flask import Flask, Response, request
from structlog.contextvars import bind_contextvars, unbind_contextvars

from service.ops.telemetry import count_request

_BEGUN = "haricot.begun"
_ID = "haricot.request_id"


def observe(app: Flask) -> None:
    """Counts and times every request of the application, and gives each an id."""

    @app.before_request
    def begin() -> None:
        request.environ[_BEGUN] = time.perf_counter()
        request.environ[_ID] = uuid.uuid4().hex
        bind_contextvars(request_id=request.environ[_ID])

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-ID"] = request.environ[_ID]
        operation = (request.endpoint or "none").rpartition(".")[2]
        count_request(operation, response.status_code, time.perf_counter() - request.environ[_BEGUN])
        return response

    @app.teardown_request
    def forget(_: BaseException | None) -> None:
        unbind_contextvars("request_id")
