"""`haricot rebuild`: the read models anew."""

import click

from domain.refusals import Misuse
from service.cli.options import store_option
from service.cli.output import tell_damaged
from service.cli.progress import progress
from service.ops.redis_client import RedisAway, RedisClient
from service.queries.projector import build
from service.queries.read_model_writer import ReadModelWriter
from service.settings import settings_from
from service.signing.rollback_guard import open_to_read
from service.store.location import Location
from service.store.store_secret import own_secret


@click.command("rebuild")
@store_option
def rebuild_command(location: Location) -> None:
    """Rebuild the read models from the log.

    They are built beside those that are read meanwhile, which they then replace.

    \b
    Examples:
    export HARICOT_REDIS_URL=redis://localhost:6379/0
      haricot rebuild --data games
    """
    settings = settings_from(location)
    if settings.redis_url is None:
        click.echo("There is no Redis, so there are no read models: everything is read from the log.")
        return
    with open_to_read(location) as store:
        redis = RedisClient(settings.redis_url, patient=True, secret=own_secret(store))
        try:
            with progress(store.position(), "projecting") as done:
                projector = build(store, ReadModelWriter(redis), done)
            left_out = store.roll.faults()
        except RedisAway as error:
            raise Misuse(f"{error}. What was read before is read still") from error
        finally:
            redis.close()
    tell_damaged(left_out, "is left out")
    click.echo(f"The read models are made anew, up to event {projector.position} of the log.")
