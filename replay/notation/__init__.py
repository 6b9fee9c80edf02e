"""BEN, the bean notation: games, moves, positions as people write them."""
