"""The store in a folder: one file of SQLite."""
