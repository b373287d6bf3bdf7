# Makes the cluster at the first start, as an account without rights, and becomes the server.
set -eu
if [ "$(id -u)" = 0 ]; then
    chown postgres /var/lib/postgresql /run/postgresql
    exec setpriv --reuid=postgres --regid=postgres --clear-groups sh "$0"
fi
export PGDATA=/var/lib/postgresql/18/docker
if [ ! -f "$PGDATA/PG_VERSION" ]; then
    mkdir -p "$PGDATA"
    printf %s "$POSTGRES_PASSWORD" >/tmp/password
    # shellcheck disable=SC2086
    initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
    rm /tmp/password
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    echo "CREATE DATABASE \"$POSTGRES_DB\"" | postgres --single postgres
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/run/postgresql
