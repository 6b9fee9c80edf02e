"""Signed checkpoints of games and the transparency log, so that a later change of a game shows."""
