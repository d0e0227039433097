"""`flakhouse saves`: list, show, export, import, delete, rename, copy."""

from __future__ import annotations

import argparse
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from flakhouse import games
from flakhouse.cli.common import (
    Commands,
    Usage,
    add_untold,
    command,
    find_save,
    game_of,
    name_of,
    read_bytes,
    say,
    say_json,
    seed_of,
    untold,
)

if TYPE_CHECKING:
    from flakhouse.core.game import Finish
    from flakhouse.store import SaveInfo, Store

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command and what it can do."""
    parser = command(
        commands,
        "saves",
        "list, show, export, import, delete, rename or copy saves",
        """flakhouse saves list
        flakhouse saves export b29-tour-1 -o tour.json
        flakhouse saves import tour.json --name second-try
        flakhouse saves copy b29-tour-1 what-if --step 40 --seed luck""",
    )
    parser.add_argument("--names", action="store_true", help=argparse.SUPPRESS)  # for the completion of a shell
    parser.set_defaults(act=_list, untold=False)  # no action: the list
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")

    _add_looks(actions)

    one = command(
        actions, "export", "write a save as one JSON file", "flakhouse saves export b29-tour-1 -o tour.json"
    )
    one.add_argument("save")
    one.add_argument("-o", "--output", metavar="FILE", help="the file to write; without it standard output")
    one.add_argument("--force", action="store_true", help="write over a file that is there")
    one.set_defaults(act=_export)

    one = command(actions, "import", "read an exported save", "flakhouse saves import tour.json --name again")
    one.add_argument("file", help="the file; - for standard input")
    one.add_argument("--name", default="", help="name of the new save")
    one.add_argument("--no-verify", action="store_true", help="do not replay it first")
    one.set_defaults(act=_import)

    one = command(actions, "delete", "delete a save for good", "flakhouse saves delete b29-tour-1 --yes")
    one.add_argument("save")
    one.add_argument("--yes", action="store_true", help="do not ask")
    one.set_defaults(act=_delete)

    one = command(actions, "rename", "give a save another name", "flakhouse saves rename b29-tour-1 lucky-lady")
    one.add_argument("save")
    one.add_argument("new")
    one.set_defaults(act=_rename)

    one = command(
        actions,
        "copy",
        "copy a save, or fork it at an earlier step, with other dice if wanted",
        """flakhouse saves copy b29-tour-1
        flakhouse saves copy b29-tour-1 what-if --mission 3 --step 40 --seed luck""",
    )
    one.add_argument("save")
    one.add_argument("new", nargs="?", default="")
    one.add_argument("--mission", type=int, metavar="K", help="end the copy with this mission")
    one.add_argument("--step", type=int, metavar="N", help="and after so many steps of it")
    one.add_argument("--seed", default="", metavar="S", help="with other dice from there")
    one.set_defaults(act=_copy)


def _add_looks(actions: Commands) -> None:
    """What shows saves."""
    for name, what, example, act in (
        ("list", "list all saves", "flakhouse saves list --json", _list),
        ("show", "show a save and its missions", "flakhouse saves show b29-tour-1", _show),
    ):
        one = command(actions, name, what, example)
        if act is _show:
            one.add_argument("save")
        add_untold(one)
        one.set_defaults(act=act)


def _store() -> Store:
    from flakhouse.store import Store

    return Store()


def _line(info: SaveInfo, end: Finish | None) -> str:
    from flakhouse.cli.pace import Settings, moment

    ended = _ended(info, end) if info.status == "over" else ""
    word = game_of(info.game).chapter_word
    words = {
        "playing": f"{word} {info.chapter}, step {info.steps}",
        "between": f"after {word} {info.chapter}",
        "over": f"over after {word} {info.chapter} ({ended.rstrip('.')})",
    }
    where = words[info.status]
    # What was not told yet is not told here.
    if Settings().untold(info.name, moment(info.chapter, info.steps)) is not None:
        where = f"{word} {info.chapter}, told in part"
    house = f", house rules {info.house}" if info.house else ""
    return f"{info.name}  {info.game}, {where}{house}, last played {info.updated[:16].replace('T', ' ')}"


def _ended(info: SaveInfo, end: Finish | None) -> str:
    """How it ended; what shows a game is loaded only where one is over."""
    from flakhouse.render.look import ending
    from flakhouse.render.screen import screen

    return ending(screen(games.load(info.game)), end)


def _list(args: argparse.Namespace) -> int:
    with _store() as store:
        infos, ends = store.saves(), {} if args.json else store.endings()
    if args.json:
        say_json([_told(args, info) for info in infos])
        return 0
    if args.names:
        for info in infos:
            say(info.name)
        return 0
    for info in infos:
        say(_line(info, ends.get(info.name)))
    if not infos:
        say("No saves yet.")
    return 0


def _told(args: argparse.Namespace, info: SaveInfo) -> SaveInfo:
    """A save for programs: one whose end is still being told at the terminal is being played."""
    import msgspec

    if not untold(args, info):
        return info
    return msgspec.structs.replace(info, status="playing", finished=min(info.finished, info.chapter - 1))


def _show(args: argparse.Namespace) -> int:
    with _store() as store:
        name = find_save(store, args.save)
        info, chapters = store.info(name), store.chapters(name)
    hidden = chapters[-1].number if untold(args, info) else 0
    if args.json:
        missions = [
            {
                "number": c.number,
                "steps": len(c.entries),
                "seeds": c.seeds,
                "options": c.options,
                "house": c.house_name,
                "rules_version": c.rules_version,
                "charts": c.charts,
                "version": c.version,
                "undos": c.undos,
                "outcome": c.finished.outcome if c.finished and c.number != hidden else None,
                "remarks": c.remarks,
            }
            for c in chapters
        ]
        say_json({"save": _told(args, info), "missions": missions})
        return 0
    say(_line(info, chapters[-1].finished))
    say(f"Seed {info.seed}, begun {info.created[:16].replace('T', ' ')} UTC")
    last = chapters[-1]
    options = ", ".join(f"{key}={value}" for key, value in last.options.items()) or "none"
    for line in textwrap.wrap(f"Options: {options}", 80, subsequent_indent="  "):
        say(line)
    word = game_of(info.game).chapter_word
    for c in chapters:
        state = "told in part" if c.number == hidden else "finished" if c.finished else "being played"
        undone = f", {c.undos} taken back past a die" if c.undos else ""
        say(f"{word.capitalize()} {c.number}: {len(c.entries)} steps, {state}{undone}")
        for remark in c.remarks:
            say(f"  {remark}")
    return 0


def _export(args: argparse.Namespace) -> int:
    from flakhouse.savefile import write_file

    with _store() as store:
        data = store.export(find_save(store, args.save))
    if args.output is None:
        sys.stdout.write(data.decode())
        return 0
    path = Path(args.output)
    if path.exists() and not args.force:
        raise Usage(f"{path} is there already; --force writes over it")
    write_file(path, data)
    _done(args, {"save": args.save, "file": str(path)}, f"{args.save} written to {path}")
    return 0


def _import(args: argparse.Namespace) -> int:
    name_of(args.name)
    data = read_bytes(args.file)
    with _store() as store:
        name, verdicts = store.import_(data, args.name, verify=not args.no_verify)
    how = "every mission plays as recorded" if verdicts else "not replayed"
    _done(args, {"save": name, "verified": bool(verdicts)}, f"imported as {name}: {how}")
    return 0


def _delete(args: argparse.Namespace) -> int:
    with _store() as store:
        name = find_save(store, args.save)
        if not args.yes:
            if not sys.stdin.isatty():
                raise Usage(f"This deletes {name} for good. Add --yes to do it.")
            sys.stdout.write(f"Delete {name} for good? Type yes: ")
            sys.stdout.flush()
            if sys.stdin.readline().strip().lower() not in ("y", "yes"):
                say("Nothing was deleted.")
                return 1
        store.delete(name)
    _done(args, {"deleted": name}, f"{name} is deleted")
    return 0


def _rename(args: argparse.Namespace) -> int:
    with _store() as store:
        if not args.new:
            raise Usage("the new name is empty")
        store.rename(find_save(store, args.save), name_of(args.new))
    _done(args, {"save": args.new, "was": args.save}, f"{args.save} is now {args.new}")
    return 0


def _copy(args: argparse.Namespace) -> int:
    with _store() as store:
        name = find_save(store, args.save)
        game = game_of(store.info(name).game)
        seed = seed_of(args.seed) if args.seed else ""
        last = store.info(name).chapter
        if args.mission is not None and not 1 <= args.mission <= last:
            raise Usage(f"--mission {args.mission}: {name} has missions 1 to {last}")
        new = store.copy(game, name, name_of(args.new), number=args.mission, step=args.step, seed=seed)
    _done(args, {"save": new, "of": name}, f"{name} copied to {new}")
    return 0


def _done(args: argparse.Namespace, facts: dict[str, object], line: str) -> None:
    if args.json:
        say_json(facts)
    else:
        say(line)
