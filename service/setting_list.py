"""Every setting: its field, default, meaning and parser."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from marshmallow import ValidationError
from marshmallow.validate import OneOf

from domain.refusals import Misuse
from domain.values import Value
from service.remedies import is_book
from service.setting_checks import are_networks, are_origins, are_pauses, between, is_rate, is_redis
from service.store.location import Location, location_from_url

PREFIX: Final = "HARICOT_"


class Settings(Value):
    """The settings of a process. Times are in seconds, sizes in bytes."""

    store: Location
    redis_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    bots: bool = True
    memory: int = 548
    streams_max: int = 5000
    streams_each_max: int = 32
    rate: str = "6000 per minute"
    costs: str = "600 per minute"
    address_rate: str = "24000 per minute"
    address_costs: str = "6000 per minute"
    visitors: str = "300 per minute"
    cors: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    embed_origins: tuple[str, ...] = ()
    proxies: int = 0
    watchers: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    spectator_delay: float = 0.0
    webhook_http: bool = False
    webhook_networks: tuple[str, ...] = ()
    webhook_pauses: str = "5,300,1800,7200,18000,36000,50400,72000,86400"
    log: str = "info"
    book: str = ""
    body_bytes_max: int = 64 * 1024
    file_bytes_max: int = 8 * 1024 * 1024
    heartbeat: float = 5.0

    def body_bytes_max_at(self, path: str) -> int:
        """Return the largest body that is read at this path."""
        return self.file_bytes_max if path.endswith(":import") else self.body_bytes_max


_DEFAULTS: Final = dict(zip(reversed(Settings.__struct_fields__), reversed(Settings.__struct_defaults__), strict=False))


class Setting(NamedTuple):
    """One variable: its meaning, the parser of environs that reads it, the check of its value.

    `field` is the field of Settings that it sets, if any. `made` turns the parsed value into the final one.
    """

    name: str
    says: str
    parser: str = "str"
    validate: Callable[[Any], object] | None = None
    field: str | None = None
    made: Callable[[Any], Any] = lambda value: value

    @property
    def default(self) -> Any:
        """Its value if it is not set, or None for a variable that Settings does not have."""
        return _DEFAULTS.get(self.field or "")


def _is_location(url: str) -> None:
    try:
        _location(url)
    except Misuse as error:
        raise ValidationError(str(error)) from error


def _location(url: str | None) -> Location | None:
    return location_from_url(url) if url else None


SETTINGS: Final = (
    Setting(
        "STORE",
        "the store: sqlite:///folder or postgresql://user:password@host/database",
        validate=_is_location,
        made=_location,
    ),
    Setting("DATA", "the folder of the store, where HARICOT_STORE is not set"),
    Setting(
        "REDIS_URL",
        "redis://:password@host:6379/0, for shared rate limits and notifications; empty for none",
        validate=is_redis,
        field="redis_url",
        made=lambda url: url or None,
    ),
    Setting("ERASED", "the file of names that `haricot restore` erases again; empty for one in the user's data folder"),
    Setting("KEY_FILE", "the file of the key that signs games; empty for one in the user's data folder"),
    Setting("HOST", "the address to listen on", field="host"),
    Setting("PORT", "the port to listen on", "int", between(1, 65_535), "port"),
    Setting("WORKERS", "the number of web processes", "int", between(1, 64), "workers"),
    Setting("BOTS", "whether this process may run the bots; one of those that may runs them", "bool", field="bots"),
    Setting("MEMORY", "megabytes for all caches of one process", "int", between(16, 100_000), "memory"),
    Setting(
        "STREAMS_MAX",
        "open streams and long polls of one web process; one address may hold a quarter of them",
        "int",
        between(1, 100_000),
        "streams_max",
    ),
    Setting(
        "STREAMS_EACH_MAX", "open streams and long polls of one caller", "int", between(1, 100_000), "streams_each_max"
    ),
    Setting(
        "RATE",
        "requests of one token or one browser, such as `6000 per minute`; empty for no rate limits at all",
        validate=is_rate,
        field="rate",
    ),
    Setting(
        "COSTS",
        "the cost of these requests (a new game costs 5, a fork 20, an import 30); writes also count for the address",
        validate=is_rate,
        field="costs",
    ),
    Setting(
        "ADDRESS_RATE",
        "requests of one address; the only limit of clients without token and cookie",
        validate=is_rate,
        field="address_rate",
    ),
    Setting("ADDRESS_COSTS", "the cost of reads of one address", validate=is_rate, field="address_costs"),
    Setting(
        "VISITORS",
        "browsers of one address that get a cookie of their own; others count by address only",
        validate=is_rate,
        field="visitors",
    ),
    Setting(
        "CORS",
        "comma-separated origins whose scripts may send tokens and write, `*` for any; all may read",
        "list",
        field="cors",
        made=tuple,
    ),
    Setting(
        "HOSTS",
        "comma-separated host names for writes without a token, `*` for any; empty: localhost on loopback, else any",
        "list",
        field="hosts",
        made=tuple,
    ),
    Setting(
        "EMBED_ORIGINS",
        "comma-separated origins that may embed public games, `*` for any; empty for none",
        "list",
        are_origins,
        "embed_origins",
        tuple,
    ),
    Setting(
        "PROXIES", "the number of proxies in front, each adding to X-Forwarded-For", "int", between(0, 9), "proxies"
    ),
    Setting(
        "WATCHERS",
        "networks that may read `/metrics` and the figures of `/readyz`",
        "list",
        are_networks,
        "watchers",
        tuple,
    ),
    Setting(
        "SPECTATOR_DELAY",
        "default delay of spectators in seconds",
        "float",
        between(0, 86_400),
        "spectator_delay",
    ),
    Setting(
        "WEBHOOK_HTTP",
        "whether webhooks may use http:// addresses too",
        "bool",
        field="webhook_http",
    ),
    Setting(
        "WEBHOOK_NETWORKS",
        "comma-separated private networks that webhooks may reach, such as 10.0.0.0/8",
        "list",
        are_networks,
        "webhook_networks",
        tuple,
    ),
    Setting(
        "WEBHOOK_PAUSES",
        "comma-separated seconds between the retries of a webhook message",
        validate=are_pauses,
        field="webhook_pauses",
    ),
    Setting(
        "LOG",
        "the level of the log: `info` (every command), `warning` or `error`",
        validate=OneOf(["info", "warning", "error"]),
        field="log",
    ),
    Setting("BOOK", "a book of remedies (TOML); empty for `tournament`", validate=is_book, field="book"),
)
