"""What can be set from outside: `HARICOT_*` in the environment, each with its default."""

from pathlib import Path

from environs import Env, EnvError
from limits import parse_many
from marshmallow.validate import OneOf

from domain.refusals import Misuse
from domain.values import Value


class Settings(Value):
    """How this process serves. Times in seconds, sizes in bytes."""

    data: Path
    streams_max: int = 1000
    streams_each_max: int = 32
    rate: str = "6000 per minute"
    body_bytes_max: int = 64 * 1024
    file_bytes_max: int = 8 * 1024 * 1024
    cors: tuple[str, ...] = ()
    spectator_delay: float = 0.0
    heartbeat: float = 5.0
    log: str = "info"
    bots: bool = True


def settings_from(data: Path) -> Settings:
    """The settings in the environment for a store in `data`; Misuse for a value that is none.

    HARICOT_STREAMS_MAX, HARICOT_STREAMS_EACH_MAX: open streams of the process, and of one caller.
    HARICOT_RATE: requests of one caller, such as `6000 per minute`; empty for no limit.
    HARICOT_LOG: `info` tells of every command, `warning` and `error` of less.
    HARICOT_CORS: origins that scripts of other sites may call from, with commas.
    HARICOT_SPECTATOR_DELAY: how many seconds spectators lag behind, where a game does not say.
    """
    env = Env(prefix="HARICOT_")
    defaults = Settings(data=data)
    try:
        return Settings(
            data=data,
            streams_max=env.int("STREAMS_MAX", defaults.streams_max, validate=_positive),
            streams_each_max=env.int("STREAMS_EACH_MAX", defaults.streams_each_max, validate=_positive),
            rate=env.str("RATE", defaults.rate, validate=_rate),
            log=env.str("LOG", defaults.log, validate=OneOf(["info", "warning", "error"])),
            cors=tuple(env.list("CORS", [])),
            spectator_delay=env.float("SPECTATOR_DELAY", defaults.spectator_delay, validate=_not_negative),
        )
    except EnvError as error:
        raise Misuse("request.shape", f"a setting is wrong: {error}") from error


def _rate(text: str) -> None:
    try:
        parse_many(text or "1 per second")
    except ValueError as error:
        raise EnvError(f"{text!r} is no rate such as `100 per minute`, nor empty for none") from error


def _positive(number: int) -> None:
    if number < 1:
        raise EnvError("it must be at least 1")


def _not_negative(number: float) -> None:
    if not 0 <= number <= 86_400:
        raise EnvError("it must be between 0 and 86400 seconds")
