"""Links to pages, relative to the service's public address, which is unknown here."""


def call_link(game: str, token: str) -> str:
    """Return the page where an arbiter answers a call. The token is in the fragment, which browsers do not send."""
    return f"/call/{game}#token={token}"


def join_link(game: str, token: str) -> str:
    """Return the page that stores a token and opens its table: to play with a seat's token, to watch with any other.

    The token is in the fragment, which browsers do not send.
    """
    return f"/join/{game}#token={token}"
