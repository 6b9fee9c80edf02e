"""What analytics keep: the public ids of players, whose seat it was, and the figures of each finished game."""

from service.store.entries.metadata_store import Entry


class PlayerId(Entry):
    """The public id of a person, drawn at random; `maker` is the integrator who gave the person's id.

    Of an erased or opted-out player the person is None and `hidden` is true: the id stays, so that no other rating
    moves, and nothing tells whose it was.
    """

    kept_in = "player_ids"
    named_by = ("player",)
    came_with = 13

    player: str
    maker: str
    person: str | None
    hidden: bool = False


class SeatPlayer(Entry):
    """Whose results those of a seat are: the public id of a person, or the name of a bot."""

    kept_in = "seat_players"
    named_by = ("game", "seat")
    quiet = True
    came_with = 13

    game: str
    seat: int
    player: str


class FiguresEntry(Entry):
    """The figures of a finished game as JSON, in the version `form` of what is counted; derived from its events."""

    kept_in = "game_figures"
    named_by = ("game",)
    quiet = True
    came_with = 13

    game: str
    form: int
    figures: str


class FiguresGone(FiguresEntry):
    """The figures of a game that are made again."""

    gone = True


ANALYTICS: tuple[type[Entry], ...] = (PlayerId, SeatPlayer)
"""The entries that belong to a backup; figures are made again."""
