"""A report of the settings: each with its value, its source, and its error if any."""

import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from domain.values import Value
from service.settings import PREFIX, SETTINGS, values_of
from service.store.location import MASK

SIMILARITY_MIN: Final = 0.7
"""The similarity of two names, 1 when they are equal, above which one counts as a misspelling of the other."""
_PASSWORDS: Final = re.compile(r"(?:^|//)[^/?#:]*:(?!//)(.+)@|[?&]password=([^&#]+)")


class SettingLine(Value, omit_defaults=False):
    """One variable: its value as text without secrets, and its source: environment, option or default.

    `wrong` says what is wrong with an invalid value.
    """

    name: str
    value: str
    source: str
    says: str
    wrong: str | None = None


def report_settings(options: Mapping[str, str], defaults: Mapping[str, object]) -> Iterator[SettingLine]:
    """Yield a line for every setting. The keys of both arguments are names without the prefix.

    `options` were given to the command; `defaults` are those of settings that the class Settings does not have.
    """
    values, faults = values_of(SETTINGS)
    for setting in SETTINGS:
        name = PREFIX + setting.name
        given, fault = os.environ.get(name), faults.get(setting.name)
        source = "default" if given is None else "environment"
        value = given if fault else values[setting.name]
        if setting.name in options:
            source, value, fault = "option", options[setting.name], None
        text = _text(defaults.get(setting.name) if value is None else value)
        wrong = None if fault is None else _masked(" ".join(fault.split()), given or "")
        yield SettingLine(name=name, value=_masked(text, text), source=source, says=setting.says, wrong=wrong)


def unknown_settings() -> list[SettingLine]:
    """Return a line for each variable that looks like a setting but is none. `wrong` suggests a similar setting."""
    known = [setting.name for setting in SETTINGS]
    unknown = sorted(name for name in os.environ if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in known)
    lines = []
    for name in unknown:
        similar = get_close_matches(name.removeprefix(PREFIX), known, 1, SIMILARITY_MIN)
        wrong = f"is it {PREFIX}{similar[0]} that is meant?" if similar else None
        says = "not known: no setting"
        lines.append(SettingLine(name=name, value=MASK, source="environment", says=says, wrong=wrong))
    return lines


def _masked(text: str, url: str) -> str:
    """Mask the passwords of a URL in a text, also of a mistyped one."""
    for found in _PASSWORDS.finditer(url):
        text = text.replace(found[1] or found[2], MASK)
    return text


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, tuple) else str(value)
