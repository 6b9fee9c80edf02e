"""The feed of all games: their public events as lines, in the order in which they became visible."""
