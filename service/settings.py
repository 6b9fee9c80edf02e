"""What can be set from outside: `HARICOT_*` in the environment, each with its default, its meaning and its source."""

import os
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from environs import Env, EnvError
from limits import parse_many
from marshmallow.validate import OneOf

from domain.refusals import Misuse
from domain.values import Value
from service.places import Place, masked, place_named

PREFIX: Final = "HARICOT_"


class Settings(Value):
    """How this process serves. Times in seconds, sizes in bytes."""

    store: Place
    redis_url: str | None = None
    workers: int = 1
    bots: bool = True
    streams_max: int = 1000
    streams_each_max: int = 32
    rate: str = "6000 per minute"
    costs: str = "600 per minute"
    cors: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    proxies: int = 0
    watchers: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    spectator_delay: float = 0.0
    log: str = "info"
    body_bytes_max: int = 64 * 1024
    file_bytes_max: int = 8 * 1024 * 1024
    heartbeat: float = 5.0

    def body_bytes_max_at(self, path: str) -> int:
        """How long a body may be at this path."""
        return self.file_bytes_max if path.endswith(":import") else self.body_bytes_max


Read = Callable[[Env, str, Any], Any]


class Setting(NamedTuple):
    """One variable: what it means, and how it is read, given its name and what holds when it is not there.

    `field` is the one of Settings that it sets, if any.
    """

    name: str
    says: str
    read: Read
    field: str | None = None

    def value(self) -> Any:
        """What it is set to, by default what Settings say; EnvError for a text that is no such value."""
        defaults = dict(zip(reversed(Settings.__struct_fields__), reversed(Settings.__struct_defaults__), strict=False))
        return self.read(Env(prefix=PREFIX), self.name, defaults.get(self.field or ""))


def _text(env: Env, name: str, default: str | None) -> str | None:
    return env.str(name, default)


def _port(env: Env, name: str, _: object) -> int | None:
    return env.int(name, None, validate=_between(1, 65_535))


def _truth(env: Env, name: str, default: bool) -> bool:
    return env.bool(name, default)


def _number(least: float, most: float) -> Read:
    return lambda env, name, default: env.int(name, default, validate=_between(least, most))


def _seconds(env: Env, name: str, default: float) -> float:
    return env.float(name, default, validate=_between(0, 86_400))


def _rate(env: Env, name: str, default: str) -> str:
    rate = env.str(name, default)
    try:
        parse_many(rate or "1 per second")
    except ValueError as error:
        raise EnvError(f"{PREFIX}{name}: {rate!r} is no rate such as `100 per minute`, nor empty for none") from error
    return rate


def _listed(env: Env, name: str, _: object) -> tuple[str, ...]:
    return tuple(env.list(name, []))


def _networks(env: Env, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    networks = tuple(env.list(name, list(default)))
    try:
        for network in networks:
            ip_network(network)
    except ValueError as error:
        raise EnvError(f"{PREFIX}{name}: {error}: name networks such as 10.0.0.0/8") from error
    return networks


def _level(env: Env, name: str, default: str) -> str:
    return env.str(name, default, validate=OneOf(["info", "warning", "error"]))


def _place(env: Env, name: str, _: object) -> Place | None:
    url = env.str(name, "")
    try:
        return place_named(url) if url else None
    except Misuse as error:
        raise EnvError(f"{PREFIX}{name}: {error}") from error


def _redis(env: Env, name: str, _: object) -> str | None:
    url = env.str(name, "")
    try:
        parts = urlsplit(url)
        sound = not url or (parts.scheme in ("redis", "rediss", "unix") and parts.port != 0)
    except ValueError:
        sound = False
    if not sound:
        raise EnvError(f"{PREFIX}{name}: {masked(url)!r} is no URL such as redis://:password@localhost:6379/0")
    return url or None


def _between(least: float, most: float) -> Callable[[float], None]:
    def check(number: float) -> None:
        if not least <= number <= most:
            raise EnvError(f"it must be between {least} and {most}")

    return check


SETTINGS: Final = (
    Setting("STORE", "the store: sqlite:///folder or postgresql://user:password@host/database", _place),
    Setting("DATA", "the folder of the store, where HARICOT_STORE is not set", _text),
    Setting(
        "REDIS_URL", "redis://:password@host:6379/0: read models and wake-ups; empty for none", _redis, "redis_url"
    ),
    Setting("HOST", "the address to listen at", _text),
    Setting("PORT", "the port to listen at", _port),
    Setting("WORKERS", "how many web processes serve together", _number(1, 64), "workers"),
    Setting("BOTS", "whether this process may play the bots; of those that may, one does", _truth, "bots"),
    Setting(
        "STREAMS_MAX",
        "open streams and long polls of one web process; one address may have a fourth of them",
        _number(1, 100_000),
        "streams_max",
    ),
    Setting("STREAMS_EACH_MAX", "open streams and long polls of one caller", _number(1, 100_000), "streams_each_max"),
    Setting(
        "RATE",
        "requests of one address, and of one token, such as `6000 per minute`; empty for no limit",
        _rate,
        "rate",
    ),
    Setting(
        "COSTS",
        "what they may cost, where a game made is 5, a fork 20, an import 30; empty, or without a rate, for no limit",
        _rate,
        "costs",
    ),
    Setting("CORS", "origins that scripts of other sites may call from, with commas", _listed, "cors"),
    Setting(
        "HOSTS",
        "names of this service, with commas, `*` for any; empty for loopback's own behind such an address, else any",
        _listed,
        "hosts",
    ),
    Setting("PROXIES", "how many proxies stand in front, each adding to X-Forwarded-For", _number(0, 9), "proxies"),
    Setting("WATCHERS", "networks that are told `/metrics` and the figures of `/readyz`", _networks, "watchers"),
    Setting(
        "SPECTATOR_DELAY", "seconds that spectators lag behind, where a game does not say", _seconds, "spectator_delay"
    ),
    Setting("LOG", "`info` tells of every command, `warning` and `error` of less", _level, "log"),
)


def settings_from(place: Place) -> Settings:
    """The settings in the environment for a store at this place; Misuse for a value that is none."""
    try:
        chosen: dict[str, Any] = {setting.field: setting.value() for setting in SETTINGS if setting.field}
    except EnvError as error:
        raise Misuse("request.shape", f"a setting is wrong: {error}") from error
    return Settings(store=place, **chosen)


def default_place() -> Place:
    """Where the store is when nobody says so: HARICOT_STORE, HARICOT_DATA, else the user's data folder."""
    if os.environ.get("HARICOT_STORE"):
        return place_named(os.environ["HARICOT_STORE"])
    if folder := os.environ.get("HARICOT_DATA"):
        return Path(folder)
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "haricot"
    except RuntimeError as error:
        raise Misuse("request.shape", "you have no home folder: name a folder for the store with --data") from error
