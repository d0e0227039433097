"""`flakhouse static`: the whole game as a folder of static files, for any web space."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from flakhouse.cli.common import Commands, Usage, command, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "static",
        "build the whole game as a folder of static files that any web space can hold (needs npm)",
        """flakhouse static OUT
        flakhouse static OUT && py -m http.server --directory OUT""",
    )
    parser.add_argument("out", metavar="OUT", help="the folder; one built before is replaced")
    parser.set_defaults(act=_static)


def _cache() -> Path:
    """Where what was fetched is kept for the next time: $FLAKHOUSE_CACHE, or the user's folder for such things."""
    own = os.environ.get("FLAKHOUSE_CACHE")
    if own:
        return Path(own)
    import platformdirs

    return platformdirs.user_cache_path("flakhouse", appauthor=False) / "static"


def _static(args: argparse.Namespace) -> int:
    try:
        import starlette  # noqa: F401
    except ImportError as bad:
        raise Usage(f"the browser game is not installed ({bad.name}): pip install 'flakhouse[web]'") from bad
    from flakhouse.offline.build import build

    out = Path(args.out).resolve()
    listing = build(out, _cache(), lambda text: print(text, file=sys.stderr, flush=True))
    packed = sum(part.packed for part in listing.parts)
    if args.json:
        whole = sum(part.size for part in listing.parts)
        say_json({"folder": str(out), "digest": listing.digest, "bytes": packed, "unpacked": whole})
    else:
        say(
            f"{out}: {len(listing.parts)} files, {packed / 1e6:.1f} MB, version {listing.version}-{listing.digest}"
        )
        say(f"Look at it: python3 -m http.server 8018 --directory {args.out}, then http://localhost:8018/")
    return 0
