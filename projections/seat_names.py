"""Names of players that are distinct at one table: equal names get the seat beside them."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence


def distinct_names(names: Sequence[str | None], seat: Callable[[int], str]) -> list[str | None]:
    """Return the names, those that look alike with what `seat` calls their seat: "Anna (Seat 2)"."""
    alike = Counter(_comparison_key(name) for name in names if name)
    return [
        f"{name} ({seat(index)})" if name and alike[_comparison_key(name)] > 1 else name
        for index, name in enumerate(names)
    ]


def _comparison_key(name: str) -> str:
    """Return the name without differences that readers overlook: case, width, spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
