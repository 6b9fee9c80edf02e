"""The web application: operations, pages, middleware."""

from functools import cache
from http import HTTPStatus
from typing import Final

import msgspec
from flask import Flask, Response, request
from flask_cors import CORS
from structlog.contextvars import bind_contextvars, unbind_contextvars
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.response import Response as BaseResponse

from service.access.context import Context
from service.api.anonymous_view import Lobby
from service.api.routes import INTERFACE, OPERATIONS
from service.http.compression import add_compression
from service.http.flask_adapter import add_operations, flask_response, view_of
from service.http.health import health
from service.http.internal_requests import InternalRequests
from service.http.middleware import RequestMiddleware
from service.http.origins import EXPOSED_HEADERS
from service.http.request_lifecycle import REQUEST_STATE, RequestState
from service.http.response import problem_response
from service.openapi.document import describe_api
from service.ops.error_mapping import problem_for
from service.problems import Problem, code_of_status
from service.web.api_page import Description
from service.web.pages import pages

ACCEPTED: Final = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID")
"""The headers that scripts of listed origins may send."""


def create_app(context: Context, middleware: RequestMiddleware | None = None) -> Flask:
    """Make the application of this context. It shares the `middleware` with the event loop."""
    middleware = middleware or RequestMiddleware(context, OPERATIONS)
    app = Flask("haricot", static_folder=None)
    app.config["CONTEXT"] = context
    app.wsgi_app = context.admission.limit(app.wsgi_app)  # type: ignore[method-assign,assignment]  # its way
    app.url_map.merge_slashes = False  # it would redirect, and answer in HTML
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's default provider has it
    if proxies := context.settings.proxies:
        # A client can send that header, too: only what our own proxies have added to its end counts.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]  # its way
    _take_in(app, middleware)
    add_compression(app)
    for part in INTERFACE:
        add_operations(app, context, part)
    description = cache(lambda: describe_api(INTERFACE))
    _describe(app, description)
    app.register_blueprint(health)
    within = InternalRequests(context, OPERATIONS)
    lobby = Lobby(context, within.answer_of, within.make_once)
    app.register_blueprint(pages(lobby, problem_for, description, view_of(context, OPERATIONS["get_slot_field"])))
    app.register_error_handler(HTTPException, _http_problem)
    app.register_error_handler(Exception, _failed)
    _open_to_others(app, context)
    return app


def _open_to_others(app: Flask, context: Context) -> None:
    """Allow scripts of the listed origins (CORS)."""
    if context.settings.cors:
        CORS(
            app,
            resources={r"/(v1/.*|openapi\.json)": {"origins": list(context.settings.cors)}},
            expose_headers=list(EXPOSED_HEADERS),
            allow_headers=list(ACCEPTED),
            max_age=600,
        )


def _describe(app: Flask, description: Description) -> None:
    as_json = cache(lambda: msgspec.json.format(msgspec.json.encode(description()), indent=2))

    @app.get("/openapi.json")
    def openapi_json() -> Response:
        """Return the OpenAPI description."""
        return Response(as_json(), mimetype="application/json")


def _take_in(app: Flask, middleware: RequestMiddleware) -> None:
    """Send every request through the middleware, which recognises those that the event loop passed on."""

    @app.before_request
    def authenticate() -> None:
        state = request.environ.setdefault(REQUEST_STATE, RequestState())
        bind_contextvars(request_id=state.id)
        if not (request.endpoint or "").endswith(".static"):
            middleware.count(state, request)
        middleware.authenticate(state, request)

    @app.after_request
    def complete(response: Response) -> Response:
        operation = (request.endpoint or "none").rpartition(".")[2]
        state, link = request.environ[REQUEST_STATE], response.headers.get("Link")
        response.headers.update(middleware.complete(state, request, operation, response.status_code, link))
        if response.mimetype == "text/html" and response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            cookie = middleware.new_visitor_cookie(state, request, secure=request.is_secure)
            if cookie is not None:
                response.headers.add("Set-Cookie", cookie)
        return response

    @app.teardown_request
    def forget(_: BaseException | None) -> None:
        unbind_contextvars("request_id")


def _failed(error: Exception) -> Response:
    return flask_response(problem_response(problem_for(error), request.path))


def _http_problem(error: HTTPException) -> Response | BaseResponse:
    status = error.code or 500
    if status < 400:
        return error.get_response()  # a redirect
    response = _failed(Problem(code_of_status(status), error.description or error.name))
    for name, value in error.get_response().headers.items():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response
