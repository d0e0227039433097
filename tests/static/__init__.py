"""The static build, played in Chromium from a plain file server."""
