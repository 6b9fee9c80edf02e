"""`haricot config show`: every setting, its value, and where that comes from."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from domain.refusals import Misuse
from service.cli.games import PATH, json_option, say_json
from service.cli.serve import serve_command
from service.places import Place, place_named
from service.settings import PREFIX, default_place
from service.settings_survey import Told, survey, unknown

Function = TypeVar("Function", bound=Callable[..., Any])


def named_store(command: Function) -> Function:
    """Lets a command be told of a store by --data or --store, as `data` and `store`."""
    by_url = click.option("--store", metavar="URL", help="The store by its URL, instead.")
    return click.option("--data", type=PATH, help="The folder of the store, as for other commands.")(by_url(command))


def place_of(data: Path | None, store: str | None) -> Place | None:
    """What these two name, if anything; Misuse for both at once, and for what is no URL of a store."""
    if data is not None and store is not None:
        raise Misuse("request.shape", "name the store by --data or by --store, not by both")
    return data if store is None else place_named(store)


@click.group("config", no_args_is_help=False)
def config() -> None:
    """Look at the settings: variables HARICOT_* in the environment.

    \b
    haricot config show
    """


@config.command("show")
@named_store
@json_option
def show_config(data: Path | None, store: str | None, as_json: bool) -> None:
    """Tell every setting, its value without secrets, where that comes from, and what it means.

    Exit code 2 when a value is wrong, and what is wrong with it; the others are told all the same.

    \b
    haricot config show
    haricot config show --json
    """
    place_of(data, store)
    given = {"DATA": data, "STORE": store}
    told = list(survey({name: str(value) for name, value in given.items() if value is not None}, own_defaults()))
    strangers = unknown()
    for line in (*told, *strangers):
        if as_json:
            say_json(line)
        else:
            _show(line)
    if wrong := next((line for line in told if line.wrong), None):
        raise Misuse("request.shape", f"{wrong.name} is wrong: {wrong.wrong}")


def own_defaults() -> Mapping[str, object]:
    """What holds for the settings of which the class Settings knows nothing: where the store is, where to listen."""
    found: dict[str, object] = {
        str(option.envvar).removeprefix(PREFIX): option.default for option in serve_command.params if option.envvar
    }
    try:
        place: Place = default_place()
    except Misuse:  # which is told with the variable that is wrong
        return found
    return {**found, "DATA": place if isinstance(place, Path) else None}


def _show(line: Told) -> None:
    value = line.value or "(empty)"
    click.echo(f"{line.name:<26}{value:<24} {line.source}")
    click.echo(f"{'':<26}{line.says}")
    if line.wrong:
        click.echo(f"{'':<26}WRONG: {line.wrong}")
