"""Caches for what tests would make again for each application and store: compiled routes, the empty database."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from werkzeug.routing import Rule

from service.store.event_store import open_store
from service.store.location import Location
from service.store.sqlite.file import OWNER_ONLY_MODE, STORE

COMPILED = ("_parts", "_trace", "_converters", "arguments")
"""What the compilation of a route sets, beside its two builders of addresses."""
BUILDERS = ("_build", "_build_unknown")


def cache_compiled_routes() -> None:
    """Compile equal routes of all applications once. Without this, it is most of the start of an application."""
    compiled: dict[tuple[Any, ...], dict[str, Any]] = {}
    compile_rule = Rule.compile

    def compile_once(rule: Rule) -> None:
        at = (rule.rule, rule.endpoint, repr(rule.defaults), rule.subdomain, rule.host, rule.merge_slashes)
        if at in compiled:
            vars(rule).update(compiled[at])
            for name in BUILDERS:  # bound to the rule that was compiled
                setattr(rule, name, compiled[at][name].__func__.__get__(rule, None))
        else:
            compile_rule(rule)
            compiled[at] = {name: getattr(rule, name) for name in (*COMPILED, *BUILDERS)}

    Rule.compile = compile_once  # type: ignore[method-assign]  # compiled once for all applications of the tests


def with_empty_store(location: Location) -> Location:
    """Put a copy of an empty store into this folder, unless it holds a store or is a database, and return it.

    That takes a tenth of the time of the schema's statements. Tests of the store itself do not use it.
    """
    if isinstance(location, Path) and not (location / STORE).exists():
        location.mkdir(mode=0o700, parents=True, exist_ok=True)
        (location / STORE).touch(mode=OWNER_ONLY_MODE)
        (location / STORE).write_bytes(_empty_database())
    return location


@cache
def _empty_database() -> bytes:
    with TemporaryDirectory() as folder:
        open_store(Path(folder)).close()
        return (Path(folder) / STORE).read_bytes()
