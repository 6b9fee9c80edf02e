"""What is kept for other servers: what their tokens are for, which games these made."""

from service.store.entries.metadata_store import Entry


class GameMaker(Entry):
    """The token that made a game, by its digest; what it calls the game, and its own notes as JSON, which may go.

    Nobody else is told of any of this.
    """

    kept_in = "makers"
    named_by = ("game",)
    came_with = 6

    game: str
    token: str
    external_id: str | None = None
    metadata: str = "{}"


class ServiceGrant(Entry):
    """The scopes of a token of the service, with spaces between; which token made it, and what for.

    One without such an entry is from before there were any, or may do everything.
    """

    kept_in = "service_grants"
    named_by = ("digest",)
    came_with = 6

    digest: str
    scopes: str
    made_by: str | None = None
    note: str | None = None


TENANTS: tuple[type[Entry], ...] = (GameMaker, ServiceGrant)
