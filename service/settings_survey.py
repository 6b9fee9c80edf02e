"""What is set from outside, by whom, and what is set in vain: for all who wonder why a process behaves as it does."""

import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from environs import EnvError

from domain.refusals import Misuse
from domain.values import Value
from service.places import MASK
from service.settings import PREFIX, SETTINGS

NEAR: Final = 0.7
"""How much of two names must agree for the one to be a slip of the pen, where 1 is all."""
_PASSWORDS: Final = re.compile(r"(?:^|//)[^/?#:]*:(?!//)(.+)@|[?&]password=([^&#]+)")


class Told(Value, omit_defaults=False):
    """One variable: its value as a text without secrets, and where that comes from: environment, option or default.

    `wrong` says what is the matter with a value that is none.
    """

    name: str
    value: str
    source: str
    says: str
    wrong: str | None = None


def survey(options: Mapping[str, str], defaults: Mapping[str, object]) -> Iterator[Told]:
    """Every setting; both arguments by its name without the prefix.

    `options` are those given to the command, `defaults` what holds where nobody says anything and Settings do not.
    """
    for setting in SETTINGS:
        name = PREFIX + setting.name
        said = options.get(setting.name, os.environ.get(name))
        source = "option" if setting.name in options else "default" if said is None else "environment"
        value, wrong = said, None
        if source != "option":
            try:
                value = setting.value()
            except (EnvError, Misuse) as error:
                wrong = _masked(" ".join(str(error).removeprefix(f"{name}: ").split()), said or "")
        value = _text(defaults.get(setting.name) if value is None else value)
        yield Told(name=name, value=_masked(value, value), source=source, says=setting.says, wrong=wrong)


def unknown() -> list[Told]:
    """The variables that look like settings and that nobody reads; `wrong` where a setting has nearly that name."""
    known = [setting.name for setting in SETTINGS]
    strange = sorted(name for name in os.environ if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in known)
    found = []
    for name in strange:
        near = get_close_matches(name.removeprefix(PREFIX), known, 1, NEAR)
        wrong = f"is it {PREFIX}{near[0]} that is meant?" if near else None
        found.append(Told(name=name, value=MASK, source="environment", says="not known: no setting", wrong=wrong))
    return found


def _masked(text: str, url: str) -> str:
    """A text without the passwords of this URL, which may be none: whoever mistypes one has a password all the same."""
    for found in _PASSWORDS.finditer(url):
        text = text.replace(found[1] or found[2], MASK)
    return text


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, tuple) else str(value)
