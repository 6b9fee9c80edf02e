"""The store in a folder: one SQLite file."""
