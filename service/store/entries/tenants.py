"""Stored data of integrators: the scopes of their tokens, and the games that these created."""

from service.store.entries.metadata_store import Entry


class GameMaker(Entry):
    """The digest of the token that created a game, with the integrator's id and metadata of the game.

    Only this token may read the id and the metadata, which is JSON.
    """

    sql_table = "makers"
    key_fields = ("game",)
    since_schema = 6

    game: str
    token: str
    external_id: str | None = None
    metadata: str = "{}"


class ServiceGrant(Entry):
    """The scopes of a service token, separated by spaces, the digest of the token that created it, and a note.

    A token without such an entry has every scope.
    """

    sql_table = "service_grants"
    key_fields = ("digest",)
    since_schema = 6

    digest: str
    scopes: str
    made_by: str | None = None
    note: str | None = None


TENANT_KINDS: tuple[type[Entry], ...] = (GameMaker, ServiceGrant)
