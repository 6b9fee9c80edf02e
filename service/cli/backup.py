"""`haricot backup, restore, digest`: a whole store in one file, and the number by which two stores are compared."""

import sys
from pathlib import Path

import click

from domain.refusals import Misuse
from service.archive.digest import Summary, summary
from service.archive.file import CorruptArchive
from service.archive.store import backup, restore
from service.cli.games import PATH, json_option, progress, say_json, store_option, tell_damaged
from service.places import Place
from service.redis_door import RedisAway, RedisDoor
from service.settings import settings_from
from service.view_store import ViewStore


@click.command("backup")
@click.argument("file", type=PATH)
@store_option
@json_option
def backup_command(file: Path, place: Place, as_json: bool) -> None:
    """Write the whole store into FILE, as it is at this moment, while others may go on playing.

    Games, hands, seeds, seats, comments, the hashes of tokens: keep FILE as you keep the store. It fits a store of
    either kind. The same store gives the same bytes. Damaged games are copied as they are and named: exit code 1.

    \b
    haricot backup haricot.backup.gz
    haricot backup haricot.backup.gz --store postgresql://haricot@localhost/haricot ...
    """
    found = backup(place, file, progress)
    if as_json:
        say_json({"file": str(file), "games": found.games, "events": found.events, "digest": found.digest})
    else:
        click.echo(f"{file}: {_counted(found)}")
    tell_damaged(found.damaged, "is damaged, and was copied as it is")
    sys.exit(1 if found.damaged else 0)


@click.command("restore")
@click.argument("file", type=PATH)
@store_option
@json_option
def restore_command(file: Path, place: Place, as_json: bool) -> None:
    """Fill an empty store with what is in FILE, a backup: all of it, or nothing when anything in FILE has changed.

    Games go on where they were, and tokens stay valid. This is also the way from SQLite to PostgreSQL, and back.

    \b
    haricot backup haricot.backup.gz
    haricot restore haricot.backup.gz --data elsewhere
    haricot restore haricot.backup.gz --store postgresql://haricot@localhost/haricot ...
    """
    if not file.is_file() and file.exists():
        raise Misuse("request.shape", f"{file} is not a file: a backup has to be read twice")
    try:
        found = restore(place, file, progress)
    except CorruptArchive as error:
        raise Misuse("file.corrupt", f"{file} is corrupt: {error}") from error
    _forget_models(settings_from(place).redis_url)
    if as_json:
        say_json({"file": str(file), "games": found.games, "events": found.events, "digest": found.digest})
    else:
        click.echo(f"{place}: {_counted(found)}, as in the backup")
    tell_damaged(found.damaged, "was damaged when the backup was made, and is restored as it was")


def _forget_models(redis_url: str | None) -> None:
    """What Redis says may be of events that this store does not have; a worker makes it anew."""
    if redis_url is None:
        return
    door = RedisDoor(redis_url, patient=True)
    try:
        ViewStore(door).forget()
    except RedisAway as error:
        click.echo(f"haricot: {error}; when it is back, run `haricot rebuild`", err=True)
    finally:
        door.close()


@click.command("digest")
@store_option
@json_option
def digest_command(place: Place, as_json: bool) -> None:
    """Tell the digest of all games in the store: equal stores have equal digests, whatever database they are in.

    It is the SHA-256 of a line for each game, sorted: its id, a space, the last check of its whole game file.

    \b
    haricot digest
    haricot digest --data games --json ...
    """
    found = summary(place, progress)
    if as_json:
        say_json(found)
    else:
        click.echo(_counted(found))
    tell_damaged(found.damaged, "is damaged, and has no share in the digest")
    sys.exit(1 if found.damaged else 0)


def _counted(found: Summary) -> str:
    return f"{found.games} games, {found.events} events, digest {found.digest}"
