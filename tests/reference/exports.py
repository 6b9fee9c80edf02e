"""The tables of docs/exports.md that are made from the code: the filters that lists and exports share."""

import re
from typing import Final

from service.api.games.game_filters import GamesQuery
from service.store.index.filters import FILTERS, FilterKind

_FILTERS: Final = re.compile(r"(?<=\n\| query \| command line \| games \|\n\|---\|---\|---\|\n)(?:\|.*\n)+")


def exports_document(text: str) -> str:
    """The text of the guide with its tables as they are now."""
    made, count = _FILTERS.subn(lambda _: "".join(_filters()), text)
    assert count == 1, "the table of filters has lost its head"
    return made


def _filters() -> list[str]:
    rows = []
    for argument, field in GamesQuery().fields.items():
        name, filter_ = f"`--{argument.replace('_', '-')}`", FILTERS.get(argument)
        says = field.metadata["description"] if filter_ is None else filter_.says.partition(". ")[0]
        says = says.removeprefix("Only games ").removeprefix("Only ")
        if filter_ is not None and filter_.kind == FilterKind.FLAG:
            name += f", `--no-{argument}`"
        rows.append(f"| `{argument}` | {name if filter_ is not None else ''} | {says} |\n")
    return rows
