"""The names by which players of the games in a store are called."""

from collections.abc import Callable, Iterable, Sequence

from service.store.entries.metadata_store import FormerPlayer, Player


def player_names(rows: Callable[..., Iterable[Sequence[object]]]) -> list[str]:
    """Return every name by which a player is called or was, each once; a question for `GameStore.ask`."""
    tables = (f"SELECT name FROM {kind.kept_in} WHERE name IS NOT NULL" for kind in (Player, FormerPlayer))
    return [str(name) for (name,) in rows(" UNION ".join(tables))]
