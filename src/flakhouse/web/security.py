"""What stands between the server and other people: host names, other sites' requests, rates, headers, sizes."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping

from starlette.requests import Request

__all__ = [
    "HEADERS",
    "HSTS",
    "LOGIN",
    "PREFS",
    "TOLD",
    "Large",
    "Rates",
    "TooLarge",
    "address_of",
    "cookie_name",
    "csrf_of",
    "elsewhere",
    "foreign",
    "host_allowed",
    "read_body",
    "same",
    "small",
]

#: Sent with every answer. Nothing is ever loaded from elsewhere, no script or style stands in a page.
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
#: With --https: browsers come back through https only, for a year.
HSTS = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}
LOGIN, PREFS, TOLD = "flakhouse_login", "flakhouse_prefs", "flakhouse_told"  # cookies
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class TooLarge(Exception):
    """A request with a body over the limit."""


def host_allowed(host: str, allowed: tuple[str, ...]) -> bool:
    """Whether we answer to this name: another site's name that was made to point here is refused."""
    if "*" in allowed:
        return True
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    return name.lower() in allowed


def foreign(request: Request) -> bool:
    """Whether a changing request comes from another site's page.

    Browsers say where a request comes from. What says nothing is no browser page, and has no cookie to abuse.
    """
    if request.method in SAFE:
        return False
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("origin")
    if origin is None:
        return False
    return origin.split("://", 1)[-1] != request.headers.get("host", "")


def cookie_name(name: str, secure: bool) -> str:
    """A cookie's name. With the prefix a browser takes it only through https and for this host alone."""
    return f"__Host-{name}" if secure else name


def elsewhere(request: Request) -> bool:
    """Whether a browser says that a page of another site asks."""
    return request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none")


def csrf_of(token: str) -> str:
    """The word that forms of a login carry: nobody without the login's cookie can know it."""
    return hashlib.sha256(f"form/{token}".encode()).hexdigest()[:32]


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


def address_of(request: Request) -> str:
    """Where a request comes from, as it is counted: one host, or one network of IPv6 (/64), which is one customer.

    A proxy's word is taken only where `serve` says so.
    """
    host = request.client.host if request.client else ""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def small(request: Request, limit: int) -> bool:
    """Whether a request says itself that its body is not large."""
    told = request.headers.get("content-length", "")
    return told.isascii() and told.isdigit() and len(told) < 12 and int(told) <= limit


async def read_body(request: Request, limit: int) -> bytes:
    """The body, never more of it than allowed."""
    told = request.headers.get("content-length", "")
    if told.isascii() and told.isdigit() and (len(told) > 12 or int(told) > limit):
        raise TooLarge
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise TooLarge
        parts.append(part)
    return b"".join(parts)


class Large:
    """Large bodies on their way, in a process: so many at a time, and fewer of one caller.

    The event loop alone calls this, so nobody comes in between.
    """

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._held: Counter[str] = Counter()

    def take(self, caller: str) -> str:
        """One more: "", or who holds them all, "you" or "others"."""
        if self._held[caller] >= self._each:
            return "you"
        if self._held.total() >= self._most:
            return "others"
        self._held[caller] += 1
        return ""

    def give_back(self, caller: str) -> None:
        """One less."""
        self._held[caller] -= 1
        if not self._held[caller]:
            del self._held[caller]


class Rates:
    """A bucket of requests for each caller; it fills with time."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, caller: str) -> float:
        """Take one; 0, or the seconds until there is one again."""
        now = self._clock()
        with self._lock:
            left, then = self._left.pop(caller, (self._burst, now))
            left = min(self._burst, left + (now - then) * self._rate)
            short = left < 1
            self._left[caller] = (left if short else left - 1, now)
            while len(self._left) > 10_000:
                self._left.popitem(last=False)
        return (1 - left) / self._rate if short else 0.0
