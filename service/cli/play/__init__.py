"""Commands that create, show and replay games."""
