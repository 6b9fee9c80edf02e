"""Backup of a whole store in one file, from and to any database."""
