"""Share fixtures of the store: a real PostgreSQL server, a small backup, a folder that every user may enter."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.postgres import bare_database, database, own_postgres, postgres, postgres_template, shared_database
from tests.service.filled_stores import make_backup, small_store

__all__ = ["bare_database", "database", "own_postgres", "postgres", "postgres_template", "shared_database"]


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small backup."""
    folder = tmp_path_factory.mktemp("small")
    make_backup(small_store(folder / "store"), folder / "file")
    return (folder / "file").read_bytes()


@pytest.fixture
def public_path() -> Iterator[Path]:
    """A folder that every user may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for path in folder.iterdir():
        path.chmod(0o755)  # a test may have closed it
    shutil.rmtree(folder)
