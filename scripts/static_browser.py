"""Chromium over its plain pipe, for measuring: nothing is switched on that keeps what pages have received.

The package the tests use listens to the network, and Chromium then holds every answer for whoever may ask; that
memory is not the page's.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

__all__ = ["Chromium"]


class Chromium:
    """A browser with a profile on the disk and one page. Use it as a context manager."""

    def __init__(self, program: str, profile: str) -> None:
        self.profile = profile
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        words = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        words += ["--no-first-run", "--disable-dev-shm-usage", "--window-size=1440,900"]
        # The browser reads at 3 and writes at 4; a shell puts the pipes there.
        shell = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "chromium", *words, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._rest, self._number, self._session = b"", 0, ""
        targets = self.send("Target.getTargets")["targetInfos"]
        assert isinstance(targets, list)
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        self._session = str(self.send("Target.attachToTarget", targetId=page, flatten=True)["sessionId"])

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self._session = ""
        self.send("Browser.close")
        self._process.wait(30)
        os.close(self._in)
        os.close(self._out)

    def send(self, method: str, **params: object) -> dict[str, object]:
        """Send a command and wait for its answer; what happens meanwhile is not listened to."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._rest:
                piece = os.read(self._in, 1 << 16)
                if not piece:
                    raise RuntimeError("Chromium has ended")
                self._rest += piece
            line, self._rest = self._rest.split(b"\0", 1)
            told = json.loads(line)
            if told.get("id") == self._number:
                if "error" in told:
                    raise RuntimeError(f"{method}: {told['error']['message']}")
                found: dict[str, object] = told["result"]
                return found

    def evaluate(self, script: str) -> object:
        """What an expression in the page gives, promises waited for."""
        told = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise RuntimeError(str(told["exceptionDetails"]))
        result = told["result"]
        assert isinstance(result, dict)
        return result.get("value")

    def open(self, url: str, until: str) -> float:
        """Go to an address; the seconds until an expression there is true."""
        began = time.perf_counter()
        self.send("Page.navigate", url=url)
        while not self.evaluate(until):
            if time.perf_counter() - began > 120:
                raise RuntimeError(f"{url} does not come so far: {until}")
            time.sleep(0.02)
        return time.perf_counter() - began

    def version(self) -> str:
        """The browser's own."""
        return str(self.send("Browser.getVersion")["product"]).split("/")[-1]

    def memory(self) -> float:
        """Megabytes of the largest process of a page of this browser, shared pages counted in part."""
        self.send("HeapProfiler.collectGarbage")  # what is garbage is none of ours
        time.sleep(2)
        return max(self._held(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit())

    def _held(self, process: int) -> float:
        try:
            if b"--type=renderer" not in Path(f"/proc/{process}/cmdline").read_bytes():
                return 0.0
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
            while process > 1:
                if self.profile.encode() in Path(f"/proc/{process}/cmdline").read_bytes():
                    return int(text.split("Pss:")[1].split()[0]) / 1000
                process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            pass
        return 0.0
