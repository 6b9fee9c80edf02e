"""Proceedings on a game as the service keeps them: who acts, what was filed, what each may read of it."""
