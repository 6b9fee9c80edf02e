"""`haricot export, import, fork`: games out of the store, back in, and branching off."""

import secrets
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import click

from domain.forks import GameForked
from domain.refusals import Misuse
from replay.fork import fork_exact
from replay.game import Game
from replay.making import require_lawful
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import GAME_ID, Record, write_file
from replay.rewind import require_history, require_n
from service.archive.digest import records
from service.bots import BOTS
from service.bots.simulate import play_on
from service.cli.games import (
    PATH,
    game_argument,
    is_file,
    json_option,
    load,
    read_game,
    say_json,
    seen,
    store_option,
    tell_damaged,
    view_option,
    with_progress,
    write_whole,
)
from service.cli.play import make_folder, strengths_named
from service.event_store import Conflict, DamagedGame, open_store
from service.places import Place

SUFFIX: Final = ".haricot.jsonl"


@click.command("export")
@click.argument("game", metavar="GAME", required=False)
@click.option("--all", "every", is_flag=True, help="Every game of the store, each into a file in the folder --out.")
@click.option("--out", type=PATH, help="Write to this file instead of standard output; with --all into this folder.")
@view_option
@store_option
def export_command(game: str | None, every: bool, out: Path | None, view: str | None, place: Place) -> None:
    """Write a game file: the whole game, or what one viewer may read of it.

    \b
    haricot export classic-4-7-0001 --out game.haricot.jsonl
    haricot export classic-4-7-0001 --as seat:2 > seat2.haricot.jsonl
    haricot export --all --out files

    With --all a damaged game is named and left out: exit code 1.
    """
    if every == (game is not None):
        raise Misuse("request.shape", "name a GAME, or --all of them")
    if game is None:
        if out is None or view is not None:
            raise Misuse(
                "request.shape", "--all writes whole games into a folder: name it with --out, and leave out --as"
            )
        _export_all(place, out)
        return
    record, _ = seen(load(game, place), view)
    written = write_file(record)
    if out is None:
        click.echo(written, nl=False)
    else:
        write_whole(out, written)


def _export_all(place: Place, folder: Path) -> None:
    """Writes every game into a file of its own, which is left alone when it holds the very same.

    Those that are damaged are named, and left out: exit code 1.
    """
    with records(place) as (total, found):
        make_folder(folder)
        left_out = {}
        for record in with_progress(found, total, "exporting"):
            if isinstance(record, DamagedGame):
                left_out[record.game] = record.damage
                continue
            path, written = folder / f"{record.game}{SUFFIX}", write_file(record)
            if not path.is_file() or path.read_bytes() != written:
                write_whole(path, written)
    click.echo(f"{folder}: {total - len(left_out)} games")
    tell_damaged(left_out, "is left out")
    sys.exit(1 if left_out else 0)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@store_option
@json_option
def import_command(files: tuple[Path, ...], place: Place, as_json: bool) -> None:
    """Put game files into the store: read-only, illegal events included, ready to be audited and forked.

    A folder stands for all game files in it. Games come before their forks.

    \b
    haricot import game.haricot.jsonl
    haricot import .
    """
    paths = [path for named in files for path in _game_files(named)]
    records_read = [(path, *_importable(path)) for path in with_progress(paths, len(paths), "reading")]
    records_read.sort(key=lambda found: found[1])
    with open_store(place) as store:
        for path, _, again in with_progress(records_read, len(records_read), "importing"):
            record = again or read_game(path)
            new = store.import_record(record)
            if as_json:
                say_json({"game": record.game, "file": str(path), "imported": new})
            else:
                click.echo(f"{record.game}: {'imported' if new else 'was here already'}")


def _game_files(named: Path) -> list[Path]:
    """The game files that a path stands for; Misuse for a folder in which there are none."""
    if str(named) == "-" or not named.is_dir():
        return [named]
    found = sorted(path for path in named.iterdir() if path.name.endswith(SUFFIX))
    if not found:
        raise Misuse("request.shape", f"{named} is a folder without game files: they are called *{SUFFIX}")
    return found


def _importable(path: Path) -> tuple[int, Record | None]:
    """How often the whole game in a file was forked; what cannot be imported shows before anything is written.

    The record comes with it when it cannot be read again: else the games of a large folder would all lie in memory.
    """
    record = read_game(path)
    if not record.viewer.sees_all:
        says = f"{path} holds only the view of {record.viewer.name}: it can be shown and audited, but not be imported"
        raise Misuse("view.forbidden", says)
    require_history(record)
    require_lawful(record)
    forks = sum(isinstance(envelope.event, GameForked) for envelope in record.envelopes)
    return forks, None if path.is_file() else record


@click.command("fork")
@game_argument
@click.option("--at", type=int, required=True, metavar="N", help="Go on from this event.")
@click.option("--mode", type=click.Choice(["exact"]), default="exact", show_default=True, help="The same hidden cards.")
@click.option("--id", "fork_id", help="The id of the fork; GAME.f<N> by default, or the next that is free.")
@click.option("--seed", type=click.IntRange(min=0), help="Seed the fork's deal, so that it can be made again.")
@click.option("--play", is_flag=True, help="Let bots play the fork to its end.")
@click.option("--bots", default="trader", show_default=True, metavar="B,B,...", help=f"Which: {', '.join(BOTS)}.")
@click.option("--out", type=PATH, help="Write the fork's game file here, not into the store.")
@store_option
@json_option
def fork_command(
    game: str,
    at: int,
    mode: str,  # noqa: ARG001  # one mode so far
    fork_id: str | None,
    seed: int | None,
    play: bool,
    bots: str,
    out: Path | None,
    place: Place,
    as_json: bool,
) -> None:
    """Make a new game that goes on from event N of another, with its own deal from there on.

    An N inside a batch takes the whole batch. The parent stays as it is. A game file that is forked into the store is
    imported first.

    \b
    haricot fork classic-4-7-0001 --at 120 --play
    haricot fork game.haricot.jsonl --at 120 --out fork.haricot.jsonl
    """
    parent = load(game, place)
    if not parent.viewer.sees_all:
        raise Misuse("view.forbidden", f"only a whole game can be forked, not the view of {parent.viewer.name}")
    require_n(parent, at)
    if fork_id is not None and not GAME_ID.fullmatch(fork_id):
        says = "an id begins with a letter or digit, and 200 letters, digits, dots, dashes and underscores are enough"
        raise Misuse("request.shape", f"{says}, not {fork_id!r}")
    if fork_id == parent.game:
        raise Conflict(f"{fork_id} is the game that is forked: choose another id")
    strengths = strengths_named(bots)
    if out is not None:
        forked, _ = _forked(parent, at, fork_id or f"{parent.game}.f{at}", seed, strengths if play else [])
        write_whole(out, write_file(forked))
        _tell(forked, as_json)
        return
    with open_store(place) as store:
        name = fork_id or next(name for name in _names(parent.game, at) if not store.exists(name))
        forked, deal_seed = _forked(parent, at, name, seed, strengths if play else [])
        if store.exists(name):
            raise Conflict(f"there is a game {name} already: choose another id")
        if is_file(game):
            store.import_record(parent)
        store.append(name, [envelope for envelope in forked.envelopes if envelope.game == name], seed=deal_seed)
    _tell(forked, as_json)


def _names(parent: str, at: int) -> Iterator[str]:
    first = f"{parent}.f{at}"
    yield first
    yield from (f"{first}-{again}" for again in count(2))


def _forked(parent: Record, at: int, name: str, seed: int | None, strengths: list[str]) -> tuple[Record, bytes]:
    text = f"haricot-fork|{seed}|{name}"
    deal_seed = secrets.token_bytes(48) if seed is None else seed_of_text(text)
    deal = Deal(name, deal_seed)
    moment = int(time.time() * 1000) if seed is None else parent.envelopes[at - 1].at
    forked = fork_exact(parent, at, name, deal, at=moment)
    game = Game(name, deal, forked.envelopes)
    if strengths:
        bots = {
            seat: BOTS[strengths[seat % len(strengths)]](seat, f"{deal_seed.hex()}|{seat}")
            for seat in range(len(game.table.seats))
        }
        play_on(game, bots)
    return game.record(), deal_seed


def _tell(forked: Record, as_json: bool) -> None:
    origin = forked.forked_from
    assert origin is not None
    if as_json:
        say_json({"game": forked.game, "forked_from": origin, "events": len(forked.envelopes)})
    else:
        click.echo(f"{forked.game}: forked from {origin.game} at {origin.at}, {len(forked.envelopes)} events")
