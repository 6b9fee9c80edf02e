"""Opens the database of a store.

Its tables are made in one transaction, never beside another application's.
"""

from collections.abc import Callable
from contextlib import closing
from typing import Final, NamedTuple

import psycopg

from service.store.errors import NoStoreYet, StoreAway, StoreOutdated, StoreUnavailable
from service.store.location import Database
from service.store.postgres import migrations, naming
from service.store.postgres.connection import Connection, Connector, asked
from service.store.postgres.roles import admit_again
from service.store.postgres.structure import columns

# Only another application's: in our schema another process may have made the tables between two queries.
_FOREIGN: Final = """
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
_MAKEABLE: Final = """
    SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
    AND coalesce(has_schema_privilege(to_regnamespace(%s)::oid, 'CREATE'),
                 has_database_privilege(current_database(), 'CREATE'))"""
_ADVICE: Final = {
    None: "the server runs: check user, password and database",  # the driver has no code for a refused login
    "42501": "ask for the rights, or have a role with these rights open it once",
}
"""What to do about an error of this code."""


class OpenDatabase(NamedTuple):
    """A sound store: whether it can be written, and the version of its tables."""

    connector: Connector
    writable: bool
    version: int
    migratable: bool = False


def open_tables(location: Database, *, create: bool, migrate: Callable[[str], None] | None) -> OpenDatabase:
    """Open the store in this database, and make its tables if the database is empty.

    Args:
        location: where the database is.
        create: whether to make tables if there are none.
        migrate: is called with what was done to a store of an older schema. With None, such a store is opened for
        reading,
            as it is.

    Raises:
        StoreUnavailable: there is no store available. One that cannot be written is opened for reading.
    """
    connector = Connector(location)
    try:
        with closing(connector.connect_for_long()) as connection:
            if _version(location, connection) is None and not create:
                if not asked(connection, _MAKEABLE, naming.SCHEMA):
                    raise StoreUnavailable(
                        f"there is no store in {location}, and this user may not make one: check its rights"
                    )
                raise NoStoreYet(location)
            version = _brought_up(location, connection, migrate)
            _require_tables(location, connection, version)
            permitted = bool(asked(connection, _WRITABLE, naming.SCHEMA))
            writable = permitted and version == migrations.VERSION
    except psycopg.Error as error:
        away = connector.is_away(error)
        usual = "look whether the server runs and can be reached from here"
        advice = usual if away else _ADVICE.get(error.sqlstate, usual)
        says = f"{location} cannot be opened: {connector.message_of(error)}; {advice}"
        kind = StoreAway if away else StoreUnavailable
        raise kind(says) from None  # the error itself may quote the password
    return OpenDatabase(connector, writable, version, migratable=permitted and not writable)


def _brought_up(location: Database, connection: Connection, migrate: Callable[[str], None] | None) -> int:
    """Make the tables, or migrate them to the present version. Return the version that they then have."""
    version = _version(location, connection)
    if version == migrations.VERSION:
        return version
    if version is not None and (migrate is None or not asked(connection, _WRITABLE, naming.SCHEMA)):
        if version >= migrations.READABLE:
            return version
        raise StoreOutdated(location, version, migrations.VERSION)
    # After waiting for the lock, this reads what another process has made meanwhile.
    connection.execute("BEGIN")
    connection.execute("SELECT pg_advisory_xact_lock(%s)", [naming.LOCK])
    version = _version(location, connection) or 0
    if not version and asked(connection, "SELECT to_regnamespace(%s)", naming.SCHEMA) is None:
        connection.execute(f"CREATE SCHEMA {naming.SCHEMA}")
    for following in range(version + 1, migrations.VERSION + 1):
        for statement in migrations.STEPS[following]:
            connection.execute(statement.encode())
    connection.execute("UPDATE about SET version = %s", [migrations.VERSION])
    admit_again(connection)
    connection.execute("COMMIT")
    if version not in (0, migrations.VERSION) and migrate is not None:
        migrate(f"brought the store in {location} from schema {version} to {migrations.VERSION}")
    return migrations.VERSION


def _version(location: Database, connection: Connection) -> int | None:
    """Return the version of the store, or None if the database is free for one."""
    ours = f"{naming.SCHEMA}.about"
    held = asked(connection, "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(%s)", naming.SCHEMA)
    if not held:
        foreign = asked(connection, _FOREIGN, naming.SCHEMA)
        if foreign is not None:
            raise StoreUnavailable(
                f"{location} is the database of another application, it has {foreign}: name another database"
            )
        return None
    if asked(connection, "SELECT to_regclass(%s)", ours) is None:
        raise StoreUnavailable(
            f"{location} is the database of another application, its schema {ours} lacks: name another one"
        )
    rows = connection.execute(f"SELECT application, version FROM {naming.SCHEMA}.about").fetchall()
    if len(rows) != 1 or rows[0][0] != naming.APPLICATION:
        raise _damaged(location, f"{ours} does not say whose it is")
    version: int = rows[0][1]
    if version > migrations.VERSION:
        raise StoreUnavailable(f"{location} was written by a newer Haricot (its schema is {version}): update Haricot")
    if version < 1:
        raise _damaged(location, f"there never was a schema {version}")
    return version


def missing_from(connection: Connection, version: int) -> list[str]:
    """Return what a store of this version should have and this one lacks."""
    query = "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(%s)"
    there = {name for (name,) in connection.execute(query, [naming.SCHEMA])}
    missing = sorted(columns(version).keys() - there)
    missing += _missing_columns(connection, version, there)
    query = "SELECT count(*) FROM pg_proc WHERE pronamespace = to_regnamespace(%s) AND proname = 'append'"
    return missing if asked(connection, query, naming.SCHEMA) else [*missing, "append()"]


def _missing_columns(connection: Connection, version: int, there: set[str]) -> list[str]:
    """Return the columns, as `table.column`, that these tables should have and lack."""
    query = (
        "SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
        " WHERE c.relnamespace = to_regnamespace(%s) AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"
    )
    found = {(table, column) for table, column in connection.execute(query, [naming.SCHEMA])}
    return sorted(
        f"{table}.{column}"
        for table, names in columns(version).items()
        if table in there and (version == migrations.VERSION or table not in migrations.DERIVED)
        for column in names
        if (table, column) not in found
    )


def _require_tables(location: Database, connection: Connection, version: int) -> None:
    if missing := missing_from(connection, version):
        tables = {name.partition(".")[0] for name in missing}
        if version <= migrations.SHARED_NUMBERS_UP_TO and not tables & {*columns(4), "append()"}:
            raise StoreUnavailable(
                f"{location} was made by an unreleased Haricot of schema {version}: it lacks {', '.join(missing)}."
                " Back it up with that version, or export the games with its `haricot export --all`"
            )
        raise _damaged(location, f"it lacks {', '.join(missing)}")


def _damaged(location: Database, says: str) -> StoreUnavailable:
    return StoreUnavailable(f"{location} is damaged: {says}. Restore it from a backup, or name another database")
