"""What the commands share: wrong use, output, files, names. Heavy imports stay inside the functions."""

from __future__ import annotations

import argparse
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from flakhouse.core.game import Game, House
    from flakhouse.store import SaveInfo, Store

__all__ = [
    "Commands",
    "Usage",
    "add_untold",
    "clean",
    "command",
    "find_save",
    "game_of",
    "house_of",
    "name_of",
    "new_seed",
    "options_of",
    "read_bytes",
    "read_text",
    "say",
    "say_json",
    "seed_of",
    "untold",
    "warn",
]

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
_FILE_LIMIT = 40_000_000
_LINE_LIMIT = 1000


class Usage(Exception):
    """Wrong use: one clear line, exit code 2."""


class _Format(argparse.Action):
    """`--format json` is `--json`."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        namespace.json = values == "json"


def command(
    commands: Commands, name: str, help: str, examples: str, formats: bool = True
) -> argparse.ArgumentParser:
    """A command with --json, --format and examples; without `formats` it has formats of its own."""
    parser = commands.add_parser(
        name,
        help=help,
        description=textwrap.fill(help[0].upper() + help[1:] + ".", 78),
        epilog="examples:\n" + "\n".join(f"  {line.strip()}" for line in examples.strip().splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    if formats:
        parser.add_argument("--format", choices=("text", "json"), action=_Format, help="--format json is --json")
    return parser


# ------------------------------------------------------------------ output


def clean(text: str) -> str:
    """Text without signs that steer a terminal: names come from players and from imported files."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)


def say(text: str = "") -> None:
    """A line on standard output."""
    sys.stdout.write(clean(text) + "\n")


def warn(text: str) -> None:
    """A line on standard error."""
    line = clean(text).replace("\n", " ")  # what it quotes may be of any length and hold anything
    sys.stderr.write(f"flakhouse: {line if len(line) <= _LINE_LIMIT else line[:_LINE_LIMIT] + ' ...'}\n")


def say_json(value: object) -> None:
    """A JSON document on standard output."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


# ------------------------------------------------------------------ input


def read_bytes(name: str) -> bytes:
    """A file the player names; "-" is standard input."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_FILE_LIMIT + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_FILE_LIMIT + 1)
    except OSError as bad:
        raise Usage(f"cannot read {name}: {bad.strerror or bad}") from bad
    if len(data) > _FILE_LIMIT:
        raise Usage(f"{name} is too large")
    return data


def read_text(name: str) -> str:
    """A text file the player names."""
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        raise Usage(f"{name} is no UTF-8 text") from bad


def game_of(name: str) -> Game:
    """The game named on the command line."""
    from flakhouse import games

    if name not in games.names():
        raise Usage(f"no game {name!r}; games: {', '.join(games.names())}")
    return games.load(name)


def options_of(game: Game, pairs: list[str], scenario: str = "") -> dict[str, str]:
    """Options from `--scenario` and `--option key=value`; the game has checked them."""
    chosen: dict[str, str] = {}
    if scenario:
        found = {s.key: s for s in game.scenarios()}
        if scenario not in found:
            raise Usage(f"no scenario {scenario!r}; scenarios: {', '.join(found) or 'none'}")
        chosen.update(found[scenario].options)
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise Usage(f"--option {pair!r}: expected key=value")
        chosen[key.strip()] = value.strip()
    game.check_options(chosen)
    return chosen


def house_of(game: Game, name: str | None) -> House | None:
    """The house rules file named on the command line."""
    from flakhouse.core.game import read_house
    from flakhouse.errors import ChartError

    if name is None:
        return None
    try:
        return read_house(game, clean(Path(name).name), read_text(name))
    except ChartError as bad:
        raise Usage(str(bad)) from bad


def find_save(store: Store, name: str | None) -> str:
    """The save named on the command line, or the one played last; of a game, the one of it."""
    names = store.names()
    if name is None:
        return store.last()
    if name not in names:
        from flakhouse import games

        if name in games.names() and any(info.game == name for info in store.saves()):
            return store.last(name)
        raise Usage(f"no save {name!r}; saves: {', '.join(names[:8]) or 'none yet'}")
    return name


def add_untold(parser: argparse.ArgumentParser) -> None:
    """The flag that shows what the terminal has not told yet."""
    parser.add_argument("--untold", action="store_true", help="also what you have not been told yet")


def untold(args: argparse.Namespace, info: SaveInfo, number: int | None = None) -> bool:
    """Whether the last chapter of a save is still being told at the terminal, and is not to be shown before its
    player has seen it. Raises Usage if it is the `number` asked for."""
    from flakhouse.cli.pace import Settings, moment

    name = info.name
    if args.untold or Settings().untold(name, moment(info.chapter, info.steps)) is None:
        return False
    if number == info.chapter:
        raise Usage(
            f"{name} was left in the midst of the telling, so its end is not told here. "
            f"See it with: flakhouse resume {name}; --untold shows it all the same"
        )
    return True


def name_of(name: str) -> str:
    """A name for a save given on the command line ("" where none was)."""
    from flakhouse.savefile import name_fault

    if name and (fault := name_fault(name)):
        raise Usage(fault)
    return name


def new_seed() -> str:
    """A seed nobody knows yet, short enough to be typed again."""
    import secrets

    return str(secrets.randbelow(10**9))


def add_setup(
    parser: argparse.ArgumentParser,
    dice: str = "these faces come first, then the seed's",
    game: bool = True,
) -> None:
    """The arguments that say what is played; `fly` and `play` share them. `game`: whether it must be named."""
    if game:
        parser.add_argument("game", help="name of the game, e.g. b29")
    else:
        parser.add_argument("game", nargs="?", default="", help="name of the game, e.g. b29")
    parser.add_argument("--seed", metavar="N", help="seed of the dice, any text; without it a new one is drawn")
    parser.add_argument(
        "--option", metavar="K=V", action="append", default=[], help="set a game option; may be repeated"
    )
    parser.add_argument("--scenario", metavar="NAME", default="", help="begin with the options of a scenario")
    parser.add_argument("--house", metavar="FILE", help="house rules: your own charts and options")
    parser.add_argument("--position", metavar="FILE", help="start from a position text")
    parser.add_argument("--step", metavar="NAME", default="", help="start the position at this step of the turn")
    parser.add_argument("--dice", metavar="3,4,6,..", help=dice)


def faces_of(text: str | None) -> list[int]:
    """The faces of --dice."""
    from flakhouse.core.dice import parse_faces
    from flakhouse.errors import DiceError

    try:
        return parse_faces(text or "")
    except DiceError as bad:
        raise Usage(f"--dice: {bad}") from bad


def seed_of(text: str | None) -> str:
    """The seed given, or a new one."""
    if text is None:
        return new_seed()
    if not 0 < len(text) <= 100 or not text.isprintable():
        raise Usage("The seed can have 1 to 100 characters, and no control characters.")
    return text


def position_of(name: str | None, step: str) -> str | None:
    """The position text named on the command line."""
    if name is None:
        if step:
            raise Usage("--step says where a position starts; name one with --position")
        return None
    return read_text(name)
