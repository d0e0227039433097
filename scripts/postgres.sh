# A PostgreSQL server to throw away, for the tests: sourced by ./test.
# start_postgres makes one in a temporary folder, sets FLAKHOUSE_TEST_POSTGRES to its address and stops it when
# the shell that sourced this ends. It listens on a socket in that folder only. Without PostgreSQL it says what
# is missing and returns, and the tests run on SQLite alone.

flakhouse_postgres_folder=

_postgres_bin() {
  local folder
  folder=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -n | tail -n 1)
  if [ -z "$folder" ] && command -v initdb >/dev/null 2>&1; then
    folder=$(dirname "$(command -v initdb)")
  fi
  if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ]; then
    echo "$folder"
  fi
}

# The server refuses to run as root, so root hands it to the user postgres.
_as_postgres() {
  if [ "$(id -u)" != 0 ]; then
    "$@"
  elif command -v runuser >/dev/null 2>&1; then
    (cd / && runuser -u postgres -- "$@")
  else
    (cd / && su postgres -s /bin/sh -c "$(printf '%q ' "$@")")
  fi
}

stop_postgres() {
  if [ -n "$flakhouse_postgres_folder" ]; then
    _as_postgres "$(_postgres_bin)/pg_ctl" -D "$flakhouse_postgres_folder/data" -m immediate -w -t 20 stop \
      >/dev/null 2>&1 || true
    rm -rf "$flakhouse_postgres_folder"
    flakhouse_postgres_folder=
  fi
}

start_postgres() {
  local bin folder log before
  if [ -n "${FLAKHOUSE_TEST_POSTGRES:-}" ]; then
    return 0
  fi
  bin=$(_postgres_bin)
  if [ -z "$bin" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "flakhouse: installing postgresql (once) ..." >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } \
      >/dev/null 2>&1 || true
    bin=$(_postgres_bin)
  fi
  if [ -z "$bin" ]; then
    echo "flakhouse: no PostgreSQL found (Debian: apt-get install postgresql); the store is tested on SQLite only" >&2
    return 0
  fi
  if [ "$(id -u)" = 0 ] && ! id postgres >/dev/null 2>&1; then
    echo "flakhouse: no user 'postgres' to run PostgreSQL as; the store is tested on SQLite only" >&2
    return 0
  fi
  folder=$(mktemp -d /tmp/flakhouse-pg.XXXXXX)
  log="$folder/log"
  if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
  fi
  if ! _as_postgres "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --no-locale --no-sync \
    >"$log.initdb" 2>&1 ||
    ! _as_postgres "$bin/pg_ctl" -D "$folder/data" -l "$log" -w -t 30 \
      -o "-k $folder -c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=200" \
      start >/dev/null 2>&1; then
    echo "flakhouse: PostgreSQL did not start; the store is tested on SQLite only:" >&2
    cat "$log.initdb" "$log" 2>/dev/null | tail -n 5 >&2
    rm -rf "$folder"
    return 0
  fi
  flakhouse_postgres_folder=$folder
  # What the shell meant to do at its end is done too.
  before=$(trap -p EXIT | sed -e "s/^trap -- '//" -e "s/' EXIT\$//")
  # shellcheck disable=SC2064
  trap "stop_postgres${before:+; $before}" EXIT
  export FLAKHOUSE_TEST_POSTGRES="postgresql://postgres@/postgres?host=$folder"
}
