"""The rules of the game as pure functions, without I/O or framework."""
