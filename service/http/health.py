"""The endpoints for operators: liveness, readiness, metrics."""

from ipaddress import ip_address, ip_network
from typing import Final

from flask import Blueprint, Response, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.access.context import Context
from service.http.flask_adapter import flask_response
from service.http.response import answer
from service.ops.redis_client import RedisUnavailable
from service.ops.telemetry import INDEX_MISSING, POSITION, REDIS_UP, STORE_UP, metrics_registry
from service.problems import Problem
from service.store.errors import StoreProblem

health: Final = Blueprint("health", __name__)


@health.get("/healthz")
def alive() -> Response:
    """Return that the process is alive."""
    return flask_response(answer({"status": "alive"}))


@health.get("/readyz")
def ready() -> Response:
    """Return that the store can be read and written, or a problem. Redis and the index are only reported.

    `position` and `feed` grow with every event of every game, so they are for operators only.
    """
    context: Context = current_app.config["CONTEXT"]
    position = context.store.position()
    context.store.require_not_suspended()
    if not context.store.writable:
        raise Problem("unavailable", "the store is read-only: check its permissions")
    context.store.require_writable()
    if context.notifier.closed:
        raise Problem("unavailable", "shutting down")
    game_index = context.store.game_index
    index = game_index.build_progress()
    damaged = len(game_index.faults()) if index is None else None  # only their number, as some games are hidden
    figures = {"position": position, "feed": context.feed.projector.lag_events()} if _is_from_operators(context) else {}
    state = {"status": "ready", "redis": _redis_status(context), "damaged": damaged, "index": index, **figures}
    return flask_response(answer(state))


@health.get("/metrics")
def metrics() -> Response:
    """Return counters and gauges for Prometheus, of all web processes together, for operators."""
    context: Context = current_app.config["CONTEXT"]
    if not _is_from_operators(context):
        raise Problem("view.forbidden", "this is for operators: HARICOT_WATCHERS lists their networks")
    try:
        POSITION.set(context.store.position())
        INDEX_MISSING.set(context.store.game_index.missing_count())
        REDIS_UP.set({None: -1, "up": 1, "away": 0}[_redis_status(context)])
        STORE_UP.set(1)
    except StoreProblem:
        STORE_UP.set(0)
    return Response(generate_latest(metrics_registry()), content_type=CONTENT_TYPE_LATEST)


def _is_from_operators(context: Context) -> bool:
    """Return whether the request comes from the operators' networks, and not through an unlisted proxy."""
    if "X-Forwarded-For" in request.headers and not context.settings.proxies:
        return False
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:  # the text of a proxy need not be an address: `unknown`, or one with its port
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in ip_network(network) for network in context.settings.watchers)


def _redis_status(context: Context) -> str | None:
    """Return whether Redis is up, or None without one."""
    if context.redis is None:
        return None
    try:
        context.redis.run(lambda client: client.ping())
    except RedisUnavailable:
        return "away"
    return "up"
