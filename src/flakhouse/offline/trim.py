"""What the static build leaves out, because nothing in it can be reached in a browser."""

from __future__ import annotations

__all__ = ["wanted", "wanted_library"]

#: Of Python's library: what needs processes, sockets, a terminal or a display, and tools for programmers.
_NAMES = """
__phello__ _pydatetime _pydecimal _pyio _pyrepl _markupbase antigravity argparse bdb cProfile chunk cmd code
colorsys compileall configparser crypt ctypes curses dbm doctest ensurepip filecmp fileinput ftplib getopt
getpass gettext graphlib idlelib imaplib mailbox mailcap modulefinder msilib multiprocessing netrc nntplib
nturl2path optparse pdb pickletools plistlib poplib profile pstats pty py_compile pyclbr pydoc pydoc_data
rlcompleter runpy sched shelve smtplib socketserver ssl symtable tabnanny tarfile telnetlib this
timeit trace tracemalloc tty turtle unittest venv wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
_aix_support _osx_support _android_support _apple_support _ios_support
"""
_LIBRARY = frozenset(_NAMES.split())
#: Parts of packages of the library that are kept otherwise.
_PARTS = (
    "asyncio/__main__",
    "asyncio/proactor_events",
    "asyncio/tools",
    "asyncio/windows_",
    "concurrent/futures/interpreter",
    "concurrent/futures/process",
    "concurrent/interpreters/",
    "email/_header_value_parser",
    "email/contentmanager",
    "email/headerregistry",
    "email/mime/",
    "html/parser",
    "http/cookiejar",
    "http/server",
    "json/__main__",
    "json/tool",
    "logging/config",
    "logging/handlers",
    "pyodide/console",
    "sqlite3/__main__",
    "sqlite3/dump",
    "sysconfig/__main__",
    "urllib/request",
    "urllib/robotparser",
    "zipfile/__main__",
)
#: The encodings that are kept.
_ENCODINGS = (
    "__init__",
    "aliases",
    "ascii",
    "cp1252",
    "cp437",
    "idna",
    "latin_1",
    "punycode",
    "raw_",
    "unicode_",
    "utf_",
)
#: Of the packages: tests, what other event loops need; of ours:
#: the terminal, studies in folders, backups, what programs import, the build itself.
_PACKAGES = (
    "starlette/testclient.py",
    "flakhouse/__main__.py",
    "flakhouse/cli/",
    "flakhouse/library.py",
    "flakhouse/offline/page/",
    "flakhouse/offline/build.py",
    "flakhouse/offline/fetch.py",
    "flakhouse/offline/story.py",
    "flakhouse/offline/trim.py",
    "flakhouse/sim/cluster.py",
    "flakhouse/sim/compare.py",
    "flakhouse/sim/figures.py",
    "flakhouse/sim/files.py",
    "flakhouse/sim/gather.py",
    "flakhouse/sim/gym.py",
    "flakhouse/sim/plots.py",
    "flakhouse/sim/report.py",
    "flakhouse/sim/rows.py",
    "flakhouse/sim/runner.py",
    "flakhouse/sim/sheet.py",
    "flakhouse/sim/stats.py",
    "flakhouse/sim/summary.py",
    "flakhouse/sim/survival.py",
    "flakhouse/store/backup.py",
)
#: Static files that pages hold inside them, or whose addresses they write with the hash of the file.
_KEPT = "flakhouse/web/static/"
_ENDINGS = (".py", ".html", ".toml", ".css", ".js", ".svg", "wasm32-emscripten.so")


def wanted(entry: str) -> bool:
    """Whether a file of a package goes into the folder."""
    if entry.startswith(_KEPT):
        return True
    return entry.endswith(_ENDINGS) and not entry.startswith(_PACKAGES) and ".dist-info/" not in entry


def wanted_library(entry: str) -> bool:
    """Whether a file of Python's library does."""
    first, _, rest = entry.partition("/")
    if first == "encodings" and not rest.startswith(_ENCODINGS):
        return False
    if entry.startswith(_PARTS):
        return False
    return entry.endswith(".py") and first.removesuffix(".py") not in _LIBRARY
