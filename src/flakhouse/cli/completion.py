"""`flakhouse completion`: a script that lets a shell complete commands, options, games and saves."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from flakhouse.cli.common import Commands, command, say, say_json

__all__ = ["add", "script", "words_of"]

#: What may stand for an argument of this name: words the shell asks for when it needs them.
_SAVES = "$(flakhouse saves --names 2>/dev/null)"
_BASH = """# flakhouse: completion for {shell}
{first}_flakhouse() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} list=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    list="{commands}"
  else
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$list" -- "$word"))
}}
complete -o default -F _flakhouse flakhouse
"""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "completion",
        "print a script with which a shell completes flakhouse commands",
        """eval "$(flakhouse completion bash)"
        eval "$(flakhouse completion zsh)"
        flakhouse completion fish > ~/.config/fish/completions/flakhouse.fish""",
    )
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell you use")
    parser.set_defaults(act=_completion)


def _completion(args: argparse.Namespace) -> int:
    from flakhouse.cli.main import parser

    text = script(parser(), args.shell)
    if args.json:
        say_json({"shell": args.shell, "script": text})
    else:
        say(text.rstrip())
    return 0


def words_of(top: argparse.ArgumentParser) -> dict[str, list[str]]:
    """Every command with the words that may follow it: options, choices, games."""
    from flakhouse import games

    found: dict[str, list[str]] = {}
    for name, parser in _commands(top).items():
        words: list[str] = []
        for action in parser._actions:
            if action.help == argparse.SUPPRESS:
                continue
            words += [option for option in action.option_strings if option.startswith("--")]
            if action.choices is not None:
                words += [str(choice) for choice in action.choices]
            elif action.dest == "game":
                words += games.names()
            elif action.dest in ("save", "saves"):
                words.append(_SAVES)
        found[name] = words
    return found


def _commands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of the parser, by name."""
    subs = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(subs[0].choices)


def script(top: argparse.ArgumentParser, shell: str) -> str:
    """The script for a shell."""
    words = words_of(top)
    make: Callable[[dict[str, list[str]], str], str] = _fish if shell == "fish" else _bash
    return make(words, shell)


def _bash(words: dict[str, list[str]], shell: str) -> str:
    cases = "\n".join(f'      {name}) list="{" ".join(found)}" ;;' for name, found in words.items())
    first = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return _BASH.format(shell=shell, first=first, commands=" ".join(words), cases=cases)


def _fish(words: dict[str, list[str]], shell: str) -> str:
    names = " ".join(words)
    lines = [
        f"# flakhouse: completion for {shell}",
        f'complete -c flakhouse -f -n "not __fish_seen_subcommand_from {names}" -a "{names}"',
    ]
    for name, found in words.items():
        listed = " ".join(word.replace("$(", "(") for word in found)
        lines.append(f"complete -c flakhouse -n '__fish_seen_subcommand_from {name}' -a '{listed}'")
    return "\n".join(lines) + "\n"
