"""Metadata beside the log: one file for each group of entries, with their tables."""
