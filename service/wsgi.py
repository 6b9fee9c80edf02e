"""The application of a web process, made from the environment."""

import gc
import os
from asyncio import AbstractEventLoop
from threading import Event
from typing import Final

from service.plugins import load_plugins, plugin_errors

load_plugins()  # before the imports below, which describe every available edition and bot

from service.access.context import POLLS_MAX, Context
from service.api.routes import OPERATIONS
from service.app import create_app
from service.commands.loop_writer import LoopWriter
from service.feed.feed_worker import FeedWorker
from service.http.event_loop_path import EventLoopPath
from service.http.middleware import RequestMiddleware
from service.lifecycle.bot_runner import BotRunner
from service.lifecycle.clock_worker import ClockWorker
from service.lifecycle.deal_reveal_worker import DealRevealWorker
from service.lifecycle.figures_worker import FiguresWorker
from service.lifecycle.par_worker import ParWorker
from service.ops.caches import limit_caches
from service.ops.connections import StaleConnectionCloser, raise_file_limit
from service.ops.process import STOP_SIGNALS, die_with_parent, exit_immediately, handle_signals
from service.ops.server import StreamSender, WebServer
from service.ops.telemetry import LOG, log_to_stderr
from service.settings import default_location, settings_from
from service.signing.key_file import key_path
from service.signing.rollback_guard import open_to_serve
from service.signing.signing_worker import SigningWorker
from service.store.concurrency.blocking_guard import forbid_blocking
from service.streaming.stream_server import StreamServer
from service.tournaments.result_worker import ResultWorker
from service.web.picture_canvas import load_drawing
from service.webhooks.addresses import Networks
from service.webhooks.delivery_worker import DeliveryWorker
from service.webhooks.sender import MessageSender

STORE: Final = "HARICOT_STORE"
"""The variable with the location of the store."""
HOSTS: Final = "HARICOT_HOSTS"
"""The variable with the host names that the service answers to."""
PORT: Final = "HARICOT_PORT"
"""The variable with the port that clients use."""
WORKERS: Final = "HARICOT_WORKERS"
"""The variable with the number of web processes. `--workers` may replace a wrong value."""

OTHER_THREADS: Final = 32 + POLLS_MAX
"""Threads for quick requests, and for long polls, so that waiting clients do not block the others."""


def application() -> WebServer:
    """Open the store and serve it. Bots play in this process. When it stops, streams end first."""
    die_with_parent()
    settings = settings_from(default_location())
    limit_caches(settings.memory)
    log_to_stderr(settings.log)
    for message in plugin_errors():
        LOG.error("outside", says=message)
    store = open_to_serve(settings.store, lambda why: LOG.warning("store", says=why), Event())
    if store.suspended is not None:
        LOG.error("held", says=store.suspended)
    store.game_index.start_build()
    context = Context(store, settings)
    bots, clocks = BotRunner(context), ClockWorker(context)
    if settings.bots and context.store.writable:
        bots.start()
    feeding, par = FeedWorker(context.feed.projector), ParWorker(context)
    workers = (clocks, DealRevealWorker(context), feeding, ResultWorker(context), FiguresWorker(context), par)
    if context.store.writable:
        for worker in workers:
            worker.start()
    signing = SigningWorker(context.store, context.logs, key_path())
    signing.start(context.notifier)
    sender = MessageSender(Networks(settings.webhook_networks), allow_http=settings.webhook_http)
    webhooks = DeliveryWorker(context, key_path(), sender)
    if context.store.writable:
        webhooks.start()

    StaleConnectionCloser(int(os.environ[PORT]), raise_file_limit(), is_proxied=settings.proxies > 0).start()

    middleware = RequestMiddleware(context, OPERATIONS)
    app = create_app(context, middleware)
    gc.collect()
    gc.freeze()  # objects made until now stay: to scan them in each collection takes a twentieth of all time
    gc.set_threshold(20_000, 20, 20)
    exit_immediately()

    def start(loop: AbstractEventLoop) -> StreamSender:
        forbid_blocking()
        context.command_handler.loop = LoopWriter(context.store, loop)
        streams = StreamServer(context, loop)
        _ = loop.run_in_executor(None, load_drawing)

        def stop() -> None:
            store.game_index.stop_build()
            bots.stop()
            for worker in workers:
                worker.stop()
            signing.stop()
            webhooks.stop()
            context.notifier.close()
            streams.close()

        handle_signals(dict.fromkeys(STOP_SIGNALS, stop))
        return streams.start_stream

    return WebServer(
        app, OTHER_THREADS, settings.body_bytes_max_at, start, EventLoopPath(context, middleware, OPERATIONS.values())
    )
