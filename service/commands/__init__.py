"""Commands to games: how they are decided, written and announced."""
