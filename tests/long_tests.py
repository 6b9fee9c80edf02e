"""Choose which cases of a test run in `make test` and which are marked `long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_long(cases: Iterable[Any], short: int = 1) -> list[Any]:
    """Return cases for `parametrize`: the first `short` always run, the others are marked `long`.

    A tuple holds the values of several arguments. Wrap a tuple that is the only argument in another tuple.
    """
    return [_case(case, is_long=k >= short) for k, case in enumerate(cases)]


def one_in(step: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`: every `step`-th one always runs, the others are marked `long`."""
    return [_case(case, is_long=k % step > 0) for k, case in enumerate(cases)]


def _case(case: Any, *, is_long: bool) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=[pytest.mark.long] if is_long else [])
