"""The locks hold on every Python from 3.11.0 on: whatever a package needs there, and only there, is pinned as well."""

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
"""The extras and groups of the project that each lock holds beside what is always needed."""
PYTHONS = [f"3.{minor}.{patch}" for minor in (11, 12, 13, 14) for patch in range(16)]
PIN = re.compile(r"^([\w.-]+==.*?) \\$", re.MULTILINE)


def lacking(lock: str, extras: tuple[str, ...], python: str) -> Iterator[str]:
    """What somebody needs on this Python that the text of this lock does not install there, or not as it is needed."""
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
    """What an installed package says that it needs; one that this Python has no use for is not there to be asked."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


def text(lock: str) -> str:
    """What is written in this lock."""
    return (ROOT / "lock" / f"{lock}.txt").read_text("utf-8")


@pytest.mark.parametrize("lock", LOCKS)
def test_it_holds_on_every_patch_release(lock):
    assert [] == [fault for python in PYTHONS for fault in lacking(text(lock), LOCKS[lock], python)]


@pytest.mark.parametrize("lock", mostly_long(LOCKS))
def test_control_a_package_that_only_old_patch_releases_need_is_missed(lock):
    poor = re.sub(r"^async-timeout==.*\n( .*\n)*", "", text(lock), flags=re.MULTILINE)
    for python in PYTHONS:
        missed = [fault for fault in lacking(poor, LOCKS[lock], python) if "async-timeout" in fault]
        assert bool(missed) == (python in {"3.11.0", "3.11.1", "3.11.2"}), python


def test_control_a_marker_that_is_too_narrow_is_seen():
    narrow = text("runtime").replace("python_full_version < '3.11.3'", "python_full_version < '3.11.2'")
    assert [] == list(lacking(narrow, LOCKS["runtime"], "3.11.1"))
    assert [fault for fault in lacking(narrow, LOCKS["runtime"], "3.11.2") if "async-timeout" in fault]


def test_control_a_version_that_does_not_fit_is_seen():
    old = re.sub(r"^flask==\S+", "flask==2.0.0", text("runtime"), flags=re.MULTILINE)
    assert [fault for fault in lacking(old, LOCKS["runtime"], "3.12.0") if "flask" in fault]
