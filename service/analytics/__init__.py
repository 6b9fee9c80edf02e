"""Analytics over the games of a store: figures of finished games, players, statistics and ratings."""
