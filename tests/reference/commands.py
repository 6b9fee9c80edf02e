"""`docs/commands.md`: every command with its members, the editions that have it, what can refuse it, an example."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.commands import SeatCommand
from domain.editions import EDITIONS
from replay.codec import command_types
from tests.golden.test_golden_games import GAMES
from tests.reference.mechanisms import refused_by, rulebooks
from tests.reference.tables import in_json, members, schemas, sentences

HEADER = """\
# Commands

A command is an object with its `type` and its own members; other members are refused. Send it to
`POST /v1/games/{game}/commands`, or several in order to `commands:batch`, with the token of its `seat`.
`GET .../legal-commands` lists the commands that are legal now. A member marked * is required; the others may be left
out.

*Refused by* lists the mechanisms that can forbid a command, each with its clause in each edition. The code of the
problem is `rules.<mechanism>`, as `rules.plant.not_front`. Options of an edition may lead to other clauses. Examples
are from games in `tests/golden`. Their results are [events](events.md); [formats](formats.md) describes the types.

Made from the code by `python -m tests.reference`; do not edit.

"""
OUTSIDE = {
    "CreateGame": "`POST /v1/games` makes it from its request; it is the cause of the first event.",
    "TakeSeat": "Before the game begins. The player who sends it acts for that seat from then on.",
}
"""Notes on commands that are not submitted at a table."""


def commands_document() -> str:
    """Return the document."""
    refusals, editions = _refusals()
    examples = _examples()
    names = sorted(command_types(), key=lambda name: (name not in OUTSIDE, -len(editions[name]), name))
    contents = "| command | editions |\n|---|---|\n" + "".join(
        f"| [{name}](#{name.lower()}) | {_where(editions[name])} |\n" for name in names
    )
    return HEADER + contents + "".join(_section(name, editions[name], refusals[name], examples[name]) for name in names)


def _section(name: str, editions: list[str], refusals: Mapping[str, list[str]], example: Any) -> str:
    kind = command_types()[name]
    by = "a seat" if issubclass(kind, SeatCommand) else "the service"
    lines = [
        f"\n## {name}\n\n{sentences(schemas()[name]['description'])}\n",
        f"Sent by {by}, in {_where(editions)}.{' ' + OUTSIDE[name] if name in OUTSIDE else ''}\n",
        members(name),
    ]
    if refusals and issubclass(kind, SeatCommand):
        said = (f"`{mechanism}` {', '.join(clauses)}" for mechanism, clauses in sorted(refusals.items()))
        lines.append(f"*Refused by* {'; '.join(said)}.\n")
    return "\n".join([*lines, in_json(example)])


def _refusals() -> tuple[dict[str, dict[str, list[str]]], dict[str, list[str]]]:
    """Return, by command, the mechanisms that can refuse it with their clauses by edition; and its editions."""
    refusals: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    editions: dict[str, list[str]] = {name: [] for name in command_types()}
    for key, book in rulebooks():
        for name, kind in command_types().items():
            found = refused_by(kind, book)
            there = kind in book.moves or name in OUTSIDE or not _is_ruled(name)
            if there and key not in editions[name]:
                editions[name].append(key)
            for mechanism in found:
                if (clause := book.data.cites[mechanism]) not in refusals[name][mechanism]:
                    refusals[name][mechanism].append(clause)
    return refusals, editions


def _is_ruled(name: str) -> bool:
    """Return whether a command is subject to the rules of editions; commands about shares are not."""
    return any(command_types()[name] in book.moves for _, book in rulebooks())


def _where(editions: list[str]) -> str:
    return "all editions" if len(editions) == len(EDITIONS) else ", ".join(f"`{key}`" for key in editions)


def _examples() -> dict[str, Any]:
    """Return, by type, the shortest command in the golden games that uses most of its members."""
    found: dict[str, Any] = {}
    for path in GAMES:
        for line in path.read_bytes().splitlines()[1:-1]:
            command = (msgspec.json.decode(line).get("cause") or {}).get("command")
            if command is not None and _worth(command) > _worth(found.get(command["type"])):
                found[command["type"]] = command
    return found


def _worth(command: Any) -> tuple[int, int]:
    if command is None:
        return (-1, 0)
    return sum(1 for value in command.values() if value not in (None, [], {}, 0)), -len(str(command))
