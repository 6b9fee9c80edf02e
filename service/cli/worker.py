"""`haricot worker`: the process that plays bots, or keeps read models, beside the web."""

import os
import signal
from threading import Event

import click

from domain.refusals import Misuse
from service.access.context import Context
from service.cli.options import store_option
from service.cli.output import say_note
from service.commands.notifier import Topic
from service.lifecycle.bot_runner import BotRunner
from service.ops.caches import share_memory
from service.ops.process import STOPPING, on_signals
from service.ops.redis_client import RedisClient
from service.ops.telemetry import LOG, log_to_stderr
from service.queries.projector import follow
from service.queries.read_model_writer import ReadModelWriter
from service.settings import Settings, settings_from
from service.signing.rollback_guard import open_to_serve
from service.store.location import Location
from service.store.store_secret import own_secret
from service.store.worker_thread import Duty


@click.command("worker")
@store_option
def worker_command(location: Location) -> None:
    """Run bots and read models without serving.

    Stop it with Ctrl-C. Any number may run: one at a time works, the others wait to take its place.
    HARICOT_BOTS=false leaves the bots to the web processes.

    \b
    Examples:
    export HARICOT_REDIS_URL=redis://localhost:6379/0
      haricot worker --data games
    """
    settings = settings_from(location)
    if settings.redis_url is None and not settings.bots:
        raise Misuse("nothing to do: set HARICOT_REDIS_URL for read models, or HARICOT_BOTS=true")
    share_memory(settings.memory)
    log_to_stderr(settings.log)
    stopped = Event()
    for number in STOPPING:
        signal.signal(number, lambda *_: None)
    on_signals(dict.fromkeys(STOPPING, stopped.set))
    # Whichever of the services starts first makes it.
    with open_to_serve(location, say_note, stopped) as store, Context(store, settings) as context:
        if store.held is not None:
            LOG.error("held", says=store.held)
        bots = BotRunner(context)
        if settings.bots and store.writable:
            bots.start()
        projecting = _projecting(context, settings, stopped)
        LOG.info("worker", pid=os.getpid(), bots=settings.bots, redis=settings.redis_url is not None)
        click.echo("haricot worker: at work", err=True)
        stopped.wait()
        bots.stop()
        if projecting is not None:
            projecting.join()


def _projecting(context: Context, settings: Settings, stopped: Event) -> Duty | None:
    if settings.redis_url is None:
        return None
    redis = RedisClient(settings.redis_url, patient=True, secret=own_secret(context.store))
    woken = Event()
    context.notifier.subscribe(Topic.EVENTS, lambda _: woken.set())

    def project() -> None:
        follow(context.store, ReadModelWriter(redis), stopped, woken)
        redis.close()

    thread = Duty("projector", project)
    thread.start()
    return thread
