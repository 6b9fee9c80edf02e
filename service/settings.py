"""Reads the settings: variables `HARICOT_*` in the environment."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from environs import Env, EnvValidationError

from domain.refusals import Misuse
from service.setting_list import PREFIX, SETTINGS, Setting, Settings
from service.store.location import Location, data_home, location_from_url

__all__ = ["PREFIX", "SETTINGS", "Setting", "Settings", "default_location", "settings_from", "values_of"]


def values_of(settings: Iterable[Setting]) -> tuple[dict[str, Any], dict[str, str]]:
    """Read settings from the environment. Return their values, and the faults of the others, both by name."""
    env, settings = Env(eager=False, prefix=PREFIX), list(settings)
    read = [
        getattr(env, setting.parser)(setting.name, setting.default, validate=setting.validate) for setting in settings
    ]
    wrong: dict[str, str] = {}
    try:
        env.seal()
    except EnvValidationError as error:
        faults = cast("dict[str, list[str]]", error.error_messages)  # a sealed Env has them by variable
        wrong = {variable.removeprefix(PREFIX): " ".join(says) for variable, says in faults.items()}
    made = zip(settings, read, strict=True)
    return {setting.name: setting.made(value) for setting, value in made if setting.name not in wrong}, wrong


def settings_from(location: Location, options: Mapping[str, Any] | None = None) -> Settings:
    """Read the settings for a store at this location.

    Args:
        location: where the store is.
        options: values from the command line, by field. A variable that one of them replaces is not read.

    Raises:
        Misuse: with every setting that is wrong, each by its name.
    """
    given = {field: value for field, value in (options or {}).items() if value is not None}
    ours = [setting for setting in SETTINGS if setting.field and setting.field not in given]
    values, wrong = values_of(ours)
    if wrong:
        raise _wrong(wrong)
    read = {setting.field: values[setting.name] for setting in ours if setting.field}
    return Settings(store=location, **given, **read)


def _wrong(wrong: Mapping[str, str]) -> Misuse:
    which = "a setting is" if len(wrong) == 1 else "settings are"
    return Misuse(f"{which} wrong: {'; '.join(f'{PREFIX}{name}: {why}' for name, why in wrong.items())}")


def default_location() -> Location:
    """Return the default location of the store: HARICOT_STORE, HARICOT_DATA, else the user's data folder.

    Raises:
        Misuse: with every setting that is wrong, if HARICOT_STORE is.
    """
    if os.environ.get("HARICOT_STORE"):
        try:
            return location_from_url(os.environ["HARICOT_STORE"])
        except Misuse as error:
            raise _wrong(values_of(SETTINGS)[1]) from error
    if folder := os.environ.get("HARICOT_DATA"):
        return Path(folder)
    return data_home() / "haricot"
