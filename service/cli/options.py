"""Options that several commands share."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import click

from domain.edition_data.family import LANGUAGES
from domain.refusals import Misuse
from service.store.location import Location, location_from_url

Function = TypeVar("Function", bound=Callable[..., Any])


class NamedPath(click.Path):
    """A path that must not be empty, since an empty one is often a shell variable that is not set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse the path."""
        if not str(value):
            self.fail("it is empty.", param, ctx)
        return super().convert(value, param, ctx)


class RenamedOption(click.Option):
    """An option with former names. They work for one more release, and the help leaves them out."""

    def __init__(self, names: Sequence[str], *, former_names: Sequence[str], **settings: Any) -> None:
        super().__init__([*names, *former_names], **settings)
        self._former_names = {*former_names}

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the help of the option without its former names."""
        all_names = self.opts
        self.opts = [name for name in all_names if name not in self._former_names]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = all_names


PATH: Final = NamedPath(path_type=Path)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
view_option = click.option("--as", "view", metavar="VIEW", help="View: seat:K, spectator or omniscient (the default).")
lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the answer.")
game_argument = click.argument("game", metavar="GAME")


def store_option(command: Function) -> Function:
    """Give a command the parameter `location`: the store of --data or --store, else of a setting."""

    @click.option(
        "--data", type=PATH, show_default="the user's data folder, or HARICOT_DATA", help="The folder of the store."
    )
    @click.option(
        "--store",
        metavar="URL",
        show_default="HARICOT_STORE",
        help="The store by its URL: sqlite:///folder or postgresql://user:password@host/database.",
    )
    @wraps(command)
    def with_location(*args: Any, data: Path | None, store: str | None, **options: Any) -> Any:
        from service.settings import default_location  # noqa: PLC0415  # importing it is slow, and --help needs none of it

        location = location_from_options(data, store)
        return command(*args, location=default_location() if location is None else location, **options)

    return cast("Function", with_location)


def optional_store_options(command: Function) -> Function:
    """Give a command that works without a store the parameters `data` and `store`, from --data and --store."""
    by_url = click.option("--store", metavar="URL", help="The store by its URL, instead.")
    return click.option("--data", type=PATH, help="The folder of the store, as for other commands.")(by_url(command))


def location_from_options(data: Path | None, store: str | None) -> Location | None:
    """Return the store that --data or --store names, or None. Raises Misuse for both, or for an invalid URL."""
    if data is not None and store is not None:
        raise Misuse("name the store by --data or by --store, not by both")
    return data if store is None else location_from_url(store)
