"""The record of a game: how it is written, read, forked or audited."""
