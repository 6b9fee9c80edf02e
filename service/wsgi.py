"""The application as a server's worker process makes it, from the environment."""

import gc
from typing import Final

from flask import Flask

from service.app import create_app
from service.bots.runner import BotRunner
from service.desk import Desk
from service.event_store import open_store
from service.lifeline import die_with_parent, end_at_once, on_stop
from service.observing import log_to_stderr
from service.settings import default_place, settings_from

STORE: Final = "HARICOT_STORE"
"""The variable that names the place of the store."""


def application() -> Flask:
    """Opens the store and serves from it; bots play in this process. When asked to stop, streams end first."""
    die_with_parent()
    settings = settings_from(default_place())
    log_to_stderr(settings.log)
    desk = Desk(open_store(settings.store), settings)
    bots = BotRunner(desk)
    if settings.bots and desk.store.writable:
        bots.start()

    def stop() -> None:
        bots.stop()
        desk.bell.close()

    on_stop(stop)
    app = create_app(desk)
    gc.collect()
    gc.freeze()  # what was made until now stays: looking through it again and again is a twentieth of all work
    gc.set_threshold(20_000, 20, 20)
    end_at_once()
    return app
