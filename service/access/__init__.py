"""Who asks, with what they may do or know."""
