"""`haricot erase`: erases a person from the store, while the games stay."""

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

LOG: Final = f"{STORE}-wal"
"""The file that keeps overwritten rows of the store until it is emptied."""


@click.command("erase")
@click.argument("name")
@click.option("--alike", "all_alike", is_flag=True, help="Also erase names that are almost the same.")
@click.option("--yes", is_flag=True, help="Erase; without this, only print what would be erased.")
@store_option
@json_option
def erase_command(name: str, all_alike: bool, yes: bool, location: Location, as_json: bool) -> None:
    """Erase a person from every seat and annotation.

    NAME is a name or an id. It erases their name from their seats, and what they wrote there or as an arbiter. Games
    and proofs stay as they are, since the log holds no names. A salted digest of NAME is added to a list outside the
    store (HARICOT_ERASED), by which `haricot restore` erases it again. The command prints what it cannot reach. Without
    --yes it only prints what it would erase. With --yes it cannot be undone.

    Blanks around a name, and whether letters are composed with their accents, make no difference. Names that differ in
    case, width or other blanks alone are shown; --alike erases these as well.

    \b
    Examples:
      haricot erase "Ana Muster"
      haricot erase "Ana Muster" --alike
      haricot erase "Ana Muster" --yes
    """
    if not (kept := normalized_name(name)):
        raise Misuse("name the person by a name of a seat or by an id")
    with open_to_write(location, print_note) if yes else open_to_read(location) as store:
        near = similar_names(store, name)
        meant = {kept, *(map(normalized_name, near) if all_alike else ())}
        if yes:
            listed = ErasedNames(erased_names_file())
            for one in meant:
                listed.add(one)
        found = erase(store, lambda written: normalized_name(written) in meant, really=yes)
        cleared = not yes or isinstance(location, Database) or clear_log(location)
    if as_json:
        others = [{"name": one, "seats": seats} for one, seats in near.items()]
        print_json({"erased": yes, "cleared": cleared, **asdict(found), "near": others, "unreached": REMAINING_COPIES})
        return
    click.echo(f"{name}: {found.seats} seats, {found.comments} comments {'erased' if yes else 'to erase'}")
    also = "; --alike means it too" if not all_alike else ", erased as well" if yes else ", to erase as well"
    if found.tokens:
        click.echo(f"{found.tokens} tokens {'no longer say' if yes else 'say'} whose they are, or who gave them")
    if found.entrants:
        click.echo(f"{found.entrants} players of tournaments {'have no name any more' if yes else 'to erase'}")
    for game in found.files:
        click.echo(f"the events of {game} themselves name a seat so: they stay")
    for game, id_ in found.mentions:
        click.echo(f"remark {id_} on {game}, which another player wrote, has the name in it: it stays")
    if not cleared:
        click.echo(f"{LOG}: another process reads it, so it still holds what was erased. Run this again in a moment.")
    for one, seats in near.items():
        click.echo(f"almost the same: {one} ({one!a}), {seats} seats{also}")
    click.echo("Not in reach:")
    for where in REMAINING_COPIES:
        click.echo(f"  {where}")
    if not yes:
        click.echo("Nothing was erased yet: add --yes to erase. This cannot be undone.")
