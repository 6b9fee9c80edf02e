"""Check rights in PostgreSQL: a serving role reads and appends, the owner migrates, other roles cannot connect."""

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
from tests.service.command_line import run_ok, run_refused
from tests.service.filled_stores import full_store, has_same_contents, make_backup, restore_backup, store_digest
from tests.service.store.games import add_game, play_game
from tests.waiting import happens_within

PASSWORD = "append-only"


class RoleDatabase:
    """A database with an owner, a serving role, and a role without rights."""

    def __init__(self, server: Postgres) -> None:
        self.server = server
        server.execute(f"CREATE ROLE keeper LOGIN PASSWORD '{PASSWORD}'")
        server.execute(f"CREATE ROLE serves LOGIN PASSWORD '{PASSWORD}'")
        server.execute(f"CREATE ROLE nobody LOGIN PASSWORD '{PASSWORD}'")
        server.execute("CREATE DATABASE roles OWNER keeper")

    def location(self, role: str) -> Database:
        """Return the location of the store for this role."""
        return Database(url=self.server.url("roles").replace(f"haricot:{QUOTED}", f"{role}:{PASSWORD}"))

    def may(self, role: str, statement: str) -> bool:
        """Return whether this role may execute this statement, and roll it back."""
        with psycopg.connect(self.location(role).url) as connection:
            try:
                connection.execute(statement.encode())
            except psycopg.errors.InsufficientPrivilege:
                return False
            finally:
                connection.rollback()
            return True

    def admit(self) -> None:
        """Grant the rights to serve, by `haricot admit` of the owner."""
        assert "serves may serve" in run_ok("admit", "serves", "--store", self.location("keeper").url).out


@pytest.fixture(scope="module")
def role_server(postgres_template: Path) -> Iterator[RoleDatabase]:
    """A server with such a database, for all tests one after the other."""
    server = Postgres(postgres_template)
    try:
        yield RoleDatabase(server.start())
    finally:
        server.end()


@pytest.fixture
def roles(role_server: RoleDatabase) -> RoleDatabase:
    """The database with a new store of its owner."""
    role_server.server.execute("DROP SCHEMA IF EXISTS haricot CASCADE", "roles")
    role_server.admit()
    return role_server


CHANGES = (
    "UPDATE haricot.{} SET {} = {}",
    "DELETE FROM haricot.{}",
    "TRUNCATE haricot.{} CASCADE",
    "ALTER TABLE haricot.{} ADD COLUMN odd text",
    "DROP TABLE haricot.{} CASCADE",
    "CREATE TRIGGER odd BEFORE INSERT ON haricot.{} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
)
COLUMNS = {"games": "origin", "events": "state", "secrets": "seed", "names": "name", "about": "version"}


def test_a_serving_role_can_change_neither_log_nor_structure(roles: RoleDatabase) -> None:
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
        assert not roles.may("serves", statement), statement


def test_control_the_owner_can_change_the_log(roles: RoleDatabase) -> None:
    for change in CHANGES[:3]:
        assert roles.may("keeper", change.format("events", "state", "state"))


def test_a_role_without_rights_cannot_connect(roles: RoleDatabase) -> None:
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(roles.location("nobody").url)


def test_control_before_admit_any_role_can_hold_the_lock_of_writers(own_postgres: Postgres) -> None:
    roles = RoleDatabase(own_postgres)
    open_store(roles.location("keeper")).close()
    assert roles.may("nobody", f"SELECT pg_advisory_xact_lock({opening.naming.LOCK})")
    assert roles.may("nobody", f"LISTEN {opening.naming.CHANNEL}")


def test_a_serving_role_plays_annotates_backs_up_and_restores(roles: RoleDatabase, tmp_path: Path) -> None:
    location, source = roles.location("serves"), full_store(tmp_path / "source")
    answer = make_backup(source, tmp_path / "from-sqlite")
    assert answer == restore_backup(location, tmp_path / "from-sqlite")
    assert answer == make_backup(location, tmp_path / "from-postgres")
    with open_store(source) as one, open_store(location) as other:
        assert has_same_contents(one, other)
        assert other.writable
        other.require_writable()
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
        assert api.request("GET", "/readyz").status_code == 200
        with open_store(roles.location("keeper")) as elsewhere:  # the owner hears of writes of the serving role
            before = elsewhere.position()
            assert api.move(match, Random(3)) or True
            assert happens_within(5, lambda: elsewhere.poll_changes().events or elsewhere.position() > before)
    assert store_digest(location) == store_digest(roles.location("keeper"))


def test_the_doctor_reports_the_rights_of_a_role(roles: RoleDatabase) -> None:
    def found(role: str) -> tuple[bool, str]:
        with open_store(roles.location(role)) as store:
            return next((ok, says) for name, ok, says in store.checks() if name == "roles")

    assert found("serves") == (True, "serves may read and append the log, and not change it")
    assert found("keeper")[0]
    assert "`haricot grant ROLE`" in found("keeper")[1]
    roles.server.execute("GRANT UPDATE ON haricot.names TO serves", "roles")
    assert found("serves") == (False, "serves may change the log: as keeper, run `haricot grant serves`")
    roles.admit()
    roles.server.execute("GRANT CONNECT ON DATABASE roles TO PUBLIC")
    assert found("serves") == (
        False,
        "every role may connect to the database: as its owner, run `haricot grant serves`",
    )
    roles.admit()
    assert found("serves")[0]


def set_back_to_version_1(roles: RoleDatabase) -> None:
    """Replace the store by one of schema 1, in which `serves` may serve."""
    steps = "; ".join(opening.migrations.STEPS[1])
    roles.server.execute("DROP SCHEMA haricot CASCADE", "roles")
    with psycopg.connect(roles.location("keeper").url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA haricot; {steps}".encode())
        connection.execute(b"GRANT USAGE ON SCHEMA haricot TO serves")
        connection.execute(b"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA haricot TO serves")


def test_the_owner_migrates_and_serving_roles_keep_their_rights(roles: RoleDatabase) -> None:
    set_back_to_version_1(roles)
    says = run_refused("list", "--store", roles.location("serves").url)
    assert "As a user who may write there, run `haricot migrate" in says
    open_store(roles.location("keeper")).close()
    with open_store(roles.location("serves")) as store:
        assert store.writable
        store.require_writable()
    assert not roles.may("serves", "DELETE FROM haricot.events")
    assert roles.may("serves", "DELETE FROM haricot.former_players")


def test_control_without_admission_again_new_tables_are_closed(
    roles: RoleDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_back_to_version_1(roles)
    monkeypatch.setattr(opening, "renew_grants", lambda _: None)
    open_store(roles.location("keeper")).close()
    assert not roles.may("serves", "DELETE FROM haricot.former_players")


def test_admit_refuses_a_missing_role_the_owner_and_a_folder(roles: RoleDatabase, tmp_path: Path) -> None:
    keeper = roles.location("keeper").url
    assert "there is no role stranger" in run_refused("admit", "stranger", "--store", keeper)
    assert "keeper owns the store" in run_refused("admit", "keeper", "--store", keeper)
    assert "is a folder" in run_refused("admit", "keeper", "--data", tmp_path)


def test_admit_quotes_any_name_of_a_role(roles: RoleDatabase) -> None:
    roles.server.execute("""CREATE ROLE "x""; DROP TABLE haricot.events; --" """)
    run_ok("admit", 'x"; DROP TABLE haricot.events; --', "--store", roles.location("keeper").url)
    assert roles.may("serves", "SELECT 1 FROM haricot.events")


@pytest.mark.long
def test_a_read_only_role_opens_a_store_of_the_former_schema(
    roles: RoleDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_back_to_version_1(roles)
    with monkeypatch.context() as patch:
        patch.setattr(opening.migrations, "VERSION", opening.migrations.VERSION - 1)
        with open_store(roles.location("keeper")) as store:
            add_game(store, play_game("g"))
            heads = store.heads()
    roles.server.execute(f"CREATE ROLE reads LOGIN PASSWORD '{PASSWORD}'")
    for right in ("CONNECT ON DATABASE roles", "USAGE ON SCHEMA haricot", "SELECT ON ALL TABLES IN SCHEMA haricot"):
        roles.server.execute(f"GRANT {right} TO reads", "roles")
    with open_store(roles.location("reads")) as store:
        assert (store.writable, store.heads()) == (False, heads)
    with pytest.raises(StoreUnavailable, match="ask for the rights"):
        open_store(roles.location("serves"))
    with open_store(roles.location("keeper")) as store:
        assert (store.writable, store.heads()) == (True, heads)
