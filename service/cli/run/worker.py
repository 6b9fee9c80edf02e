"""`haricot worker`: plays bots in a separate process."""

import os
import signal
from threading import Event

import click

from domain.refusals import Misuse
from service.access.context import Context
from service.cli.options import store_option
from service.cli.output import print_note
from service.lifecycle.bot_runner import BotRunner
from service.ops.caches import limit_caches
from service.ops.process import STOP_SIGNALS, handle_signals
from service.ops.telemetry import LOG, log_to_stderr
from service.settings import settings_from
from service.signing.rollback_guard import open_to_serve
from service.store.location import Location


@click.command("worker")
@store_option
def worker_command(location: Location) -> None:
    """Run the bots without serving.

    Stop it with Ctrl-C. Any number may run: one at a time plays, the others wait to take its place. Start the web
    processes with HARICOT_BOTS=false, so that they leave the bots to the worker.

    \b
    Examples:
      haricot worker --data games
    """
    settings = settings_from(location)
    if not settings.bots:
        raise Misuse("nothing to do: a worker plays the bots, and HARICOT_BOTS is false")
    limit_caches(settings.memory)
    log_to_stderr(settings.log)
    stopped = Event()
    for number in STOP_SIGNALS:
        signal.signal(number, lambda *_: None)
    handle_signals(dict.fromkeys(STOP_SIGNALS, stopped.set))
    # The first service process that starts creates the store.
    with open_to_serve(location, print_note, stopped) as store, Context(store, settings) as context:
        if store.suspended is not None:
            LOG.error("held", says=store.suspended)
        bots = BotRunner(context)
        if store.writable:
            bots.start()
        LOG.info("worker", pid=os.getpid(), bots=settings.bots, redis=settings.redis_url is not None)
        click.echo("haricot worker: at work", err=True)
        stopped.wait()
        bots.stop()
