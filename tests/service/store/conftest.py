"""What all tests of the store share: a real server of PostgreSQL, started when a test first asks for it."""

from tests.servers.postgres import database, own_postgres, postgres, postgres_template, shared_database

__all__ = ["database", "own_postgres", "postgres", "postgres_template", "shared_database"]
