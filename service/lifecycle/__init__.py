"""Who makes a game, who sits at it."""
