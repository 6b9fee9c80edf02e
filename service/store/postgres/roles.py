"""The rights of roles in a store's database: an owner makes the tables, an application reads or appends."""

from typing import Final

import psycopg
from psycopg.sql import SQL, Composable, Identifier

from domain.refusals import Misuse
from service.store.postgres.connection import Connection, asked
from service.store.postgres.migrations import CHANGING, LOG
from service.store.postgres.naming import SCHEMA

_APPLICATIONS: Final = f"""
    SELECT DISTINCT pg_get_userbyid(right_.grantee) FROM pg_class c, aclexplode(c.relacl) right_
    WHERE c.oid = to_regclass('{SCHEMA}.events') AND right_.privilege_type = 'INSERT'
    AND right_.grantee NOT IN (0, c.relowner) ORDER BY 1"""
_OWNER: Final = f"SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass('{SCHEMA}.events')"
_OWNS_DATABASE: Final = """
    SELECT pg_has_role(current_user, datdba, 'USAGE') FROM pg_database WHERE datname = current_database()"""
_CHANGES: Final = f"""
    SELECT bool_or(has_table_privilege(format('{SCHEMA}.%%I', name), 'UPDATE, DELETE, TRUNCATE'))
    FROM unnest(%s::text[]) name"""
_APPENDS: Final = f"SELECT has_table_privilege('{SCHEMA}.events', 'INSERT')"
_EVERYBODY: Final = """
    SELECT count(*) > 0 FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) right_
    WHERE datname = current_database() AND right_.grantee = 0"""


def admit(connection: Connection, role: str) -> None:
    """Grant this role the rights to serve: read and append the log, change the rest. PUBLIC gets no rights.

    Only the owner of the tables may do that. An owner of the database also closes it to all other roles: a role that
    may connect could hold the writers' lock, and read notifications. Raises Misuse if there is no such role.
    """
    if asked(connection, _OWNER) == role:
        raise Misuse(f"{role} owns the store: name the role that is to serve from it")
    schema, whom, database = Identifier(SCHEMA), Identifier(role), Identifier(connection.info.dbname)
    try:
        with connection.transaction():
            for what in ("SCHEMA", "ALL TABLES IN SCHEMA", "ALL SEQUENCES IN SCHEMA", "ALL FUNCTIONS IN SCHEMA"):
                _do(connection, f"REVOKE ALL ON {what} {{}} FROM PUBLIC, {{}}", schema, whom)
            _do(connection, "GRANT USAGE ON SCHEMA {} TO {}", schema, whom)
            _do(connection, "GRANT SELECT ON {}.about TO {}", schema, whom)
            for table in sorted(LOG):
                _do(connection, "GRANT SELECT, INSERT ON {}.{} TO {}", schema, Identifier(table), whom)
            for table in sorted(CHANGING):
                _do(connection, "GRANT SELECT, INSERT, UPDATE, DELETE ON {}.{} TO {}", schema, Identifier(table), whom)
            _do(connection, "GRANT USAGE ON ALL SEQUENCES IN SCHEMA {} TO {}", schema, whom)
            _do(connection, "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {} TO {}", schema, whom)
            if asked(connection, _OWNS_DATABASE):
                _do(connection, "REVOKE ALL ON DATABASE {} FROM PUBLIC", database)
                _do(connection, "GRANT CONNECT ON DATABASE {} TO {}", database, whom)
    except psycopg.errors.UndefinedObject as error:
        says = f"there is no role {role} at this server: `createuser --pwprompt` makes one"
        raise Misuse(says) from error


def admit_again(connection: Connection) -> None:
    """Grant the serving roles their rights on the tables as they are now."""
    for (role,) in connection.execute(_APPLICATIONS.encode()).fetchall():
        admit(connection, role)


def rights(connection: Connection) -> tuple[bool, str]:
    """Return whether this role has the rights that it needs and no others, and the findings."""
    user, owner = connection.info.user, asked(connection, _OWNER)
    if asked(connection, "SELECT pg_has_role(%s::name, 'USAGE')", owner):
        advice = "`haricot grant ROLE` lets another role serve, which cannot"
        return True, f"{user} owns the tables, and could change the log: {advice}"
    if asked(connection, _CHANGES, sorted(LOG)):
        return False, f"{user} may change the log: as {owner}, `haricot grant {user}`"
    if not asked(connection, _APPENDS):
        return True, f"{user} may read the log, and not write it"
    if asked(connection, _EVERYBODY):
        return False, f"everybody may connect to the database: as its owner, `haricot grant {user}`"
    return True, f"{user} may read and append the log, and not change it"


def _do(connection: Connection, statement: str, *names: Composable) -> None:
    connection.execute(SQL(statement).format(*names))
