"""What a game tells: sentences, scores, read models; folds over events, never consulted when deciding."""
