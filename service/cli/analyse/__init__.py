"""Commands that show statistics and ratings."""
