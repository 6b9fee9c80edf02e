-- Run once, when the database cluster is made: `keeper` owns the database and will own the tables, `haricot` may do there
-- what the keeper admits it to, and neither has other rights. The superuser loses its password, and without one it can only
-- log in from within the container.
\getenv keeper POSTGRES_KEEPER_PASSWORD
\getenv haricot POSTGRES_PASSWORD
CREATE ROLE keeper LOGIN PASSWORD :'keeper';
CREATE ROLE haricot LOGIN PASSWORD :'haricot';
CREATE DATABASE haricot OWNER keeper;
ALTER ROLE CURRENT_USER PASSWORD NULL;
