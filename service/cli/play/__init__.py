"""Commands that make games and show them."""
