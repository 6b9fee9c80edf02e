"""The index of games: a read model of the log, in the same database, brought up to date with it."""
