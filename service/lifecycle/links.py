"""Links into pages, to be handed out: below the address at which the service is reached, which it does not know."""


def call_link(game: str, token: str) -> str:
    """Return the page at which somebody who was called as an arbiter comes; the token stands behind the `#`."""
    return f"/call/{game}#token={token}"


def join_link(game: str, token: str) -> str:
    """Return the page that takes the token of a game and opens its table: a seat's to play, any other to look on.

    The token stands behind the `#`, which no browser sends.
    """
    return f"/join/{game}#token={token}"
