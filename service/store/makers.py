"""Which service token made a game, with what it noted about it for itself."""

from service.store.register import Entry


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
