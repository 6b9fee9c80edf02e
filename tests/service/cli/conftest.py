"""Fixtures for tests of the command line."""

import pytest

from tests.service.cli.exported_tables import Exported


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Export a store once for all tests, none of which changes it."""
    return Exported(tmp_path_factory.mktemp("exported"))
