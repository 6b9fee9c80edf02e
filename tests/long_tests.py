"""Of the cases of a test, how many run in `make test`, and which are marked `long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_long(cases: Iterable[Any], short: int = 1) -> list[Any]:
    """The cases for `parametrize`: the first `short` run always, the others are marked `long`.

    A tuple holds the values of several arguments; one that is itself the only argument stands in a tuple of its own.
    """
    return [_case(case, is_long=k >= short) for k, case in enumerate(cases)]


def one_in(step: int, cases: Iterable[Any]) -> list[Any]:
    """The cases for `parametrize`: one of each `step` runs always, the others are marked `long`."""
    return [_case(case, is_long=k % step > 0) for k, case in enumerate(cases)]


def _case(case: Any, *, is_long: bool) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=[pytest.mark.long] if is_long else [])
