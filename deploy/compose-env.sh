#!/bin/sh
# Makes .env in this folder, with the secrets that compose.yaml asks for. It replaces none that is there: without its
# ENCRYPTION_KEY the data cannot be read again.
set -eu
umask 077
hex() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
set -C
cat > .env <<END
ENCRYPTION_KEY=$(head -c 32 /dev/urandom | base64)
POSTGRES_PASSWORD=$(hex)
POSTGRES_SUPERUSER_PASSWORD=$(hex)
VALKEY_PASSWORD=$(hex)
METRICS_TOKEN=$(hex)
GRAFANA_PASSWORD=$(hex)
END
echo 'Made .env. Keep a copy of ENCRYPTION_KEY apart from the backups of the database.'
