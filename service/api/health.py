"""Is it alive, is it ready, how is it doing: for those who run the service."""

from typing import Final

from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.api.operation import answer
from service.desk import Desk
from service.event_store import StoreProblem
from service.problems import Problem

health: Final = Blueprint("health", __name__)


@health.get("/healthz")
def alive() -> Response:
    """The process answers."""
    return answer({"status": "alive"})


@health.get("/readyz")
def ready() -> Response:
    """The store can be read and written."""
    desk: Desk = current_app.config["DESK"]
    try:
        position, writable = desk.store.position(), desk.store.writable
    except StoreProblem as error:
        raise Problem("unavailable", error.says) from error
    if not writable:
        raise Problem("unavailable", "the store can only be read: look at the permissions of its folder")
    if desk.bell.closed:
        raise Problem("unavailable", "shutting down")
    return answer({"status": "ready", "position": position})


@health.get("/metrics")
def metrics() -> Response:
    """Counters and gauges for Prometheus."""
    return Response(generate_latest(), content_type=CONTENT_TYPE_LATEST)
