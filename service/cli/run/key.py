"""`haricot key`: shows or rotates the signing key."""

import click

from service.cli.options import json_option, store_option
from service.cli.output import print_json, print_note
from service.signing.rollback_guard import open_to_read, open_to_write
from service.store.location import Location


@click.group("key", no_args_is_help=False)
def key_command() -> None:
    """Show or rotate the key that signs games.

    Its file is named by HARICOT_KEY_FILE. Exit code 4 when it is lost, of another store, or readable by others.

    \b
    Examples:
      haricot key show
      haricot key rotate
    """


@key_command.command("show")
@store_option
@json_option
def key_show_command(location: Location, as_json: bool) -> None:
    """Show the signing keys and where their file is.

    Each has the note that announced it. The output is public: give `key` to people who want to verify with `haricot
    verify --key`.

    \b
    Examples:
      haricot key show
      haricot key show --json
    """
    from service.signing.key_announcements import announced_key, key_announcements  # noqa: PLC0415  # importing it is slow
    from service.signing.key_file import file_exists, key_file_of, key_path, load_signing_key  # noqa: PLC0415  # as above

    with open_to_read(location) as store:
        announced_keys = [(announced_key(one.note).text, one.note) for one in key_announcements(store)]
        path = key_path()
        if announced_keys or file_exists(path):
            load_signing_key(store, path)
    if announced_keys:
        path = key_file_of(path, announced_keys[-1][0].partition("+")[0])
    if as_json:
        keys = [{"key": key, "announcement": note} for key, note in announced_keys]
        print_json({"file": str(path), "keys": keys})
        return
    if not announced_keys:
        click.echo(f"nothing was signed in {location} yet; the first signature uses or makes a key at {path}")
        return
    click.echo(f"{announced_keys[-1][0]}\n  signs now; it is in {path}")
    for key, _ in reversed(announced_keys[:-1]):
        click.echo(f"{key}\n  signed before")


@key_command.command("rotate")
@store_option
@json_option
def key_rotate_command(location: Location, as_json: bool) -> None:
    """Rotate the key that signs games.

    The new key signs from now on. The transparency log says so, signed by both keys. Earlier signatures stay valid: the
    former key is published beside the new one, and bundles name the key that signed. Running services use the new key
    without a restart. The former key is kept beside it, for the case that an older backup is restored. Delete it if it
    was stolen.

    Other stores that share the file keep their own key, which is kept too: rotate each that needs a new one.

    \b
    Examples:
      haricot key rotate
      haricot key rotate --json
    """
    from service.signing.key_file import key_path  # noqa: PLC0415  # importing it is slow, and --help needs none
    from service.signing.rotation import rotate_key  # noqa: PLC0415  # as above

    with open_to_write(location, print_note) as store:
        rotated = rotate_key(store, key_path())
    new_key = rotated.after.verifier.text
    if as_json:
        print_json({"key": new_key, "before": rotated.before, "former": str(rotated.former)})
    else:
        click.echo(f"{new_key}\n  signs now, in place of {rotated.before}, which is kept in {rotated.former}")
