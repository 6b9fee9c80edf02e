"""Games as they are played."""
