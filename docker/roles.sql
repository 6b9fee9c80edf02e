-- Run once, when the database cluster is made: Haricot owns its database and has no other rights. The superuser loses its
-- password, and without one it can only log in from within the container.
\getenv password POSTGRES_PASSWORD
CREATE ROLE haricot LOGIN PASSWORD :'password';
CREATE DATABASE haricot OWNER haricot;
ALTER ROLE CURRENT_USER PASSWORD NULL;
