"""One feed of all games: what everybody may see of them, line by line, in the order in which it could be seen."""
