#!/bin/sh
# Starts Redis with one user, `suite`, that uses all keys but cannot administer the server. `redis.sh health` asks whether it answers.
set -eu

if [ -n "${REDIS_PASSWORD_FILE:-}" ]; then REDIS_PASSWORD=$(cat "$REDIS_PASSWORD_FILE"); fi
: "${REDIS_PASSWORD:?REDIS_PASSWORD or REDIS_PASSWORD_FILE must be set}"

if [ "${1:-}" = health ]; then
  REDISCLI_AUTH=$REDIS_PASSWORD redis-cli --user suite ping | grep -q PONG
  exit
fi

umask 077
users=${TMPDIR:-/tmp}/users.acl
# Queues ask for the version (INFO) and name their connections (CLIENT).
cat >"$users" <<ACL
user default off
user suite on >$REDIS_PASSWORD ~* &* +@all -@admin -@dangerous +info +client
ACL
# Jobs are written down as they come, and none is dropped for lack of memory.
exec redis-server --aclfile "$users" --appendonly yes --maxmemory-policy noeviction "$@"
