#!/bin/sh
# Creates the roles of docs/operations.md in a new Postgres, from /docker-entrypoint-initdb.d. Postgres 16 or later.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -U postgres <<'SQL'
create role ics_owner login password :'owner';
create role ics_app login password :'app';
create role ics_reader nologin;
grant ics_reader to ics_app with inherit false;
create database ics owner ics_owner;
SQL
