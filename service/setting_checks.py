"""Checks of the values of settings.

Each raises ValidationError with what is wrong.
"""

import re
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit

from limits import parse_many
from marshmallow import ValidationError
from marshmallow.validate import Range

from service.store.location import mask_secrets

PAUSE_SECONDS_MAX: Final = 30 * 86_400
ORIGIN: Final = re.compile(r"\*|https?://(\*\.)?[A-Za-z0-9.-]+(:[0-9]{1,5})?")
"""An origin in the form of a content security policy, such as `https://*.example.org`."""


def between(least: float, most: float) -> Range:
    """Check that a number is in this range."""
    return Range(least, most, error="it must be between {min} and {max}")


def is_rate(rate: str) -> None:
    """Check that this is a rate of requests, or empty."""
    try:
        parse_many(rate or "1 per second")
    except ValueError as error:
        raise ValidationError(f"{rate!r} is no rate such as `100 per minute`, nor empty for none") from error


def are_networks(networks: list[str]) -> None:
    """Check that these are networks."""
    try:
        for network in networks:
            ip_network(network)
    except ValueError as error:
        raise ValidationError(f"{error}: name networks such as 10.0.0.0/8") from error


def are_pauses(pauses: str) -> None:
    """Check that these are the seconds of one or more pauses, separated by commas."""
    try:
        sound = all(0 < float(pause) <= PAUSE_SECONDS_MAX for pause in pauses.split(","))
    except ValueError:
        sound = False
    if not sound:
        raise ValidationError(
            f"name pauses such as 5,300,1800, each of more than 0 seconds and {PAUSE_SECONDS_MAX} at most"
        )


def are_origins(origins: list[str]) -> None:
    """Check that these are origins."""
    if wrong := [one for one in origins if not ORIGIN.fullmatch(one)]:
        raise ValidationError(f"{wrong[0]!r} is no origin such as https://blog.example.org, nor `*`")


def is_redis(url: str) -> None:
    """Check that this is the URL of a Redis, or empty."""
    try:
        parts = urlsplit(url)
        sound = not url or (parts.scheme in ("redis", "rediss", "unix") and parts.port != 0)
    except ValueError:
        sound = False
    if not sound:
        raise ValidationError(f"{mask_secrets(url)!r} is no URL such as redis://:password@localhost:6379/0")
