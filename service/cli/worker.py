"""`haricot worker` and `haricot rebuild`: what goes on beside the web processes."""

import os
import signal
from threading import Event, Thread

import click

from domain.refusals import Misuse
from service.awaiting import open_when_there
from service.bots.runner import BotRunner
from service.cli.games import progress, store_option, tell_damaged, waits
from service.desk import Desk
from service.event_store import open_store
from service.lifeline import on_stop
from service.observing import LOG, log_to_stderr
from service.own_secret import own_secret
from service.places import Place
from service.projecting import build, follow
from service.redis_door import RedisAway, RedisDoor
from service.settings import Settings, settings_from
from service.view_store import ViewStore


@click.command("worker")
@store_option
def worker_command(place: Place) -> None:
    """Keep the read models in Redis up to date, and play the bots. Stop with Ctrl-C.

    Any number may run: one at a time works, the others wait to take its place. HARICOT_BOTS=false leaves the bots to
    the web processes.

    \b
    export HARICOT_REDIS_URL=redis://localhost:6379/0
    haricot worker --data games
    """
    settings = settings_from(place)
    if settings.redis_url is None and not settings.bots:
        raise Misuse("request.shape", "nothing to do: set HARICOT_REDIS_URL for read models, or HARICOT_BOTS=true")
    log_to_stderr(settings.log)
    stopped = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    on_stop(stopped.set, insist=False)
    # Whichever of the services starts first makes it.
    with open_when_there(place, waits, stopped) as store, Desk(store, settings) as desk:
        bots = BotRunner(desk)
        if settings.bots and store.writable:
            bots.start()
        projecting = _projecting(desk, settings, stopped)
        LOG.info("worker", pid=os.getpid(), bots=settings.bots, redis=settings.redis_url is not None)
        click.echo("haricot worker: at work", err=True)
        stopped.wait()
        bots.stop()
        if projecting is not None:
            projecting.join()


def _projecting(desk: Desk, settings: Settings, stopped: Event) -> Thread | None:
    if settings.redis_url is None:
        return None
    door = RedisDoor(settings.redis_url, patient=True, secret=own_secret(desk.store))
    woken = Event()
    desk.bell.on_ring(lambda _: woken.set())

    def project() -> None:
        follow(desk.store, ViewStore(door), stopped, woken)
        door.close()

    thread = Thread(target=project, name="projector")
    thread.start()
    return thread


@click.command("rebuild")
@store_option
def rebuild_command(place: Place) -> None:
    """Make the read models in Redis anew from the log, beside those that are read meanwhile, and then switch.

    \b
    export HARICOT_REDIS_URL=redis://localhost:6379/0
    haricot rebuild --data games
    """
    settings = settings_from(place)
    if settings.redis_url is None:
        click.echo("There is no Redis, so there are no read models: everything is read from the log.")
        return
    with open_store(place, create=False) as store:
        door = RedisDoor(settings.redis_url, patient=True, secret=own_secret(store))
        try:
            with progress(store.position(), "projecting") as done:
                projector = build(store, ViewStore(door), done)
            left_out = store.roll.faults()
        except RedisAway as error:
            raise Misuse("unavailable", f"{error}. What was read before is read still") from error
        finally:
            door.close()
    tell_damaged(left_out, "is left out")
    click.echo(f"The read models are made anew, up to event {projector.position} of the log.")
