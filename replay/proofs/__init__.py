"""Proofs that a game's record is true, for readers who trust neither the server nor the players."""
