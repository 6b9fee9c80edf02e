-- Run once, when the database cluster is made: Haricot owns its database and has no other rights, and the superuser has
-- no password any more, so it can be only from within the container.
\getenv password POSTGRES_PASSWORD
CREATE ROLE haricot LOGIN PASSWORD :'password';
CREATE DATABASE haricot OWNER haricot;
ALTER ROLE CURRENT_USER PASSWORD NULL;
