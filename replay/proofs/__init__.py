"""The proofs that make a game's record believable, without trust in the server or the other players."""
