"""Tournaments: a stream of events of their own, decided and folded like games."""
