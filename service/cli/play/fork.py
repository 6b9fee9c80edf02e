"""`haricot fork`: makes a game that continues from an event of another."""

import secrets
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import click

from domain.refusals import Misuse
from domain.visibility import SPECTATOR, Viewer, viewer_named
from replay.fork import EXACT, REDEAL, fork_exact, fork_redealt
from replay.game import Game
from replay.proofs.shuffle import SEED_BYTES, Deal, seed_of_text
from replay.record import GAME_ID, Record, write_file
from replay.redeal import SeenHistory
from replay.rewind import require_n, viewer_to_show
from replay.seeded import fork_seed_text
from service.cli.bots import parse_bot_names
from service.cli.games import is_file, load_record
from service.cli.options import PATH, game_argument, json_option, store_option, view_option
from service.cli.output import print_json, print_note
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from service.ops.clock import now_ms
from service.signing.rollback_guard import open_to_write
from service.store.appender import NewGameEvents
from service.store.atomic_files import write_atomically
from service.store.errors import Conflict
from service.store.location import Location
from service.store.record_import import import_record, standalone_opening


@click.command("fork")
@game_argument
@click.option("--at", type=int, required=True, metavar="N", help="Continue from this event.")
@click.option(
    "--mode",
    type=click.Choice([EXACT, REDEAL]),
    default=EXACT,
    show_default=True,
    help="Keep the hidden cards, or deal those again that --as does not see.",
)
@view_option
@click.option("--id", "fork_id", help="The id of the fork; by default GAME.f<N>, or the next free one.")
@click.option("--seed", type=click.IntRange(min=0), help="Seed the fork's deal, so that it can be made again.")
@click.option("--play", is_flag=True, help="Let bots play the fork to its end.")
@click.option(
    "--bots",
    default="trader",
    show_default=True,
    metavar="B,B,...",
    help=f"The bots of the seats in turn: {', '.join(BOTS)}.",
)
@click.option("--out", type=PATH, help="Write the fork's game file here, not into the store.")
@store_option
@json_option
def fork_command(
    game: str,
    at: int,
    mode: str,
    view: str | None,
    fork_id: str | None,
    seed: int | None,
    play: bool,
    bots: str,
    out: Path | None,
    location: Location,
    as_json: bool,
) -> None:
    """Fork a game at an event.

    The new game continues from event N, with its own deal from there on. An N inside a batch stands for the end of the
    batch. The parent does not change. A game file that is forked into the store is imported first. With --mode redeal,
    all cards that a seat or spectator (--as) could not know at event N are dealt again. The events before it stay as
    that view saw them.

    \b
    Examples:
      haricot fork classic-4-7-0001 --at 120 --play
      haricot fork classic-4-7-0001 --at 120 --mode redeal --as seat:2
      haricot fork game.haricot.jsonl --at 120 --out fork.haricot.jsonl
    """
    parent = load_record(game, location)
    if mode == EXACT and not parent.viewer.sees_all:
        raise Misuse(f"only a whole game can be forked exactly: of the view of {parent.viewer.name} try --mode redeal")
    if mode == EXACT and view is not None:
        raise Misuse("--as is for --mode redeal: an exact fork has all cards")
    viewer = (
        None
        if mode == EXACT
        else viewer_to_show(parent, viewer_named(view or _default_view(parent), parent.created.players))
    )
    require_n(parent, at)
    if fork_id is not None and not GAME_ID.fullmatch(fork_id):
        rule = "an id begins with a letter or digit, and 200 letters, digits, dots, dashes and underscores are enough"
        raise Misuse(f"{rule}, not {fork_id!r}")
    if fork_id == parent.game:
        raise Conflict(f"{fork_id} is the game that is forked: choose another id")
    bot_names = parse_bot_names(bots)
    if out is not None:
        forked, _ = _make_fork(parent, viewer, at, fork_id or f"{parent.game}.f{at}", seed, bot_names if play else [])
        write_atomically(out, write_file(forked))
        _print_fork(forked, as_json)
        return
    with open_to_write(location, print_note, create=True) as store:
        new_id = fork_id or next(new_id for new_id in _fork_ids(parent.game, at) if not store.exists(new_id))
        forked, deal_seed = _make_fork(parent, viewer, at, new_id, seed, bot_names if play else [])
        if store.exists(new_id):
            raise Conflict(f"there is a game {new_id} already: choose another id")
        if is_file(game) and parent.viewer.sees_all:
            import_record(store, parent)
        if viewer is None:
            store.append(new_id, [envelope for envelope in forked.envelopes if envelope.game == new_id], seed=deal_seed)
        else:
            store.write_new_games(
                NewGameEvents(new_id, forked.envelopes, standalone_opening("played", forked, deal_seed))
            )
    _print_fork(forked, as_json)


def _default_view(parent: Record) -> str:
    """Return the view of a redeal without --as: the view of the file, or a spectator's if the file is whole."""
    return SPECTATOR.name if parent.viewer.sees_all else parent.viewer.name


def _fork_ids(parent: str, at: int) -> Iterator[str]:
    base = f"{parent}.f{at}"
    yield base
    yield from (f"{base}-{number}" for number in count(2))


def _make_fork(
    parent: Record, viewer: Viewer | None, at: int, fork_id: str, seed: int | None, bot_names: list[str]
) -> tuple[Record, bytes]:
    deal_seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed_of_text(fork_seed_text(str(seed), fork_id))
    deal = Deal(fork_id, deal_seed)
    created_at = now_ms() if seed is None else parent.envelopes[at - 1].at
    if viewer is None:
        forked = fork_exact(parent, at, fork_id, deal, at=created_at)
    else:
        forked = fork_redealt(SeenHistory.of(parent, viewer, at), at, fork_id, deal, at=created_at)
    game = Game(fork_id, deal, forked.envelopes)
    if bot_names:
        bots = {
            seat: BOTS[bot_names[seat % len(bot_names)]](seat, f"{deal_seed.hex()}|{seat}")
            for seat in range(len(game.table.seats))
        }
        play_on(game, bots)
    return game.record(), deal_seed


def _print_fork(forked: Record, as_json: bool) -> None:
    origin = forked.forked_from
    assert origin is not None
    if as_json:
        print_json({"game": forked.game, "forked_from": origin, "events": len(forked.envelopes)})
    else:
        click.echo(f"{forked.game}: forked from {origin.game} at {origin.at}, {len(forked.envelopes)} events")
