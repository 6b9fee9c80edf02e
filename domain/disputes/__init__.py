"""Proceedings: disputes about a game and the rulings of arbiters, as events of a stream of their own."""
