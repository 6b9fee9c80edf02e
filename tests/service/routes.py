"""What builds the address of a route is compiled once, not again for each of a thousand applications."""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule


def share_builders() -> None:
    """Has equal rules of all applications here share what Werkzeug compiles for them: half of the start of one."""
    compiled: dict[tuple[Any, ...], Callable[..., tuple[str, str]]] = {}
    compile_builder = Rule._compile_builder

    def shared(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        name = rule.rule, rule.endpoint, repr(rule.defaults), append_unknown
        if name not in compiled:
            compiled[name] = compile_builder(rule, append_unknown)
        return compiled[name]

    Rule._compile_builder = shared  # type: ignore[method-assign]  # routes are compiled once for all applications of the tests
