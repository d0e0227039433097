"""Measures everything the documentation quotes, and writes it there.

Runs the measuring scripts one after another and puts what they say between the marks of README.md and docs/*.md:

    <!-- figures: NAME -->
    ...
    <!-- end of figures -->

What each script said is kept in build/figures, part by part, so that nothing is lost if a later one fails;
`--again` writes the pages from there and measures nothing. The machine should have nothing else to do meanwhile.
With the default numbers it takes an hour or two; `--quick` tries everything out in minutes and prints what would
be written, figures of no worth.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

from bench import cpu

import flakhouse

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "figures"
CURVE = "docs/images/scale.svg"
_JUDGES = ("scripts/odds", "scripts/load")  # they end with 1 if what they measured is not good enough
_MARKS = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


Blocks = dict[str, str]  # text by the name of its mark


# ------------------------------------------------------------------ what is run


def commands(part: str, quick: bool, up_to: int, wheel: Path | None) -> list[str]:
    """The commands of a part, as they are quoted."""
    missions, raids = (300, 40) if quick else (6000, 600)
    lists: dict[str, list[str]] = {
        "speed": [
            f"scripts/bench --json --missions {missions} --game b29",
            f"scripts/bench --json --missions {missions} --game b17",
            f"scripts/bench --json --missions {missions} --game doolittle --scenario 1",
            f"scripts/bench --json --missions {raids} --game doolittle --scenario 10",
        ],
        "bot-speed": [f"scripts/bench --json --bots --missions {200 if quick else 2000}"],
        "scale": [
            f"scripts/scale --json --up-to {3000 if quick else up_to} --out "
            + (f"build/{Path(CURVE).name}" if quick else CURVE)
        ],
        "felt": [f"scripts/bench --json --felt --against {RELEASE} --rounds {1 if quick else 7}"],
        "odds": [f"scripts/odds --json --samples {60 if quick else 2000} --long {60 if quick else 4000}"],
        "load": [
            "scripts/load --json --accounts" + (" --players 20 --seconds 5 --ramp 2" if quick else ""),
            "scripts/load --json --accounts --kill" + (" --players 20 --seconds 5 --ramp 2" if quick else ""),
        ],
        "bots": [
            "scripts/bots b17" + (" --tours 4 --random-tours 1 --rollout 0" if quick else " --jobs 2"),
            "scripts/bots b29" + (" --tours 4 --random-tours 0 --rollout 0" if quick else " --jobs 2"),
            "scripts/bots doolittle" + (" --raids 3 --rollout 0" if quick else " --jobs 2"),
        ],
    }
    if part == "compiled":
        return [f"scripts/bench --json --missions {missions} --compiled {shlex.quote(str(wheel))}"]
    return lists[part]


PARTS = ("speed", "felt", "bot-speed", "scale", "odds", "load", "bots")
RELEASE = "443b995"  # 0.4.0


def machine() -> str:
    """Where it was measured."""
    load = os.getloadavg()[0]
    return (
        f"{cpu()}, {os.cpu_count()} cores, Python {platform.python_version()}, Flakhouse {flakhouse.__version__}, "
        f"load {load:.1f} before"
    )


def run(command: str) -> str:
    """What a command prints; its progress goes on to standard error."""
    print(f"== {command}", file=sys.stderr, flush=True)
    script, *words = shlex.split(command)
    path = ROOT / f"{script}.py"
    told = subprocess.run([sys.executable, path, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if not told.stdout.strip() or (told.returncode and script not in _JUDGES):
        raise RuntimeError(f"{command} ended with {told.returncode}")
    if told.returncode:
        print(f"   {script}: NOT as it should be", file=sys.stderr)
    return told.stdout


def measure(part: str, orders: list[str], folder: Path) -> None:
    """Run the commands of a part and keep what they say."""
    folder.mkdir(parents=True, exist_ok=True)
    where = machine()
    said = {"machine": where, "said": [[order, run(order)] for order in orders]}
    fresh = folder / f"{part}.new"
    fresh.write_text(json.dumps(said, indent=1), encoding="utf-8")
    os.replace(fresh, folder / f"{part}.json")


# ------------------------------------------------------------------ what is written


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def _wrapped(*sentences: str) -> str:
    """Lines as the pages have them."""
    return textwrap.fill(" ".join(sentences), 118, break_long_words=False, break_on_hyphens=False) + "\n"


def _whole(value: float) -> str:
    """Three figures: 1,580, 98, 0.66."""
    if value >= 1000:
        return f"{round(value, -1):,.0f}"
    return f"{value:.0f}" if value >= 20 else f"{value:.3g}"


def _source(where: str, orders: list[str]) -> str:
    """The commands and the machine."""
    typed = "".join(f"    {order}\n" for order in orders)
    return f"{typed}\n{where}.\n"


def speed(where: str, said: list[tuple[str, str]]) -> Blocks:
    """Missions a second and start-up."""
    found = [json.loads(text) for _, text in said]
    names = ["b29", "b17", "doolittle 1", "doolittle 10"]
    bombers = [f"{one['overhead_factor']:.1f}" for one in found[:2]]
    rows = [
        ["missions or games a second", *(_whole(one["missions_per_second"]) for one in found)],
        ["rolls in each", *(f"{one['rolls_per_mission']:.0f}" for one in found)],
        ["questions in each", *(f"{one['questions_per_mission']:.0f}" for one in found)],
        ["overhead factor (time over that of the bare dice draws and chart look-ups)", *bombers, "", ""],
        ["milliseconds with the log a player has", *(f"{one['milliseconds_with_log']:.1f}" for one in found)],
    ]
    prompts = [one["first_prompt_seconds"] for one in found]
    helped = min(one["help_seconds"] for one in found)
    start = _wrapped(
        f"`flakhouse --help` takes {helped:.2f} s, the first prompt of `play` {min(prompts):.2f} to "
        f"{max(prompts):.2f} s."
    )
    head = ["", *names]
    source = _source(where, [order for order, _ in said])
    return {"speed": f"{source}\n{table(head, rows)}\n{start}"}


def felt(where: str, said: list[tuple[str, str]]) -> Blocks:
    """What a user waits for, beside the release before."""
    rows = [
        [
            one["what"],
            _whole(one["ours"]),
            _whole(one["theirs"]),
            f"{one['times_as_fast']:.2f}",
            f"{one['least']:.2f} to {one['most']:.2f}",
        ]
        for one in json.loads(said[0][1])
    ]
    head = ["", "here", "0.4.0", "times as fast", "least and greatest"]
    return {"felt": f"{_source(where, [said[0][0]])}\n{table(head, rows)}"}


def compiled(where: str, said: list[tuple[str, str]]) -> Blocks:
    """The compiled build beside the checkout."""
    rows = [
        [
            one["game"],
            _whole(one["pure_missions_per_second"]),
            _whole(one["compiled_missions_per_second"]),
            f"{one['pure_overhead_factor']:.1f}",
            f"{one['compiled_overhead_factor']:.1f}",
            f"{one['times_as_fast']:.2f}",
        ]
        for one in json.loads(said[0][1])
    ]
    head = ["", "missions a second", "compiled", "overhead factor", "compiled", "times as fast"]
    order = re.sub(r"--compiled .*", "--compiled WHEEL", said[0][0])
    return {"compiled": f"{_source(where, [order])}\n{table(head, rows)}"}


def bot_speed(where: str, said: list[tuple[str, str]]) -> Blocks:
    """What it costs to be asked, and to play out."""
    found = json.loads(said[0][1])
    pilots = [key for key in found[0] if key != "game"]
    rows = [[pilot, *(_whole(one[pilot]) for one in found)] for pilot in pilots]
    asked = sorted(one["doctrine"] / one["asked"] for one in found)
    slow = sorted(one["doctrine"] / one["rollout"] for one in found)
    words = _wrapped(
        f"`doctrine`, who is never asked, is {asked[0]:.1f} to {asked[-1]:.1f} times as fast as one who is asked "
        f"and says the same; `rollout` takes {_whole(slow[0])} to {_whole(slow[-1])} times as long."
    )
    head = ["first missions a second", *(one["game"] for one in found)]
    return {"bot-speed": f"{_source(where, [said[0][0]])}\n{table(head, rows)}\n{words}"}


def scale(where: str, said: list[tuple[str, str]]) -> Blocks:
    """Growth with the number of missions."""
    import msgspec
    from scale import HEAD, Told, cells, sentences

    told = msgspec.json.decode(said[0][1].encode(), type=Told)
    rows = [cells(run) for run in told.runs]
    words = "".join(f"- {line}\n" for line in sentences(told))
    picture = f"![Seconds by missions](images/{Path(CURVE).name})\n"
    return {"scale": f"{_source(where, [said[0][0]])}\n{table(list(HEAD), rows)}\n{words}\n{picture}"}


def odds(where: str, said: list[tuple[str, str]]) -> Blocks:
    """Odds against long simulation."""
    told = json.loads(said[0][1])
    places: dict[str, list[dict[str, float]]] = {}
    for line in told["lines"]:
        places.setdefault(f"{line['position']} | {line['way']}", []).append(line)
    rows = [
        [
            place,
            str(len(lines)),
            f"{max(abs(line['odds'] - line['long']) for line in lines if line['share']) * 100:.1f}",
            f"{min(line['p'] for line in lines):.3f}",
        ]
        for place, lines in places.items()
    ]
    small = sum(line["p"] < 0.05 for line in told["lines"])
    words = _wrapped(
        f"{len(told['lines'])} lines (options times measures), each of {told['samples']:,} samples of the odds "
        f"and {told['long']:,} flights made the other way. p is below 0.05 in {small}; the least times the "
        f"number of lines is {told['together']:.2f}: {'alike' if told['alike'] else 'NOT alike'}."
    )
    head = ["position", "flights from", "lines", "greatest difference of a share, points", "least p"]
    return {"odds": f"{_source(where, [said[0][0]])}\n{table(head, rows)}\n{words}"}


def load(where: str, said: list[tuple[str, str]]) -> Blocks:
    """Many players at once."""
    found = [json.loads(text) for _, text in said]
    rows = [
        [
            "killed in the middle" if "--kill" in order else "as it is",
            str(one["players"]),
            f"{one['requests_a_second']:.0f}",
            str(one["p50_ms"]),
            str(one["p95_ms"]),
            str(one["p99_ms"]),
            str(_number(one["faults"])),
            str(_number(one["lost"])),
        ]
        for (order, _), one in zip(said, found, strict=True)
    ]
    head = ["the server", "players", "requests a second", "p50, ms", "p95, ms", "p99, ms", "faults", "lost"]
    return {"load": f"{_source(where, [order for order, _ in said])}\n{table(head, rows)}"}


def _number(value: object) -> int:
    """How many: a number, a list of them, or numbers by kind."""
    if isinstance(value, dict):
        return sum(map(_number, value.values()))
    return value if isinstance(value, int) else len(value) if isinstance(value, list) else 0


def bots(where: str, said: list[tuple[str, str]]) -> Blocks:
    """How the bots fare."""
    return {f"bots-{order.split()[1]}": f"    {order}\n\n{text.strip()}\n" for order, text in said}


RENDER: dict[str, Callable[[str, list[tuple[str, str]]], Blocks]] = {
    "speed": speed,
    "felt": felt,
    "compiled": compiled,
    "bot-speed": bot_speed,
    "scale": scale,
    "odds": odds,
    "load": load,
    "bots": bots,
}


#: The marks that each part fills.
NAMES = {
    "speed": ("speed",),
    "felt": ("felt",),
    "compiled": ("compiled",),
    "bot-speed": ("bot-speed",),
    "scale": ("scale",),
    "odds": ("odds",),
    "load": ("load",),
    "bots": ("bots-b17", "bots-b29", "bots-doolittle"),
}


def pages() -> list[Path]:
    """Where marks may stand."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def fill(text: str, blocks: Blocks) -> str:
    """A page with its blocks filled; a mark that no block is for stays as it is."""
    return _MARKS.sub(lambda mark: mark[1] + blocks[mark[2]] + mark[3] if mark[2] in blocks else mark[0], text)


def blocks_of(part: str, folder: Path) -> Blocks:
    """The text of every mark that a part fills."""
    kept = json.loads((folder / f"{part}.json").read_text(encoding="utf-8"))
    return RENDER[part](kept["machine"], [(order, text) for order, text in kept["said"]])


def write(part: str, blocks: Blocks) -> None:
    """Write blocks into the pages."""
    placed: set[str] = set()
    for page in pages():
        text = page.read_text(encoding="utf-8")
        placed |= {mark[2] for mark in _MARKS.finditer(text)}
        filled = fill(text, blocks)
        if filled != text:
            page.write_text(filled, encoding="utf-8")
            print(f"   {part}: {page.relative_to(ROOT)}", file=sys.stderr)
    for name in sorted(set(blocks) - placed):
        print(f"   no page has a mark for {name}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"default all: {', '.join(PARTS)}")
    parser.add_argument(
        "--up-to", type=int, default=1_000_000, metavar="N", help="missions of scale; default 1,000,000"
    )
    parser.add_argument("--compiled", type=Path, metavar="WHEEL", help="measure a build of scripts/compile too")
    parser.add_argument("--quick", action="store_true", help="try it out with few missions; no page is written")
    parser.add_argument("--again", action="store_true", help="measure nothing, write what is kept")
    args = parser.parse_args()
    parts = list(args.parts or PARTS) + (["compiled"] if args.compiled and "compiled" not in args.parts else [])
    if args.again and not args.parts:
        parts = [part for part in RENDER if (KEPT / f"{part}.json").exists()]
    for part in parts:
        if part not in RENDER or (part == "compiled" and not args.compiled and not args.again):
            parser.error(f"no part {part!r}" + (" without --compiled WHEEL" if part == "compiled" else ""))
    folder = KEPT / "quick" if args.quick else KEPT
    failed = []
    for part in parts:
        try:
            if not args.again:
                measure(part, commands(part, args.quick, args.up_to, args.compiled), folder)
            blocks = blocks_of(part, folder)
            if args.quick:
                for name, text in blocks.items():
                    print(f"<!-- figures: {name} -->\n{text}")
            else:
                write(part, blocks)
        except (RuntimeError, OSError, ValueError, KeyError) as bad:
            print(f"   {part} failed: {type(bad).__name__}: {bad}", file=sys.stderr)
            failed.append(part)
    if failed:
        print(
            f"failed: {', '.join(failed)}; run them again with scripts/figures {' '.join(failed)}", file=sys.stderr
        )
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
