#!/bin/sh
# Serves the files. The application has a user of its own there, which owns its bucket and nothing else.
set -eu

secret() { # the value of a variable, or of the file that <variable>_FILE names
  eval "value=\${$1:-} file=\${$1_FILE:-}"
  if [ -n "$file" ]; then value=$(cat "$file"); fi
  if [ -z "$value" ]; then echo "$1 or $1_FILE must be set" >&2; exit 1; fi
  printf %s "$value"
}

ROOT_ACCESS_KEY_ID=root
ROOT_SECRET_ACCESS_KEY=$(secret S3_ROOT_SECRET_ACCESS_KEY)
user=$(secret S3_ACCESS_KEY_ID)
password=$(secret S3_SECRET_ACCESS_KEY)
export ROOT_ACCESS_KEY_ID ROOT_SECRET_ACCESS_KEY

# A bucket is a directory of its data.
mkdir -p "/data/$S3_BUCKET"
versitygw --iam-dir /users posix /data &
gateway=$!
trap 'kill -TERM "$gateway"' TERM INT
until wget --quiet --output-document=/dev/null http://127.0.0.1:9000/health; do
  kill -0 "$gateway"
  sleep 1
done

admin() {
  ADMIN_ACCESS_KEY_ID=$ROOT_ACCESS_KEY_ID ADMIN_SECRET_ACCESS_KEY=$ROOT_SECRET_ACCESS_KEY ADMIN_REGION=$VGW_REGION \
    ADMIN_ENDPOINT_URL=http://127.0.0.1:9000 versitygw admin "$@"
}
admin create-user --access "$user" --secret "$password" --role user ||
  admin update-user --access "$user" --secret "$password" --role user
admin change-bucket-owner --bucket "$S3_BUCKET" --owner "$user"
touch /tmp/ready

# A signal ends the first wait, the second one waits for the gateway to stop.
wait "$gateway" || wait "$gateway"
