"""The feed of all games: what the public may see of them, line by line, in the order in which it became visible."""
