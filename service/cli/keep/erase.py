"""`haricot erase`: erases a person from the store, and keeps the games."""

from typing import Final

import click
from msgspec.structs import asdict

from domain.player_names import normalized_name
from domain.refusals import Misuse
from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.lifecycle.erasure import REMAINING_COPIES, erase, similar_names
from service.signing.rollback_guard import open_to_read, open_to_write
from service.store.entries.erased_names import ErasedNames, erased_names_file
from service.store.location import Database, Location
from service.store.sqlite.file import STORE, clear_log

WAL: Final = f"{STORE}-wal"
"""The write-ahead log of SQLite. It keeps overwritten rows of the store until it is emptied."""


@click.command("erase")
@click.argument("name")
@click.option("--alike", "all_alike", is_flag=True, help="Also erase names that are almost the same.")
@click.option("--yes", is_flag=True, help="Erase; without this, only print what would be erased.")
@store_option
@json_option
def erase_command(name: str, all_alike: bool, yes: bool, location: Location, as_json: bool) -> None:
    """Erase a person from every seat and annotation.

    NAME is a name or an id. The command erases the person's name from all seats, and all comments by the person as a
    player or an arbiter. Games and proofs stay as they are, since the log holds no names. A salted digest of NAME is
    added to a list outside the store (HARICOT_ERASED). With this list `haricot restore` erases the name again. The
    command prints what it cannot reach. Without --yes it only prints what it would erase. With --yes it cannot be
    undone.

    Blanks around a name make no difference, nor does the way in which accents are encoded. Names that differ only in
    case, width or other blanks are printed. With --alike they are erased as well.

    \b
    Examples:
      haricot erase "Ana Muster"
      haricot erase "Ana Muster" --alike
      haricot erase "Ana Muster" --yes
    """
    if not (normalized := normalized_name(name)):
        raise Misuse("name the person by a name of a seat or by an id")
    with open_to_write(location, print_note) if yes else open_to_read(location) as store:
        similar = similar_names(store, name)
        names_to_erase = {normalized, *(map(normalized_name, similar) if all_alike else ())}
        if yes:
            erased_names = ErasedNames(erased_names_file())
            for erased_name in names_to_erase:
                erased_names.add(erased_name)
        erasure = erase(store, lambda stored_name: normalized_name(stored_name) in names_to_erase, really=yes)
        wal_cleared = not yes or isinstance(location, Database) or clear_log(location)
    if as_json:
        others = [{"name": one, "seats": seats} for one, seats in similar.items()]
        print_json(
            {"erased": yes, "cleared": wal_cleared, **asdict(erasure), "near": others, "unreached": REMAINING_COPIES}
        )
        return
    click.echo(f"{name}: {erasure.seats} seats, {erasure.comments} comments {'erased' if yes else 'to erase'}")
    similar_note = "; --alike means it too" if not all_alike else ", erased as well" if yes else ", to erase as well"
    if erasure.tokens:
        click.echo(f"{erasure.tokens} tokens {'no longer say' if yes else 'say'} whose they are, or who gave them")
    if erasure.entrants:
        click.echo(f"{erasure.entrants} players of tournaments {'have no name any more' if yes else 'to erase'}")
    for game in erasure.files:
        click.echo(f"the events of {game} themselves name a seat so: they stay")
    for game, id_ in erasure.mentions:
        click.echo(f"remark {id_} on {game}, which another player wrote, has the name in it: it stays")
    if not wal_cleared:
        click.echo(f"{WAL}: another process reads it, so it still holds what was erased. Run this again in a moment.")
    for one, seats in similar.items():
        click.echo(f"almost the same: {one} ({one!a}), {seats} seats{similar_note}")
    click.echo("Not in reach:")
    for copy in REMAINING_COPIES:
        click.echo(f"  {copy}")
    if not yes:
        click.echo("Nothing was erased yet: add --yes to erase. This cannot be undone.")
