# Debian's npm for the static build: sourced by ./test and scripts/static. Where it is missing and cannot be
# installed, it says so and the tests of the static build are skipped.

ensure_npm() {
  if ! { command -v npm && command -v node; } >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
      echo "flakhouse: installing npm (once) ..." >&2
      { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm; } \
        >/dev/null 2>&1 || true
    fi
  fi
  if ! { command -v npm && command -v node; } >/dev/null 2>&1; then
    echo "flakhouse: no npm found (Debian: apt-get install npm); the static build cannot be made" >&2
  fi
}
