"""Proceedings: what is disputed about a game, ruled by arbiters, as events of a stream of their own."""
