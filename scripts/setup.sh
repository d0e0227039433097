# Makes or refreshes the environment of this checkout in .venv: sourced by ./flakhouse, ./test and scripts/*.
# Needs Python 3.11 or newer and nothing else. Repeatable: it does something only when the lock file changed.

flakhouse_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
flakhouse_python="$flakhouse_root/.venv/bin/python"

_find_python() {
  local name
  for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if command -v "$name" >/dev/null 2>&1 &&
      "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
  echo "flakhouse: needs Python 3.11 or newer; none was found on the PATH" >&2
  exit 1
}

# setup LOCKFILE: an environment with exactly what the lock file names, and this checkout's package.
setup() {
  local lock="$flakhouse_root/$1" stamp="$flakhouse_root/.venv/.installed-$1" python
  if [ -x "$flakhouse_python" ] && [ -f "$stamp" ] && cmp -s "$lock" "$stamp"; then
    return
  fi
  python=$(_find_python)
  echo "flakhouse: setting up its environment in .venv (once) ..." >&2
  (
    if command -v flock >/dev/null 2>&1; then
      exec 9>"$flakhouse_root/.setup.lock"
      flock 9
    fi
    if ! "$flakhouse_python" -c 'import pip' 2>/dev/null; then
      rm -rf "$flakhouse_root/.venv"
      if ! "$python" -m venv "$flakhouse_root/.venv" >/dev/null 2>&1; then
        # Debian keeps venv in a package of its own.
        rm -rf "$flakhouse_root/.venv"
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
          apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
        fi
        "$python" -m venv "$flakhouse_root/.venv"
      fi
    fi
    "$flakhouse_python" -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r "$lock"
    "$flakhouse_python" - "$flakhouse_root/src" <<'PY'
import pathlib, sys, sysconfig

pathlib.Path(sysconfig.get_path("purelib"), "flakhouse-checkout.pth").write_text(sys.argv[1] + "\n")
PY
    cp "$lock" "$stamp"
  ) || {
    echo "flakhouse: the set-up failed; the lines above say why. Run the same command again to retry." >&2
    exit 1
  }
  echo "flakhouse: ready" >&2
}

# fetch_study COMMAND ...: what a comparison or the Parquet tables of a study need besides, when one is asked for.
# Without a network the command goes on without it, and says itself what it lacks.
fetch_study() {
  local lock="$flakhouse_root/requirements-study.lock" stamp="$flakhouse_root/.venv/.installed-requirements-study.lock"
  case " $* " in
  " compare "*) ;;
  " simulate "*" --out"* | " simulate "*" --resume"*) ;;
  *) return 0 ;;
  esac
  if [ -f "$stamp" ] && cmp -s "$lock" "$stamp"; then
    return 0
  fi
  echo "flakhouse: fetching SciPy, NumPy and pyarrow for studies into .venv (once, about 100 MB) ..." >&2
  if "$flakhouse_python" -m pip install --quiet --quiet --disable-pip-version-check --retries 1 --require-hashes -r "$lock"; then
    cp "$lock" "$stamp"
  else
    echo "flakhouse: they could not be fetched; going on without them" >&2
  fi
}
