"""Stored data of integrators: the scopes of their tokens, and the games that these made."""

from service.store.entries.metadata_store import Entry


class GameMaker(Entry):
    """The token that made a game, by its digest, with its id of the game and its notes as JSON, which may be deleted.

    Only this token may read them.
    """

    sql_table = "makers"
    key_fields = ("game",)
    since_schema = 6

    game: str
    token: str
    external_id: str | None = None
    metadata: str = "{}"


class ServiceGrant(Entry):
    """The scopes of a service token, separated by spaces, the token that made it, and its note.

    A token without such an entry is older than these entries, or may do everything.
    """

    sql_table = "service_grants"
    key_fields = ("digest",)
    since_schema = 6

    digest: str
    scopes: str
    made_by: str | None = None
    note: str | None = None


TENANT_KINDS: tuple[type[Entry], ...] = (GameMaker, ServiceGrant)
