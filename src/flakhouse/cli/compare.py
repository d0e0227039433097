"""`flakhouse compare`: pilots, rule sets or house rules on the same dice; whether they differ and by how much."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from flakhouse.cli.common import (
    Commands,
    Usage,
    clean,
    command,
    game_of,
    house_of,
    options_of,
    say,
    say_json,
    seed_of,
    warn,
)
from flakhouse.cli.simulate import Bar, Stop, add_many, add_work, jobs_of, new_folder, planned_of

if TYPE_CHECKING:
    from flakhouse.core.game import Game
    from flakhouse.sim.compare import Comparison
    from flakhouse.sim.files import Folder
    from flakhouse.sim.runner import Done
    from flakhouse.sim.study import Study

__all__ = ["add", "contenders_of"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "compare",
        "let two or more contenders fly on the same dice and say whether they differ",
        """flakhouse compare b29 --missions 2000 --pilot doctrine --pilot cautious
        flakhouse compare b17 --tours 200 --pilot doctrine --pilot mybot.py:Careful
        flakhouse compare b17 --against rules=basic
        flakhouse compare b29 --house kinder-flak.toml
        flakhouse compare b29 --contender "old: fuel=off" --contender "new: pilot=cautious house=mine.toml"
        flakhouse compare --of b29-tours""",
    )
    parser.add_argument("game", nargs="?", help="name of the game, e.g. b17")
    add_many(parser)
    parser.add_argument("--seed", metavar="N", help="seed of the dice, any text; without it a new one is drawn")
    parser.add_argument("--scenario", metavar="NAME", default="", help="a scenario, for everybody")
    parser.add_argument("--option", metavar="K=V", action="append", default=[], help="an option, for everybody")
    parser.add_argument(
        "--pilot", metavar="NAME", action="append", help="a bot, or bot.py:Class; a contender each"
    )
    parser.add_argument(
        "--against",
        metavar="K=V",
        action="append",
        default=[],
        help="a contender: the first pilot with this option",
    )
    parser.add_argument(
        "--house", metavar="FILE", action="append", default=[], help="a contender: the first pilot, house rules"
    )
    parser.add_argument(
        "--contender",
        metavar="TEXT",
        action="append",
        default=[],
        help='a contender in full: "NAME: pilot=P house=FILE scenario=S option=value ..."',
    )
    parser.add_argument(
        "--out", metavar="DIR", help="keep the tables, the report and the comparison in this folder"
    )
    parser.add_argument("--of", metavar="DIR", help="compare the contenders of a folder flown before")
    parser.add_argument("--csv", action="store_true", help="print the comparison as CSV")
    add_work(parser)
    parser.set_defaults(act=_compare, detail=False)


def contenders_of(args: argparse.Namespace) -> list[Study]:
    """The contenders the command line asks for: pilots, then --against, --house and --contender."""
    from flakhouse.sim.botfile import short_name
    from flakhouse.sim.study import Study, check, studied

    game = game_of(args.game)
    unit, count, missions = planned_of(args, game)
    common = Study(
        game=game.name,
        scenario=args.scenario,
        seed=studied(seed_of(args.seed)),
        unit=unit,
        count=count,
        missions=missions,
    )
    pilots: list[str] = args.pilot or []
    entered = [(short_name(pilot), [f"pilot={pilot}"]) for pilot in pilots]
    lead = [f"pilot={pilot}" for pilot in pilots[:1]]
    varied = [(text, [text]) for text in args.against]
    varied += [(Path(file).name, [f"house={file}"]) for file in args.house]
    full = [_parsed(text) for text in args.contender]
    if not pilots and (varied or len(full) == 1):
        entered.append(("printed", []))
    entered += [(name, [*lead, *words]) for name, words in varied]
    entered += full
    studies = [_contender(game, common, args.option, name, words) for name, words in entered]
    if len(studies) < 2:
        raise Usage("a comparison needs two contenders: --pilot twice, --against, --house or --contender")
    check(studies)
    return studies


def _parsed(text: str) -> tuple[str, list[str]]:
    """Name and words of "NAME: key=value ..."; without a name the words are it."""
    before, colon, after = text.partition(":")
    name, rest = (before.strip(), after) if colon and "=" not in before else ("", text)
    try:
        return name or " ".join(rest.split()), shlex.split(rest)
    except ValueError as bad:
        raise Usage(f"--contender {text!r}: {bad}") from bad


def _contender(game: Game, common: Study, pairs: list[str], name: str, words: list[str]) -> Study:
    """A contender from its words, with these options for everybody before its own."""
    import msgspec

    pilot, scenario, house = common.pilot, common.scenario, None
    more: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise Usage(f"contender {name!r}: {word!r} is no key=value")
        if key == "pilot":
            pilot = value
        elif key == "house":
            house = house_of(game, value)
        elif key == "scenario":
            scenario = value
        else:
            more.append(word)
    return msgspec.structs.replace(
        common,
        label=clean(name),
        pilot=pilot,
        scenario=scenario,
        options=options_of(game, [*pairs, *more], scenario),
        house=house.text if house else "",
        house_name=house.name if house else "",
    )


def _compare(args: argparse.Namespace) -> int:
    from flakhouse.sim.compare import compare
    from flakhouse.sim.files import FolderError
    from flakhouse.sim.stats import needed

    if args.json and args.csv:
        raise Usage("--json or --csv, not both")
    if args.of:
        if args.game or args.out or args.pilot or args.against or args.house or args.contender:
            raise Usage("--of takes everything from its folder")
        try:
            _show(args, compare(Path(args.of)))
        except FolderError as bad:
            raise Usage(f"--of: {bad}") from bad
        return 0
    if not args.game:
        raise Usage("which game? (try flakhouse compare --help)")
    needed()  # before anything is flown
    jobs = jobs_of(args)
    studies = contenders_of(args)
    if args.out:
        return _fly(args, studies, args.out, jobs)
    with TemporaryDirectory(prefix="flakhouse-") as place:
        return _fly(args, studies, place, jobs)


def _fly(args: argparse.Namespace, studies: list[Study], place: str, jobs: int) -> int:
    """Fly into a folder and compare what is there."""
    from flakhouse.core.run import calm_collector
    from flakhouse.sim.compare import compare
    from flakhouse.sim.runner import run

    stop = Stop()
    bar = Bar(studies[0].unit)
    folder = new_folder(place, studies)
    calm_collector()
    try:
        with stop.watching():
            try:
                done = run(studies, jobs=jobs, dask=args.dask, folder=folder, stop=stop, progress=bar)
            finally:
                bar.end()
            if args.out:
                _finish(folder, studies, done)
            found = compare(folder.path)
            if args.out:
                _keep(folder.path, found)
            _show(args, found)
    finally:
        folder.close()
    if done.complete:
        return 0
    warn(
        f"interrupted after {done.done:,} of {done.count:,} {studies[0].unit}"
        + (
            f"; continue with flakhouse simulate --resume {place}, then flakhouse compare --of {place}"
            if args.out
            else ""
        )
    )
    return 130


def _finish(folder: Folder, studies: list[Study], done: Done) -> None:
    """Write what `simulate` writes."""
    import msgspec

    from flakhouse.sim.report import write_report
    from flakhouse.sim.summary import summarize, text_table

    summary = summarize(studies, done.done, done.tallies)
    remark = folder.finish(msgspec.to_builtins(summary), text_table(summary))
    if remark:
        warn(remark)
    write_report(folder.path, folder.seen)


def _keep(folder: Path, found: Comparison) -> None:
    """Write the comparison beside the tables."""
    import msgspec

    from flakhouse.sim.compare import as_csv, as_text
    from flakhouse.sim.files import write_text

    write_text(folder / "compare.json", msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")
    write_text(folder / "compare.csv", as_csv(found))
    write_text(folder / "compare.txt", as_text(found))


def _show(args: argparse.Namespace, found: Comparison) -> None:
    """Print the comparison as asked."""
    from flakhouse.sim.compare import as_csv, as_text

    if args.json:
        say_json(found)
        return
    for line in (as_csv if args.csv else as_text)(found).splitlines():
        say(line)
    if args.out and not args.csv:
        say()
        say(f"Tables and figures are in {args.out}")
