"""Functions that print the output of commands."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
import msgspec

if TYPE_CHECKING:
    from service.store.archive.digest import StoreDigest


def print_damaged(games: Mapping[str, str], outcome: str) -> None:
    """Print damaged games, each with its damage, on standard error. `outcome` says what happens to them."""
    for game, damage in games.items():
        click.echo(f"haricot: {game} {outcome}: {damage}", err=True)


def print_json(value: Any) -> None:
    """Print one JSON value on one line, in UTF-8 for any encoding of the terminal."""
    print_utf8(json_line(value))


def json_line(value: Any) -> str:
    """Return a JSON value as one line, without its line end."""
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))


def print_utf8(line: str) -> None:
    """Print a line in UTF-8 for any encoding of the terminal."""
    click.echo(line.encode("utf-8", "backslashreplace"))


def print_note(message: str) -> None:
    """Print one line on standard error, such as what the command waits for."""
    click.echo(f"haricot: {message}", err=True)


def short_json(value: object) -> str:
    """Format a value as JSON, cut off after 100 characters."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 100 else f"{text[:97]}..."


def digest_line(digest: "StoreDigest") -> str:
    """Return how many games and events a store has, with their digest."""
    return f"{digest.games} games, {digest.events} events, digest {digest.digest}"
