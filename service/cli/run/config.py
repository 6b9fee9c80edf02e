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
    from service.ops.settings_report import report_settings, unknown_settings  # noqa: PLC0415  # importing it is slow, --help needs none

    location_from_options(data, store)
    given = {"DATA": data, "STORE": store}
    settings = list(
        report_settings(
            {name: str(value) for name, value in given.items() if value is not None}, default_store_folder()
        )
    )
    for line in (*settings, *unknown_settings()):
        if as_json:
            print_json(line)
        else:
            _print_setting(line)
    if errors := [f"{line.name} is wrong: {line.wrong}" for line in settings if line.wrong]:
        raise Misuse("; ".join(errors))


def default_store_folder() -> Mapping[str, object]:
    """Return the default of HARICOT_DATA, the one setting that the class Settings does not have."""
    from service.settings import default_location  # noqa: PLC0415  # importing it is slow, --help needs none

    try:
        location: Location = default_location()
    except Misuse:  # the report names the wrong variable
        return {}
    return {"DATA": location if isinstance(location, Path) else None}


def _print_setting(line: "SettingLine") -> None:
    value = line.value or "(empty)"
    click.echo(f"{line.name:<26}{value:<24} {line.source}")
    click.echo(f"{'':<26}{line.says}")
    if line.wrong:
        click.echo(f"{'':<26}WRONG: {line.wrong}")
