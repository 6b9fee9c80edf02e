"""The rights of roles in the database of a store: the owner creates tables, a serving role reads and appends."""

from typing import Final

import psycopg
from psycopg.sql import SQL, Composable, Identifier

from domain.refusals import Misuse
from service.store.postgres.connection import Connection, query_value
from service.store.postgres.migrations import APPEND_ONLY_TABLES, MUTABLE_TABLES
from service.store.postgres.naming import SCHEMA

_SERVING_ROLES: Final = f"""
    SELECT DISTINCT pg_get_userbyid(right_.grantee) FROM pg_class c, aclexplode(c.relacl) right_
    WHERE c.oid = to_regclass('{SCHEMA}.events') AND right_.privilege_type = 'INSERT'
    AND right_.grantee NOT IN (0, c.relowner) ORDER BY 1"""
_OWNER: Final = f"SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass('{SCHEMA}.events')"
_OWNS_DATABASE: Final = """
    SELECT pg_has_role(current_user, datdba, 'USAGE') FROM pg_database WHERE datname = current_database()"""
_MAY_CHANGE_LOG: Final = f"""
    SELECT bool_or(has_table_privilege(format('{SCHEMA}.%%I', name), 'UPDATE, DELETE, TRUNCATE'))
    FROM unnest(%s::text[]) name"""
_MAY_APPEND: Final = f"SELECT has_table_privilege('{SCHEMA}.events', 'INSERT')"
_IS_PUBLIC: Final = """
    SELECT count(*) > 0 FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) right_
    WHERE datname = current_database() AND right_.grantee = 0"""


def grant_serving_rights(connection: Connection, role: str) -> None:
    """Grant this role the rights to serve: to read and append the log, and to change other tables.

    All rights of PUBLIC are revoked. Only the owner of the tables may do that. If it also owns the database, all other
    roles lose the right to connect, because any connected role could hold the writers' lock and read notifications.
    Raises Misuse if there is no such role.
    """
    if query_value(connection, _OWNER) == role:
        raise Misuse(f"{role} owns the store: name the role that is to serve from it")
    schema, whom, database = Identifier(SCHEMA), Identifier(role), Identifier(connection.info.dbname)
    try:
        with connection.transaction():
            for what in ("SCHEMA", "ALL TABLES IN SCHEMA", "ALL SEQUENCES IN SCHEMA", "ALL FUNCTIONS IN SCHEMA"):
                _run(connection, f"REVOKE ALL ON {what} {{}} FROM PUBLIC, {{}}", schema, whom)
            _run(connection, "GRANT USAGE ON SCHEMA {} TO {}", schema, whom)
            _run(connection, "GRANT SELECT ON {}.about TO {}", schema, whom)
            for table in sorted(APPEND_ONLY_TABLES):
                _run(connection, "GRANT SELECT, INSERT ON {}.{} TO {}", schema, Identifier(table), whom)
            for table in sorted(MUTABLE_TABLES):
                _run(connection, "GRANT SELECT, INSERT, UPDATE, DELETE ON {}.{} TO {}", schema, Identifier(table), whom)
            _run(connection, "GRANT USAGE ON ALL SEQUENCES IN SCHEMA {} TO {}", schema, whom)
            _run(connection, "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {} TO {}", schema, whom)
            if query_value(connection, _OWNS_DATABASE):
                _run(connection, "REVOKE ALL ON DATABASE {} FROM PUBLIC", database)
                _run(connection, "GRANT CONNECT ON DATABASE {} TO {}", database, whom)
    except psycopg.errors.UndefinedObject as error:
        message = f"there is no role {role} on this server: `createuser --pwprompt` creates one"
        raise Misuse(message) from error


def renew_grants(connection: Connection) -> None:
    """Grant all serving roles their rights again, on the tables after a migration."""
    for (role,) in connection.execute(_SERVING_ROLES.encode()).fetchall():
        grant_serving_rights(connection, role)


def check_rights(connection: Connection) -> tuple[bool, str]:
    """Return whether the role of this connection has the rights that it needs and no others, and the finding."""
    user, owner = connection.info.user, query_value(connection, _OWNER)
    if query_value(connection, "SELECT pg_has_role(%s::name, 'USAGE')", owner):
        advice = "`haricot grant ROLE` lets a role serve that cannot"
        return True, f"{user} owns the tables, and could change the log: {advice}"
    if query_value(connection, _MAY_CHANGE_LOG, sorted(APPEND_ONLY_TABLES)):
        return False, f"{user} may change the log: as {owner}, run `haricot grant {user}`"
    if not query_value(connection, _MAY_APPEND):
        return True, f"{user} may read the log, and not write it"
    if query_value(connection, _IS_PUBLIC):
        return False, f"every role may connect to the database: as its owner, run `haricot grant {user}`"
    return True, f"{user} may read and append the log, and not change it"


def _run(connection: Connection, statement: str, *names: Composable) -> None:
    connection.execute(SQL(statement).format(*names))
