"""Run the tests of the library `eventsourcing` for recorders against ours on each database.

The library's recorders take UUIDs, ours any text. Its suites are of unittest, which takes no fixtures as arguments, so
there is a class for each database. Its suite for PostgreSQL consists of these two classes and of the optional test of
subscriptions.
"""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from eventsourcing.persistence import NotSupportedError
from eventsourcing.tests.persistence import ApplicationRecorderTestCase, NonInterleavingNotificationIDsBaseCase

from service.store.backends import open_recorder
from service.store.location import Database
from service.store.recorder import GameRecorder
from service.store.sqlite.recorder import SqliteRecorder
from tests.servers.postgres import Postgres


class TextIds:
    """Provides ids of text, and the recorder under test."""

    recorder: GameRecorder

    def new_originator_id(self) -> str:
        return f"game-{uuid4()}"

    def create_recorder(self) -> GameRecorder:
        return self.recorder


class OnSqlite(TextIds):
    @pytest.fixture(autouse=True)
    def opened(self, tmp_path: Path) -> Iterator[None]:
        self.recorder = open_recorder(tmp_path / "store", create=True)
        yield
        self.recorder.close()


class OnPostgres(TextIds):
    @pytest.fixture(autouse=True)
    def opened(self, postgres: Postgres, database: str) -> Iterator[None]:
        self.recorder = open_recorder(Database(url=postgres.url(database)), create=True)
        yield
        self.recorder.close()


class TestRecorderOnSqlite(OnSqlite, ApplicationRecorderTestCase[GameRecorder]):
    def test_insert_subscribe(self) -> None:
        """SQLite announces nothing, so a subscription is refused."""
        with pytest.raises(NotSupportedError):
            self.optional_test_insert_subscribe()


class TestPositionsOnSqlite(OnSqlite, NonInterleavingNotificationIDsBaseCase):
    pass


class TestRecorderOnPostgres(OnPostgres, ApplicationRecorderTestCase[GameRecorder]):
    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestPositionsOnPostgres(OnPostgres, NonInterleavingNotificationIDsBaseCase):
    pass


def test_control_the_suite_detects_a_recorder_without_a_last_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = TestRecorderOnSqlite("test_insert_select")
    for last, failures in ((lambda recorder: None, 1), (SqliteRecorder.max_notification_id, 0)):
        monkeypatch.setattr(SqliteRecorder, "max_notification_id", last)
        case.recorder = open_recorder(tmp_path / str(failures), create=True)
        assert failures == len(case.run().failures)
        case.recorder.close()
