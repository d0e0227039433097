"""`flakhouse replay`: a recorded mission again, scene by scene or as a log; or proof that it plays as recorded."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, Usage, add_untold, command, find_save, game_of, say, say_json, untold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flakhouse.core.events import Event
    from flakhouse.core.game import Game
    from flakhouse.core.session import Session
    from flakhouse.render.base import Renderer
    from flakhouse.store import Store

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "replay",
        "see a recorded mission again, scene by scene; or verify it",
        """flakhouse replay b29-tour-1
        flakhouse replay b29-tour-1 --mission 2 --to 40 --log full
        flakhouse replay b29-tour-1 --verify""",
    )
    parser.add_argument("save", help="name of the save")
    parser.add_argument(
        "--mission", type=int, metavar="K", help="the flight of this number; without it the last one"
    )
    parser.add_argument("--to", type=int, metavar="N", help="stop after so many steps")
    parser.add_argument("--verify", action="store_true", help="only say whether it plays as recorded")
    parser.add_argument(
        "--log",
        choices=("scenes", "brief", "full"),
        help="print it: as scenes, in brief or in full; without it a terminal steps by scene, a pipe gets full",
    )
    add_untold(parser)
    parser.set_defaults(act=_replay)


def _replay(args: argparse.Namespace) -> int:
    from flakhouse.store import Store

    with Store() as store:
        name = find_save(store, args.save)
        game = game_of(store.info(name).game)
        last = store.info(name).chapter
        if args.mission is not None and not 1 <= args.mission <= last:
            raise Usage(f"--mission {args.mission}: {name} has missions 1 to {last}")
        if args.verify:
            return _verify(args, store, game, name, last)
        untold(args, store.info(name), args.mission or last)
        session = store.session(game, name, args.mission)
        return _told(args, store, game, name, session)


def _told(args: argparse.Namespace, store: Store, game: Game, name: str, session: Session) -> int:
    if args.to is not None and not 0 <= args.to <= session.steps:
        raise Usage(
            f"--to {args.to}: {session.game.chapter_word} {session.chapter.number} has steps 0 to {session.steps}"
        )
    past = session.after(session.steps if args.to is None else args.to)
    if args.json:
        from flakhouse.render.look import question

        say_json({"save": name, "steps": session.steps, **question(past), "events": past.events})
        return 0
    if args.log is None:
        from flakhouse.cli.stepper import Stepper
        from flakhouse.cli.terminal import Terminal

        terminal = Terminal()
        if terminal.paced:
            Stepper(store, name, past, terminal).run()
            return 0
    _show(args, game, past, session.steps)
    return 0


def _show(args: argparse.Namespace, game: Game, past: Session, steps: int) -> None:
    from flakhouse.render.base import renderer

    view = renderer(game)
    line = view.house_line(past.house, past.chapter.options)
    if line:
        say(line)
    if args.log == "scenes":
        _scenes(game, past)
    else:
        _events(view, past.events, args.log or "full")
    say(f"{game.chapter_word.capitalize()} {past.chapter.number}, step {past.steps} of {steps}.")
    if past.pending is not None:
        say(f"Open: {past.pending.prompt} ({past.pending.rule}) {', '.join(past.pending.options)}")
    elif past.need_dice is not None:
        say(f"Open: dice for {past.need_dice.chart} {past.need_dice.title}")
    else:
        say(f"The {game.chapter_word} is over.")


def _scenes(game: Game, past: Session) -> None:
    from flakhouse.render.look import own_events
    from flakhouse.render.scenes import scene_text
    from flakhouse.render.screen import screen

    view = screen(game)
    for scene in view.scenes(past.events, 0, own_events(past.events, past.chapter.auto)):
        for text in scene_text(scene, view.width):
            say(text)


def _events(view: Renderer, events: Sequence[Event], level: str) -> None:
    step = 0
    for event in events:
        lines = view.event_lines(event, level)
        if _is_step(event):
            step += 1
            if lines:
                say(f"[step {step}]")
        for text in lines:
            say(text)


def _is_step(event: Event) -> bool:
    from flakhouse.core.events import Chosen, Rolled

    return isinstance(event, Chosen) or (isinstance(event, Rolled) and event.typed)


def _verify(args: argparse.Namespace, store: Store, game: Game, name: str, last: int) -> int:
    numbers = range(1, last + 1) if args.mission is None else [args.mission]
    results: list[dict[str, object]] = []
    identical = True
    for number in numbers:
        session = store.session(game, name, number, trace=False)
        verdict = session.verify()
        identical = identical and verdict.identical
        results.append(
            {
                "mission": number,
                "identical": verdict.identical,
                "step": verdict.step,
                "what": verdict.what,
                "changed": session.outdated(),
            }
        )
    if args.json:
        say_json({"save": name, "identical": identical, "missions": results})
    else:
        for result in results:
            changed = f" ({result['changed']})" if result["changed"] else ""
            word = "identical" if result["identical"] else "parts from the record"
            say(f"{game.chapter_word.capitalize()} {result['mission']}: {word}: {result['what']}{changed}")
    return 0 if identical else 1
