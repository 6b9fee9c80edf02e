"""The life of a game: who makes it, who sits at it, how it is imported, forked and erased."""
