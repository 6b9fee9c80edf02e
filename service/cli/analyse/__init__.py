"""The commands that show statistics and ratings, a file each."""
