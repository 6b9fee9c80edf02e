"""`haricot openapi`: prints the description of the HTTP API."""

import click
import msgspec

from service.api.routes import INTERFACE
from service.openapi.document import describe_api


@click.command("openapi")
def openapi_command() -> None:
    """Print the OpenAPI description of the HTTP API.

    It is OpenAPI 3.1, for generators of clients.

    \b
    Examples:
      haricot openapi > openapi.json
    """
    click.echo(msgspec.json.format(msgspec.json.encode(describe_api(INTERFACE)), indent=2))
