"""The names of the players of all games in a store."""

from collections.abc import Callable, Iterable, Sequence

from service.store.entries.metadata_store import FormerPlayer, Player


def player_names(rows: Callable[..., Iterable[Sequence[object]]]) -> list[str]:
    """Return every current or former name of a player, each once. Pass this function to `GameStore.query`."""
    tables = (f"SELECT name FROM {kind.sql_table} WHERE name IS NOT NULL" for kind in (Player, FormerPlayer))
    return [str(name) for (name,) in rows(" UNION ".join(tables))]
