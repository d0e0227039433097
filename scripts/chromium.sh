# Debian's Chromium for the browser tests: sourced by ./test. Where it is missing and cannot be installed, it says so
# and the browser tests are skipped.

find_chromium() {
  local name
  for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then
      command -v "$name"
      return
    fi
  done
}

ensure_chromium() {
  if [ -z "${FLAKHOUSE_CHROMIUM:-}" ]; then
    FLAKHOUSE_CHROMIUM=$(find_chromium)
    if [ -z "$FLAKHOUSE_CHROMIUM" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
      echo "flakhouse: installing chromium (once) ..." >&2
      { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-liberation; } \
        >/dev/null 2>&1 || true
      FLAKHOUSE_CHROMIUM=$(find_chromium)
    fi
  fi
  if [ -z "$FLAKHOUSE_CHROMIUM" ]; then
    echo "flakhouse: no Chromium found (Debian: apt-get install chromium); the browser tests are skipped" >&2
  fi
  export FLAKHOUSE_CHROMIUM
}
