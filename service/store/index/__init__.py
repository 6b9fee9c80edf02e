"""The index of games: a read model of the log in the same database, updated from the log."""
