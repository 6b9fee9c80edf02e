"""Disputes as the service stores them: who acts, what was filed, and what each principal may read of it."""
