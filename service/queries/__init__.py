"""Games as they are read."""
