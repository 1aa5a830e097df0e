#!/bin/sh
# Runs once, when the database's volume is empty: the role of the service owns its database and is no superuser.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$SIGNPOST_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role signpost login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database signpost owner signpost;
revoke connect, temporary on database signpost from public;
SQL
