#!/bin/sh
# Runs once, on an empty volume. Makes the roles of the application: `suite_owner` owns the database and migrates it, `suite` serves
# and gets its rights from the migrations (docs/operations.md). Neither is a superuser.
set -eu

secret() { # the value of a variable, or of the file that <variable>_FILE names
  eval "value=\${$1:-} file=\${$1_FILE:-}"
  if [ -n "$file" ]; then value=$(cat "$file"); fi
  if [ -z "$value" ]; then echo "$1 or $1_FILE must be set" >&2; exit 1; fi
  printf %s "$value"
}

owner=$(secret POSTGRES_OWNER_PASSWORD)
serving=$(secret POSTGRES_SERVING_PASSWORD)

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<SQL
\set owner_password '$owner'
\set serving_password '$serving'
create role suite_owner login password :'owner_password';
create role suite login password :'serving_password';
alter database "$POSTGRES_DB" owner to suite_owner;
revoke all on database "$POSTGRES_DB" from public;
grant connect on database "$POSTGRES_DB" to suite;
alter schema public owner to suite_owner;
revoke create on schema public from public;
SQL
