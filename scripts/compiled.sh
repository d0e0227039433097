# The compiled build for the tests: sourced by ./test. start_compiled makes a wheel in the background, quickly rather
# than well; test_compiled waits for it, compares it with the source and runs the tests of the rules on it. Where there
# is no C compiler and none can be installed, it says so and nothing is done.

flakhouse_wheel_folder=
flakhouse_wheel_pid=

# What the build lacks, in words; nothing if it has all it needs.
_compiler_lacks() {
  (cd "$flakhouse_root/scripts" && "$flakhouse_python" -c 'import compile; print(compile.missing())')
}

_ensure_compiler() {
  if [ -n "$(_compiler_lacks)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "flakhouse: installing a C compiler (once) ..." >&2
    { apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gcc libc6-dev python3-dev; } \
      >/dev/null 2>&1 || true
  fi
}

stop_compiled() {
  if [ -n "$flakhouse_wheel_pid" ]; then
    kill -- "-$flakhouse_wheel_pid" 2>/dev/null || true
  fi
  if [ -n "$flakhouse_wheel_folder" ]; then
    rm -rf "$flakhouse_wheel_folder"
    flakhouse_wheel_folder=
  fi
}

start_compiled() {
  local before
  _ensure_compiler
  if [ -n "$(_compiler_lacks)" ]; then
    echo "flakhouse: the compiled build is not tested; it needs $(_compiler_lacks)" >&2
    return 0
  fi
  flakhouse_wheel_folder=$(mktemp -d /tmp/flakhouse-wheel.XXXXXX)
  before=$(trap -p EXIT | sed -e "s/^trap -- '//" -e "s/' EXIT\$//")
  # shellcheck disable=SC2064
  trap "stop_compiled${before:+; $before}" EXIT
  set -m # in a group of its own, so that all of it can be stopped
  nice -n 5 "$flakhouse_python" "$flakhouse_root/scripts/compile.py" --optimize 0 --out "$flakhouse_wheel_folder" \
    >"$flakhouse_wheel_folder/log" 2>&1 </dev/null &
  flakhouse_wheel_pid=$!
  set +m
}

test_compiled() {
  local wheel
  if [ -z "$flakhouse_wheel_pid" ]; then
    return 0
  fi
  if ! wait "$flakhouse_wheel_pid"; then
    flakhouse_wheel_pid=
    cat "$flakhouse_wheel_folder/log" >&2
    return 1
  fi
  flakhouse_wheel_pid=
  wheel=$(ls "$flakhouse_wheel_folder"/*.whl)
  "$flakhouse_python" "$flakhouse_root/scripts/compile.py" --wheel "$wheel" --check
  "$flakhouse_python" -m zipfile -e "$wheel" "$flakhouse_wheel_folder/package"
  # The checklist looks for tests beside the source, and there are none beside the wheel; the loader guards modules of
  # the source, and those of the wheel have their guards already; a test of Iwo Jima replaces a function, which a
  # compiled module does not let happen.
  PYTHONPATH="$flakhouse_wheel_folder/package" "$flakhouse_python" -m pytest -n auto --dist worksteal -p no:cacheprovider \
    --ignore-glob 'tests/*/test_checklist.py' --ignore tests/core/test_loader.py -k "not it_lands_at_iwo_jima" \
    tests/test_goldens.py tests/test_compiled.py tests/core tests/bomber tests/b17 tests/b29 tests/doolittle
}
