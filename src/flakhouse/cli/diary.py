"""`flakhouse diary`: read the notes of a save, or write one."""

from __future__ import annotations

import argparse
import textwrap

from flakhouse.cli.common import Commands, Usage, command, find_save, game_of, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "diary",
        "read the notes you keep with a save, write one, or remove one",
        """flakhouse diary b17-tour-1
        flakhouse diary b17-tour-1 "Foster got his fifth today."
        flakhouse diary b17-tour-1 --mission 3 --remove 1""",
    )
    parser.add_argument("save", help="name of the save")
    parser.add_argument("text", nargs="?", help="the note to write")
    parser.add_argument(
        "--mission", type=int, metavar="K", help="of the flight of this number; without it the last"
    )
    parser.add_argument("--remove", type=int, metavar="N", help="remove note N of that flight")
    parser.set_defaults(act=_diary)


def _diary(args: argparse.Namespace) -> int:
    from flakhouse.savefile import note_fault
    from flakhouse.store import Store
    from flakhouse.store.kept import add_note, drop_note

    with Store() as store:
        name = find_save(store, args.save)
        last = store.info(name).chapter
        number = args.mission or last
        if not 1 <= number <= last:
            raise Usage(f"--mission {number}: {name} has missions 1 to {last}")
        if args.text is not None:
            if fault := note_fault(args.text):
                raise Usage(fault)
            add_note(store, name, args.text, number)
        elif args.remove is not None:
            drop_note(store, name, number, args.remove - 1)
        chapters = store.chapters(name)
        word = game_of(store.info(name).game).chapter_word.capitalize()
    notes = [(chapter.number, at, note) for chapter in chapters for at, note in enumerate(chapter.notes, 1)]
    if args.json:
        say_json([{"mission": number, "note": at, "step": n.step, "text": n.text} for number, at, n in notes])
        return 0
    for number, at, note in notes:
        say(f"{word} {number}, note {at}, after step {note.step}, {note.written[:16].replace('T', ' ')}")
        for line in note.text.split("\n"):
            say(textwrap.fill(line, 80, initial_indent="  ", subsequent_indent="  "))
    if not notes:
        say("No note yet.")
    return 0
