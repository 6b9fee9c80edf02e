"""`haricot simulate`: lets bots play whole games."""

import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import click

from domain.editions import edition_named
from domain.refusals import Misuse, UnknownOption
from domain.visibility import Option
from projections.sentences import Chronicle
from replay.game import Game
from replay.record import write_file
from service.cli.bots import parse_bot_names
from service.cli.editions import BOARDS
from service.cli.errors import flush_output
from service.cli.files import SUFFIX, make_folder, read_text
from service.cli.options import PATH, json_option, store_option
from service.cli.output import print_json, print_note
from service.cli.progress import with_progress
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import simulate
from service.signing.key_file import require_key
from service.signing.rollback_guard import open_to_write
from service.signing.signing_worker import sign_now
from service.store.atomic_files import write_atomically
from service.store.event_store import GameStore
from service.store.location import Location

INTEGER = re.compile(r"[0-9]{1,9}")


@click.command("simulate")
@click.option("--edition", default="classic", show_default=True, help="The edition to play.")
@click.option("--players", type=int, default=4, show_default=True, help="The number of seats.")
@click.option("--games", type=click.IntRange(1, 9999), default=1, show_default=True, help="The number of games.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The seed of all games.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the edition; repeatable.")
@click.option(
    "--board",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A custom board, as JSON: a list of cells with row, x and terrain.",
)
@click.option(
    "--bots",
    default="trader",
    show_default=True,
    metavar="B,B,...",
    help=f"Taken by the seats in turn: {', '.join(BOTS)}.",
)
@click.option("--out", type=PATH, help="Write game files into this folder, not into the store.")
@store_option
@json_option
def simulate_command(
    edition: str,
    players: int,
    games: int,
    seed: int,
    options: tuple[str, ...],
    board: Path | None,
    bots: str,
    out: Path | None,
    location: Location,
    as_json: bool,
) -> None:
    """Let bots play whole games.

    The games are seeded, and go into the store or into game files. The same version and arguments give the same bytes.
    Games in the store are signed. If the key is lost, of another store, or readable by others, no game is played: exit
    code 4.

    \b
    Examples:
      haricot simulate --players 4 --games 50 --seed 1 --out games
      haricot simulate --players 5 --option trade_coins=true --bots trader,greedy,random
    """
    chosen_options = _parse_options([*options, *_board_options(board)])
    bot_names = parse_bot_names(bots)
    numbers = with_progress(range(1, games + 1), games, "playing")
    played = (simulate(edition, players, str(seed), number, chosen_options, bot_names) for number in numbers)
    first = next(played)  # wrong arguments raise an error here, before anything is written
    if out is not None:
        make_folder(out)
        for game, _ in chain([first], played):
            _write_game_file(out, game)
            _print_result(game, as_json)
        return
    with open_to_write(location, print_note, create=True) as store:
        can_sign = store.writable and require_key(store, print_note)  # a read-only store is refused below
        stored_games = list[str]()
        for game, deal_seed in chain([first], played):
            _store_game(store, game, deal_seed)
            stored_games.append(game.game)
            _print_result(game, as_json)
        if can_sign:
            sign_now(store, stored_games)


def _board_options(board: Path | None) -> list[str]:
    """Return the options of a custom board."""
    text = None if board is None else read_text(board)
    return [] if text is None else [option for boards in BOARDS.values() for option in boards.custom_options(text)]


def _parse_options(options: Sequence[str]) -> dict[str, Option]:
    parsed: dict[str, Option] = {}
    for name, value in map(_parse_option, options):
        if name in parsed:
            raise UnknownOption(f"the option {name} is given twice")
        parsed[name] = value
    return parsed


def _parse_option(text: str) -> tuple[str, Option]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UnknownOption(f"an option is NAME=VALUE, not {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if INTEGER.fullmatch(value) else value


def _write_game_file(folder: Path, game: Game) -> None:
    path, data = folder / f"{game.game}{SUFFIX}", write_file(game.record())
    if path.exists() and path.read_bytes() != data:
        raise Misuse(f"{path} exists with other contents; remove it or choose another folder")
    if not path.exists():
        write_atomically(path, data)


def _store_game(store: GameStore, game: Game, deal_seed: bytes) -> None:
    if store.exists(game.game):
        if write_file(store.record(game.game)) != write_file(game.record()):
            raise Misuse(f"the store has another game {game.game}; choose another seed")
        return
    store.append(game.game, game.envelopes, seed=deal_seed)


def _print_result(game: Game, as_json: bool) -> None:
    result = game.table.result
    assert result is not None
    if as_json:
        print_json({"game": game.game, "events": game.version, "scores": result.scores, "winners": result.winners})
    else:
        scores = " ".join(map(str, result.scores or ()))
        chronicle = Chronicle(edition_named(game.table.edition).data)
        winners, score_word = chronicle.listed([*map(chronicle.seat, result.winners or ())]), chronicle.word("score")
        click.echo(f"{game.game}: {game.version} events, {score_word} {scores}, won by {winners}")
    flush_output()
