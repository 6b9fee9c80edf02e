"""`haricot serve`: runs the service until it is stopped."""

import click

from service.cli import report_plugin_errors
from service.cli.options import store_option
from service.store.location import Location


@click.command("serve")
@click.option("--host", show_default="127.0.0.1, or HARICOT_HOST", help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    show_default="8000, or HARICOT_PORT",
    help="The port to listen on.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    show_default="1, or HARICOT_WORKERS",
    help="The number of web processes.",
)
@store_option
@click.option("--demo/--no-demo", default=True, help="Make demo games if the store is empty.")
@click.option(
    "--accept-restore",
    is_flag=True,
    help="Use a store that was set back to an older state; this is logged permanently.",
)
def serve_command(
    host: str | None, port: int | None, workers: int | None, location: Location, demo: bool, accept_restore: bool
) -> None:
    """Serve the API, live streams and pages.

    Stop it with Ctrl-C. A store that is older than its signatures, such as a restored backup, is served for reading
    only. With --accept-restore it is used as it is.

    \b
    Examples:
      haricot serve
      haricot serve --port 8080 --data games --no-demo
      haricot serve --workers 2 --store postgresql://haricot:secret@localhost/haricot
    """
    from service.cli.run.supervisor import serve  # noqa: PLC0415  # importing it is slow, and --help needs none
    from service.settings import settings_from  # noqa: PLC0415  # as above

    report_plugin_errors()
    settings = settings_from(location, {"host": host, "port": port, "workers": workers})
    serve(settings, demo=demo, accept_restore=accept_restore)
