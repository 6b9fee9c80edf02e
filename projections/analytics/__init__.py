"""Figures about games, players and editions: pure folds, each with its definition."""
