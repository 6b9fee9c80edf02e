"""Projections: folds over the events of a game, never consulted when deciding."""
