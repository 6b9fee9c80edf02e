"""How many tables of which size a round has."""

from typing import NamedTuple


class Sizes(NamedTuple):
    """The sizes that tables may have: at least `smallest`, at most `largest`, best `preferred`."""

    smallest: int
    preferred: int
    largest: int


def table_sizes(players: int, sizes: Sizes) -> tuple[int, ...]:
    """Return the sizes of the tables that hold as many of these players as possible, large ones first.

    There are as few tables as hold all at no more than the preferred size each, and sizes differ by at most one. Where
    a table would be too small, there are fewer and larger ones. Where that does not fit either, one player more sits
    out. The empty tuple stands for too few players.
    """
    for seated in range(players, 0, -1):
        for tables in range(-(-seated // sizes.preferred), 0, -1):
            size, larger = divmod(seated, tables)
            if size + (larger > 0) > sizes.largest:
                break
            if size >= sizes.smallest:
                return (size + 1,) * larger + (size,) * (tables - larger)
    return ()
