"""The locks pin every package that is needed on each Python from 3.11.0 on."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.long_tests import mostly_long

ROOT = Path(__file__).parent.parent
WRITTEN = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = WRITTEN["project"]
WANTED = {**PROJECT["optional-dependencies"], **WRITTEN["dependency-groups"]}
LOCKS = {
    "runtime": ("server", "postgres", "parquet", "pictures"),
    "dev": ("server", "dev"),
    "bench": ("server", "bench"),
}
"""The extras and groups of the project in each lock, beside the dependencies that are always needed."""
PYTHONS = [f"3.{minor}.{patch}" for minor in (11, 12, 13, 14) for patch in range(16)]
PIN = re.compile(r"^([\w.-]+==.*?) \\$", re.MULTILINE)


def lacking(lock: str, extras: tuple[str, ...], python: str) -> Iterator[str]:
    """Yield the requirements on this Python that the text of this lock does not satisfy."""
    here = {**default_environment(), "python_full_version": python, "python_version": python.rpartition(".")[0]}
    pins = [parsed(line) for line in PIN.findall(lock)]
    pinned = {canonicalize_name(pin.name): pin for pin in pins if pin.marker is None or pin.marker.evaluate(here)}
    wanted = [PROJECT["dependencies"], *(WANTED[extra] for extra in extras)]
    waiting = [("haricot", "", line) for lines in wanted for line in lines]
    asked = set()
    while waiting:
        who, extra, line = waiting.pop()
        need = parsed(line)
        name = canonicalize_name(need.name)
        if name == PROJECT["name"]:
            waiting += [(who, "", wanted) for other in need.extras for wanted in WANTED[other]]
            continue
        if (need.marker is not None and not need.marker.evaluate({**here, "extra": extra})) or (name, line) in asked:
            continue
        asked.add((name, line))
        pin = pinned.get(name)
        if pin is None or not need.specifier.contains(next(iter(pin.specifier)).version):
            yield f"Python {python}: {who} needs {line}, the lock has {pin or 'none'}"
        waiting += [(name, extra, line) for extra in ("", *need.extras) for line in needs(name)]


parsed = cache(Requirement)


@cache
def needs(name: str) -> list[str]:
    """Return the requirements of an installed package; none if this Python does not need it."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


def text(lock: str) -> str:
    """Return the text of this lock."""
    return (ROOT / "lock" / f"{lock}.txt").read_text("utf-8")


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_covers_every_patch_release(lock):
    assert [] == [fault for python in PYTHONS for fault in lacking(text(lock), LOCKS[lock], python)]


@pytest.mark.parametrize("lock", mostly_long(LOCKS))
def test_control_a_missing_backport_is_detected(lock):
    poor = re.sub(r"^async-timeout==.*\n( .*\n)*", "", text(lock), flags=re.MULTILINE)
    for python in PYTHONS:
        missed = [fault for fault in lacking(poor, LOCKS[lock], python) if "async-timeout" in fault]
        assert bool(missed) == (python in {"3.11.0", "3.11.1", "3.11.2"}), python


def test_control_a_marker_that_is_too_narrow_is_detected():
    narrow = text("runtime").replace("python_full_version < '3.11.3'", "python_full_version < '3.11.2'")
    assert [] == list(lacking(narrow, LOCKS["runtime"], "3.11.1"))
    assert [fault for fault in lacking(narrow, LOCKS["runtime"], "3.11.2") if "async-timeout" in fault]


def test_control_an_incompatible_version_is_detected():
    old = re.sub(r"^flask==\S+", "flask==2.0.0", text("runtime"), flags=re.MULTILINE)
    assert [fault for fault in lacking(old, LOCKS["runtime"], "3.12.0") if "flask" in fault]
