"""The web application: operations, pages, and what holds for every request."""

from typing import Any, Final

import msgspec
from flask import Flask, Response, request
from flask_cors import CORS
from flask_smorest import Api
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.response import Response as BaseResponse

from domain.refusals import HaricotError
from service.api.commands import commands
from service.api.description import describe_what_all_share
from service.api.games import games
from service.api.health import health
from service.api.members import members
from service.api.positions import positions
from service.api.reading import reading
from service.api.rulesets import rulesets
from service.api.statistics import statistics
from service.api.streams import streams
from service.desk import Desk
from service.lobby import Lobby
from service.observing import log_failure, log_unavailable, observe
from service.origins import keep_strange_pages_out
from service.payers import count_callers
from service.problems import PROBLEM_JSON, RETRY_AFTER_SECONDS, Problem, problem_of
from service.schemas import TypedPlugin
from service.web.pages import pages

CODES: Final = {
    400: "request.malformed",
    404: "not-found",
    405: "method.unknown",
    413: "request.too-large",
    415: "media-type",
    422: "request.shape",
    429: "rate.limited",
    503: "unavailable",
}
EXPOSED: Final = (
    "ETag",
    "Link",
    "Location",
    "Retry-After",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-ID",
    "Idempotency-Replayed",
)
ACCEPTED: Final = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID")
DESCRIPTION: Final = """\
The Bohnanza family of card games as an event-sourced service: commands in, events out; one sequence `n` per game, the
same in every view; everything readable at any `n`. Errors are `application/problem+json` with a stable `code`, and cite
the clause of the rulebook where there is one. Unknown members of requests are refused; unknown members of answers are
to be ignored by clients.
"""


class Described(Api):  # type: ignore[misc]  # the library has no types
    """flask-smorest's description of the operations; problems are told by us."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def handle_http_exception(self, error: HTTPException) -> Response | BaseResponse:
        """What the framework refuses, as a problem."""
        return _http_problem(error)


def create_app(desk: Desk) -> Flask:
    """The application that serves from this desk."""
    app = Flask("haricot", static_folder=None)
    app.config.update(
        DESK=desk,
        API_TITLE="Haricot",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
        MAX_CONTENT_LENGTH=desk.settings.file_bytes_max,
    )
    app.wsgi_app = desk.turnstile.before(app.wsgi_app)  # type: ignore[method-assign,assignment]  # its way
    app.url_map.merge_slashes = False  # it would redirect, and tell so in HTML
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's default provider has it
    if proxies := desk.settings.proxies:
        # Whoever calls can write that header too: what counts is what our own proxies have added to its end.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]  # its way
    observe(app)
    count_callers(app, desk.settings, desk.redis)
    _know_who_asks(app, desk)
    keep_strange_pages_out(app, desk.settings)
    app.after_request(_of_one_kind)
    _describe(app)
    app.register_blueprint(health)
    app.register_blueprint(pages(Lobby(desk)))
    app.register_error_handler(HaricotError, _told)
    app.register_error_handler(Exception, _fault)
    _open_to_others(app, desk)
    return app


def _open_to_others(app: Flask, desk: Desk) -> None:
    """Lets scripts of the listed origins call."""
    if desk.settings.cors:
        CORS(
            app,
            resources={r"/(v1/.*|openapi\.json)": {"origins": list(desk.settings.cors)}},
            expose_headers=list(EXPOSED),
            allow_headers=[
                "Authorization",
                "Content-Type",
                "Idempotency-Key",
                "If-Match",
                "If-None-Match",
                "Last-Event-ID",
            ],
            max_age=600,
        )


def _describe(app: Flask) -> None:
    api = Described(
        app,
        spec_kwargs={
            "marshmallow_plugin": TypedPlugin(),
            "info": {"description": DESCRIPTION, "license": {"name": "Apache-2.0"}},
            "servers": [{"url": "/"}],
        },
    )
    describe_what_all_share(api)
    for room in (rulesets, games, commands, reading, streams, members, positions, statistics):
        api.register_blueprint(room, url_prefix="/v1")


def _know_who_asks(app: Flask, desk: Desk) -> None:
    @app.before_request
    def know() -> None:
        authorization = request.headers.get("Authorization") if request.path.startswith("/v1/") else None
        request.environ["haricot.principal"] = desk.principal(authorization, request.remote_addr or "")


def _of_one_kind(response: Response) -> Response:
    """Nobody guesses what an answer is: it is what it says."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _told(error: HaricotError) -> Response:
    try:
        problem = problem_of(error)
    except HaricotError as unforeseen:
        return _fault(unforeseen)
    if problem.code == "unavailable":
        log_unavailable(str(error))
    headers = {"Cache-Control": "no-store"}
    if problem.status in (429, 503):
        headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    if problem.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="haricot"'
    body = msgspec.json.encode(problem.body(request.path))
    return Response(body, problem.status, mimetype=PROBLEM_JSON, headers=headers)


def _http_problem(error: HTTPException) -> Response | BaseResponse:
    status = error.code or 500
    if status < 400:
        return error.get_response()  # a redirect
    code = CODES.get(status, "request.malformed" if status < 500 else "unavailable")
    data: dict[str, Any] = getattr(error, "data", {})
    errors = _errors(data.get("messages"))
    says = "; ".join(f"{wrong['place']}: {wrong['says']}" for wrong in errors or [])
    problem = Problem(code, says or error.description or error.name, errors=errors)
    response = _told(problem)
    for name, value in error.get_response().headers.items():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _errors(messages: Any) -> list[dict[str, Any]] | None:
    """What marshmallow found wrong, by place."""
    if not isinstance(messages, dict):
        return None
    return [
        {"place": f"{location}.{name}", "says": " ".join(map(str, says))}
        for location, found in messages.items()
        for name, says in (found.items() if isinstance(found, dict) else [("", found)])
    ]


def _fault(error: Exception) -> Response:
    """A fault of our own. Nothing was acknowledged; what was written before stands."""
    log_failure(error)
    body = {
        "type": "/problems/fault",
        "title": "A fault of the service",
        "status": 500,
        "detail": "This is our fault; it has been noted under the X-Request-ID of this answer.",
        "code": "fault",
        "instance": request.path,
    }
    return Response(msgspec.json.encode(body), 500, mimetype=PROBLEM_JSON)
