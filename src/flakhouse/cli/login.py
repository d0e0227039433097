"""`flakhouse login`, `logout`: at a hosted server, for commands about its challenges and squadrons."""

from __future__ import annotations

import argparse

from flakhouse.cli.common import Commands, Usage, command, say, say_json
from flakhouse.cli.passwords import ask_password

__all__ = ["add", "add_server"]


def add_server(parser: argparse.ArgumentParser, player: bool = False) -> None:
    """Which server a command is about; `player`: who flies, where nobody logs in."""
    parser.add_argument("--server", metavar="URL", default="", help="the server; without it where you logged in")
    if player:
        parser.add_argument("--player", metavar="NAME", default="", help="who flies, on a server without accounts")


def add(commands: Commands) -> None:
    """Add the commands."""
    one = command(
        commands,
        "login",
        "log in to a hosted server, for the commands about its challenges and squadrons",
        """flakhouse login https://bombers.example.org ann
        flakhouse login https://bombers.example.org ann < file-with-the-password
        flakhouse challenge list
        flakhouse logout""",
    )
    one.add_argument("url", help="the address of the server")
    one.add_argument("name", help="the name of your account; the password is asked for")
    one.set_defaults(act=_login)
    one = command(commands, "logout", "end the login at a hosted server", "flakhouse logout")
    one.set_defaults(act=_logout)


def _login(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import Login, Remote, keep, kept_in

    remote = Remote(args.url)
    password = ask_password(again=False)
    answer = remote.post("/api/login", {"name": args.name, "password": password}, dict[str, str])
    keep(Login(remote.base, args.name, answer["token"]))
    if args.json:
        say_json({"server": remote.base, "name": args.name})
    else:
        say(f"{args.name} is logged in at {remote.base}. The login is kept in {kept_in()}.")
    return 0


def _logout(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import Remote, kept_in, kept_login

    kept = kept_login()
    if kept is None:
        raise Usage("you are logged in nowhere")
    kept_in().unlink()
    Remote(kept.server, kept.token).do("/api/logout", {})
    if args.json:
        say_json({"server": kept.server, "name": kept.name})
    else:
        say(f"{kept.name} is logged out at {kept.server}.")
    return 0
