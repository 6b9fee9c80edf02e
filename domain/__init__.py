"""The game itself: what may be done, what happens, what it means; no I/O, no framework."""
