"""The store in a database of PostgreSQL."""
