"""Stores in a folder, as one SQLite file."""
