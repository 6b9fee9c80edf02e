"""`haricot config show`: prints every setting with its value, its source and its meaning."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from domain.refusals import Misuse
from service.cli.options import json_option, location_from_options, optional_store_options
from service.cli.output import print_json
from service.store.location import Location

if TYPE_CHECKING:
    from service.ops.settings_report import SettingLine


@click.group("config", no_args_is_help=False)
def config_command() -> None:
    """Show the settings of this installation.

    Settings are variables HARICOT_* in the environment.

    \b
    Examples:
      haricot config show
    """


@config_command.command("show")
@optional_store_options
@json_option
def config_show_command(data: Path | None, store: str | None, as_json: bool) -> None:
    """Show every setting with its value and its source.

    Secrets are left out. Exit code 2 if a value is wrong; the error is printed with all other settings.

    \b
    Examples:
      haricot config show
      haricot config show --json
    """
    from service.ops.settings_report import report_settings, unknown_settings  # noqa: PLC0415  # it takes long, --help needs none of it

    location_from_options(data, store)
    given = {"DATA": data, "STORE": store}
    settings = list(
        report_settings({name: str(value) for name, value in given.items() if value is not None}, own_defaults())
    )
    for line in (*settings, *unknown_settings()):
        if as_json:
            print_json(line)
        else:
            _show(line)
    if wrong := [f"{line.name} is wrong: {line.wrong}" for line in settings if line.wrong]:
        raise Misuse("; ".join(wrong))


def own_defaults() -> Mapping[str, object]:
    """Return the default of the one setting that the class Settings does not have: the folder of the store."""
    from service.settings import default_location  # noqa: PLC0415  # it takes long, --help needs none of it

    try:
        location: Location = default_location()
    except Misuse:  # it is reported with the wrong variable
        return {}
    return {"DATA": location if isinstance(location, Path) else None}


def _show(line: "SettingLine") -> None:
    value = line.value or "(empty)"
    click.echo(f"{line.name:<26}{value:<24} {line.source}")
    click.echo(f"{'':<26}{line.says}")
    if line.wrong:
        click.echo(f"{'':<26}WRONG: {line.wrong}")
