"""Opens the PostgreSQL database of a store, and creates or migrates its tables in one transaction."""

from collections.abc import Callable
from contextlib import closing
from typing import Final, NamedTuple

import psycopg

from service.store.errors import NoStoreYet, StoreOutdated, StoreUnavailable, StoreUnreachable
from service.store.location import Database
from service.store.postgres import migrations, naming
from service.store.postgres.connection import Connection, Connector, query_value
from service.store.postgres.roles import renew_grants
from service.store.postgres.structure import columns

# Tables outside our schema. In our schema, another process may have created tables since the previous query.
_FOREIGN_TABLE: Final = """
    SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('information_schema', %s)
    AND left(n.nspname, 3) <> 'pg_'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
        AND d.deptype = 'e')
    ORDER BY 1 LIMIT 1"""
_WRITABLE: Final = """
    SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
    AND coalesce(bool_and(has_table_privilege(c.oid, 'INSERT')), false) FROM pg_class c
    WHERE c.relnamespace = to_regnamespace(%s) AND c.relkind = 'r' AND c.relname <> 'about'"""
_CREATABLE: Final = """
    SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
    AND coalesce(has_schema_privilege(to_regnamespace(%s)::oid, 'CREATE'),
                 has_database_privilege(current_database(), 'CREATE'))"""
_ADVICE: Final = {
    None: "the server runs: check user, password and database",  # the driver has no code for a refused login
    "42501": "ask for the rights, or have a role with these rights open it once",
}
"""What to do about an error, by its SQLSTATE."""


class OpenDatabase(NamedTuple):
    """A checked store. `version` is its schema, `migratable` whether it can be written after a migration."""

    connector: Connector
    writable: bool
    version: int
    migratable: bool = False


def open_database_tables(location: Database, *, create: bool, migrate: Callable[[str], None] | None) -> OpenDatabase:
    """Open the store in this database, for reading only if it cannot be written.

    Args:
        location: the database.
        create: whether to create the tables if the database is empty.
        migrate: called with one line after the store was migrated. With None, a store of an older schema is opened for
            reading.

    Raises:
        StoreUnavailable: there is no store that can be opened.
    """
    connector = Connector(location)
    try:
        with closing(connector.connect_without_deadlines()) as connection:
            if _version(location, connection) is None and not create:
                if not query_value(connection, _CREATABLE, naming.SCHEMA):
                    raise StoreUnavailable(
                        f"there is no store in {location}, and this user may not make one: check its rights"
                    )
                raise NoStoreYet(location)
            version = _create_or_migrate(location, connection, migrate)
            _require_tables(location, connection, version)
            permitted = bool(query_value(connection, _WRITABLE, naming.SCHEMA))
            writable = permitted and version == migrations.VERSION
    except psycopg.Error as error:
        is_unreachable = connector.is_unreachable(error)
        usual = "check whether the server runs and can be reached from here"
        advice = usual if is_unreachable else _ADVICE.get(error.sqlstate, usual)
        message = f"{location} cannot be opened: {connector.message_of(error)}; {advice}"
        kind = StoreUnreachable if is_unreachable else StoreUnavailable
        raise kind(message) from None  # the error itself may quote the password
    return OpenDatabase(connector, writable, version, migratable=permitted and not writable)


def _create_or_migrate(location: Database, connection: Connection, migrate: Callable[[str], None] | None) -> int:
    """Create the tables, or migrate them to the current schema if this is wanted. Return their schema then."""
    version = _version(location, connection)
    if version == migrations.VERSION:
        return version
    if version is not None and (migrate is None or not query_value(connection, _WRITABLE, naming.SCHEMA)):
        if version >= migrations.READABLE:
            return version
        raise StoreOutdated(location, version, migrations.VERSION)
    # Read the version again after waiting for the lock, as another process may have created or migrated the tables.
    connection.execute("BEGIN")
    connection.execute("SELECT pg_advisory_xact_lock(%s)", [naming.LOCK])
    version = _version(location, connection) or 0
    if not version and query_value(connection, "SELECT to_regnamespace(%s)", naming.SCHEMA) is None:
        connection.execute(f"CREATE SCHEMA {naming.SCHEMA}")
    for following in range(version + 1, migrations.VERSION + 1):
        for statement in migrations.STEPS[following]:
            connection.execute(statement.encode())
    connection.execute("UPDATE about SET version = %s", [migrations.VERSION])
    renew_grants(connection)
    connection.execute("COMMIT")
    if version not in (0, migrations.VERSION) and migrate is not None:
        migrate(f"migrated the store in {location} from schema {version} to {migrations.VERSION}")
    return migrations.VERSION


def _version(location: Database, connection: Connection) -> int | None:
    """Return the schema of the store, or None if the database is empty. Raises StoreUnavailable for any other."""
    ours = f"{naming.SCHEMA}.about"
    has_tables = query_value(
        connection, "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(%s)", naming.SCHEMA
    )
    if not has_tables:
        foreign = query_value(connection, _FOREIGN_TABLE, naming.SCHEMA)
        if foreign is not None:
            raise StoreUnavailable(
                f"{location} is the database of another application, it has {foreign}: name another database"
            )
        return None
    if query_value(connection, "SELECT to_regclass(%s)", ours) is None:
        raise StoreUnavailable(
            f"{location} is the database of another application, its schema {ours} lacks: name another one"
        )
    rows = connection.execute(f"SELECT application, version FROM {naming.SCHEMA}.about").fetchall()
    if len(rows) != 1 or rows[0][0] != naming.APPLICATION:
        raise _damaged(location, f"{ours} does not name its application")
    version: int = rows[0][1]
    if version > migrations.VERSION:
        raise StoreUnavailable(f"{location} was written by a newer Haricot (its schema is {version}): update Haricot")
    if version < 1:
        raise _damaged(location, f"schema {version} does not exist")
    return version


def missing_parts(connection: Connection, version: int) -> list[str]:
    """Return the tables, columns and functions that a store of this schema should have but does not."""
    query = "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(%s)"
    present = {name for (name,) in connection.execute(query, [naming.SCHEMA])}
    missing = sorted(columns(version).keys() - present)
    missing += _missing_columns(connection, version, present)
    query = "SELECT count(*) FROM pg_proc WHERE pronamespace = to_regnamespace(%s) AND proname = 'append'"
    return missing if query_value(connection, query, naming.SCHEMA) else [*missing, "append()"]


def _missing_columns(connection: Connection, version: int, tables: set[str]) -> list[str]:
    """Return the columns, as `table.column`, that these tables should have but do not."""
    query = (
        "SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
        " WHERE c.relnamespace = to_regnamespace(%s) AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"
    )
    present = {(table, column) for table, column in connection.execute(query, [naming.SCHEMA])}
    return sorted(
        f"{table}.{column}"
        for table, names in columns(version).items()
        if table in tables and (version == migrations.VERSION or table not in migrations.DERIVED_TABLES)
        for column in names
        if (table, column) not in present
    )


def _require_tables(location: Database, connection: Connection, version: int) -> None:
    if missing := missing_parts(connection, version):
        tables = {name.partition(".")[0] for name in missing}
        if version <= migrations.SHARED_NUMBERS_UP_TO and not tables & {*columns(4), "append()"}:
            raise StoreUnavailable(
                f"{location} was made by an unreleased Haricot of schema {version}: it lacks {', '.join(missing)}."
                " Back it up with that version, or export the games with its `haricot export --all`"
            )
        raise _damaged(location, f"it lacks {', '.join(missing)}")


def _damaged(location: Database, reason: str) -> StoreUnavailable:
    return StoreUnavailable(f"{location} is damaged: {reason}. Restore it from a backup, or name another database")
