"""PostgreSQL keeps the log: the application reads and appends, the owner migrates, and everybody else does nothing."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest

from service.store.errors import StoreUnavailable
from service.store.event_store import open_store
from service.store.location import Database
from service.store.postgres import database as opening
from tests.servers.postgres import QUOTED, Postgres
from tests.service.api.conftest import open_api
from tests.service.command_line import fine, misused
from tests.service.filled_stores import full_store, has_same_contents, make_backup, restore_backup, store_digest
from tests.service.store.games import keep, played
from tests.waiting import within

PASSWORD = "append-only"


class Parted:
    """A database that one role owns, from which another may serve, and where a third is nobody."""

    def __init__(self, server: Postgres) -> None:
        self.server = server
        server.execute(f"CREATE ROLE keeper LOGIN PASSWORD '{PASSWORD}'")
        server.execute(f"CREATE ROLE serves LOGIN PASSWORD '{PASSWORD}'")
        server.execute(f"CREATE ROLE nobody LOGIN PASSWORD '{PASSWORD}'")
        server.execute("CREATE DATABASE parted OWNER keeper")

    def location(self, role: str) -> Database:
        """The store as this role opens it."""
        return Database(url=self.server.url("parted").replace(f"haricot:{QUOTED}", f"{role}:{PASSWORD}"))

    def may(self, role: str, statement: str) -> bool:
        """Whether this role may do this; it is taken back."""
        with psycopg.connect(self.location(role).url) as connection:
            try:
                connection.execute(statement.encode())
            except psycopg.errors.InsufficientPrivilege:
                return False
            finally:
                connection.rollback()
            return True

    def admit(self) -> None:
        """As the owner does it by hand."""
        assert "serves may serve" in fine("admit", "serves", "--store", self.location("keeper").url).out


@pytest.fixture(scope="module")
def parting(postgres_template: Path) -> Iterator[Parted]:
    """A server with such a database, for all tests here one after the other."""
    server = Postgres(postgres_template)
    try:
        yield Parted(server.start())
    finally:
        server.end()


@pytest.fixture
def parted(parting: Parted) -> Parted:
    """The database, its store made again by its owner."""
    parting.server.execute("DROP SCHEMA IF EXISTS haricot CASCADE", "parted")
    parting.admit()
    return parting


CHANGES = (
    "UPDATE haricot.{} SET {} = {}",
    "DELETE FROM haricot.{}",
    "TRUNCATE haricot.{} CASCADE",
    "ALTER TABLE haricot.{} ADD COLUMN odd text",
    "DROP TABLE haricot.{} CASCADE",
    "CREATE TRIGGER odd BEFORE INSERT ON haricot.{} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
)
COLUMNS = {"games": "origin", "events": "state", "secrets": "seed", "names": "name", "about": "version"}


def test_a_serving_role_can_change_neither_log_nor_structure(parted: Parted) -> None:
    for statement in (
        *(change.format(table, column, column) for change in CHANGES for table, column in COLUMNS.items()),
        "CREATE TABLE haricot.odd (a int)",
        "CREATE TABLE public.odd (a int)",
        "CREATE TEMP TABLE odd (a int)",
        "CREATE SCHEMA odd",
        "CREATE FUNCTION haricot.odd() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "ALTER FUNCTION haricot.append OWNER TO serves",
        "SELECT setval('haricot.events_notification_id_seq', 1)",
    ):
        assert not parted.may("serves", statement), statement


def test_control_the_owner_could_change_the_log(parted: Parted) -> None:
    for change in CHANGES[:3]:
        assert parted.may("keeper", change.format("events", "state", "state"))


def test_nobody_else_may_even_connect(parted: Parted) -> None:
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(parted.location("nobody").url)


def test_control_before_it_is_closed_anybody_holds_the_lock_of_all_writers(own_postgres: Postgres) -> None:
    parted = Parted(own_postgres)
    open_store(parted.location("keeper")).close()
    assert parted.may("nobody", f"SELECT pg_advisory_xact_lock({opening.naming.LOCK})")
    assert parted.may("nobody", f"LISTEN {opening.naming.CHANNEL}")


def test_who_serves_plays_notes_backs_up_and_restores(parted: Parted, tmp_path: Path) -> None:
    location, source = parted.location("serves"), full_store(tmp_path / "source")
    answer = make_backup(source, tmp_path / "from-sqlite")
    assert answer == restore_backup(location, tmp_path / "from-sqlite")
    assert answer == make_backup(location, tmp_path / "from-postgres")
    with open_store(source) as one, open_store(location) as other:
        assert has_same_contents(one, other)
        assert other.writable
        other.require_room()
        assert other.take_lease("bots")
    with open_api(location) as api:
        match = api.match()
        for _ in range(15):
            assert api.move(match, Random(2))
        api.post(f"{match.at}/pause", match.organiser)
        api.post(f"{match.at}/resume", match.organiser)
        api.post(f"{match.at}/annotations", match.organiser, json={"n": 3, "text": "Why?"})
        made = api.post("/v1/tokens", match.organiser, json={"game": match.game, "kind": "seat", "seat": 1})
        match.seats[1] = made["token"]
        assert api.ask("GET", "/readyz").status_code == 200
        with open_store(parted.location("keeper")) as elsewhere:  # what one writes the other hears
            before = elsewhere.position()
            assert api.move(match, Random(3)) or True
            assert within(5, lambda: elsewhere.news().events or elsewhere.position() > before)
    assert store_digest(location) == store_digest(parted.location("keeper"))


def test_the_doctor_tells_who_may_do_what(parted: Parted) -> None:
    def found(role: str) -> tuple[bool, str]:
        with open_store(parted.location(role)) as store:
            return next((ok, says) for name, ok, says in store.checks() if name == "roles")

    assert found("serves") == (True, "serves may read and append the log, and not change it")
    assert found("keeper")[0]
    assert "`haricot grant ROLE`" in found("keeper")[1]
    parted.server.execute("GRANT UPDATE ON haricot.names TO serves", "parted")
    assert found("serves") == (False, "serves may change the log: as keeper, `haricot grant serves`")
    parted.admit()
    parted.server.execute("GRANT CONNECT ON DATABASE parted TO PUBLIC")
    assert found("serves") == (False, "everybody may connect to the database: as its owner, `haricot grant serves`")
    parted.admit()
    assert found("serves")[0]


def as_version_1(parted: Parted) -> None:
    """The store as the first Haricot on PostgreSQL made it, from which `serves` may serve."""
    steps = "; ".join(opening.migrations.STEPS[1])
    parted.server.execute("DROP SCHEMA haricot CASCADE", "parted")
    with psycopg.connect(parted.location("keeper").url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA haricot; {steps}".encode())
        connection.execute(b"GRANT USAGE ON SCHEMA haricot TO serves")
        connection.execute(b"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA haricot TO serves")


def test_only_the_owner_brings_it_up_to_date_and_who_served_before_serves_on(parted: Parted) -> None:
    as_version_1(parted)
    says = misused("list", "--store", parted.location("serves").url)
    assert "As a user who may write there, run `haricot migrate" in says
    open_store(parted.location("keeper")).close()
    with open_store(parted.location("serves")) as store:
        assert store.writable
        store.require_room()
    assert not parted.may("serves", "DELETE FROM haricot.events")
    assert parted.may("serves", "DELETE FROM haricot.former_players")


def test_control_not_admitted_again_they_could_not_serve_from_new_tables(
    parted: Parted, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_version_1(parted)
    monkeypatch.setattr(opening, "admit_again", lambda _: None)
    open_store(parted.location("keeper")).close()
    assert not parted.may("serves", "DELETE FROM haricot.former_players")


def test_a_role_that_is_none_the_owner_and_a_folder_are_told_in_one_line(parted: Parted, tmp_path: Path) -> None:
    keeper = parted.location("keeper").url
    assert "there is no role stranger" in misused("admit", "stranger", "--store", keeper)
    assert "keeper owns the store" in misused("admit", "keeper", "--store", keeper)
    assert "is a folder" in misused("admit", "keeper", "--data", tmp_path)


def test_a_role_may_be_called_whatever_it_likes(parted: Parted) -> None:
    parted.server.execute("""CREATE ROLE "x""; DROP TABLE haricot.events; --" """)
    fine("admit", 'x"; DROP TABLE haricot.events; --', "--store", parted.location("keeper").url)
    assert parted.may("serves", "SELECT 1 FROM haricot.events")


@pytest.mark.long
def test_who_may_only_read_opens_a_store_of_the_schema_before_as_it_is(
    parted: Parted, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_version_1(parted)
    with monkeypatch.context() as patch:
        patch.setattr(opening.migrations, "VERSION", opening.migrations.VERSION - 1)
        with open_store(parted.location("keeper")) as store:
            keep(store, played("g"))
            heads = store.heads()
    parted.server.execute(f"CREATE ROLE reads LOGIN PASSWORD '{PASSWORD}'")
    for right in ("CONNECT ON DATABASE parted", "USAGE ON SCHEMA haricot", "SELECT ON ALL TABLES IN SCHEMA haricot"):
        parted.server.execute(f"GRANT {right} TO reads", "parted")
    with open_store(parted.location("reads")) as store:
        assert (store.writable, store.heads()) == (False, heads)
    with pytest.raises(StoreUnavailable, match="ask for the rights"):
        open_store(parted.location("serves"))
    with open_store(parted.location("keeper")) as store:
        assert (store.writable, store.heads()) == (True, heads)
