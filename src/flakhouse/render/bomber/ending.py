"""The end of a flight told: a landing, a ditching, a jump, a loss; every man accounted for."""

from __future__ import annotations

from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.moments import BLOWS, DEATHS, Jump, Thing, Wave, Zone
from flakhouse.render.bomber.tale import Tale
from flakhouse.render.story.words import capital, count, join, lower

__all__ = ["silent_dead", "tell", "tell_jump"]

#: Fates in the order they are told, by the kind of note: for one man, for several.
_FATES: dict[str, tuple[str, str]] = {
    "jump-killed": ("{who} was killed leaving her", "{who} were killed leaving her"),
    "down-with-plane": ("{who} went down with her", "{who} went down with her"),
    "jumped-safe": ("{who} came down safely", "{who} came down safely"),
    "captured": ("{who} was taken prisoner{end}", "{who} were taken prisoner{end}"),
    "rescued": ("{who} was picked up", "{who} were picked up"),
    "lost-at-sea": ("{who} was lost at sea", "{who} were lost at sea"),
    "crushed": ("{who} died in the jammed ball turret", ""),
    "killed": ("{who} was killed", "{who} were killed"),
    "wounded lightly": ("{who} was wounded", "{who} were wounded"),
    "wounded seriously": ("{who} was badly wounded", "{who} were badly wounded"),
    "third-wound": ("{who} took a third wound", "{who} took a third wound each"),
}


def tell(tale: Tale) -> None:
    """How it ended."""
    things = tale.log.end
    if not things:
        return
    tale.t.paragraph()
    flown = any(isinstance(moment, Zone) for moment in tale.log.moments)
    for thing in [] if flown else tale.log.before:
        if thing.kind == "take-off-malfunction" and word(thing.note, "what") != "false alarm":
            what = word(thing.note, "what")
            one = f"was {'an' if what[:1] in 'aeiou' else 'a'}"
            tale.t.say(f"There {'were' if what.endswith('s') else one} {what}", thing.at)
    jumped = [thing for thing in things if thing.kind == "jumped"]
    if jumped and not any(thing.kind in ("bail-out", "out-of-control") for thing in things):
        who = "one man" if len(jumped) == 1 else f"{count(len(jumped))} men"
        tale.t.say(f"{capital(who)} jumped before she came down", *(thing.at for thing in jumped))
        down = next((thing.at for thing in things if thing.kind in ("landing", "ditched")), 0)
        early = [thing for thing in things if thing.at < down]
        _fates(tale, early)
        things = things[len(early) :]
    for thing in things:
        if thing.kind in ("destroyed", "out-of-control", "bail-out", "landing", "ditched", "landing-explosion"):
            _TOLD[thing.kind](tale, thing)
        elif thing.kind == "takes-controls":
            tale.alone(thing)
        elif thing.kind.startswith("take-off"):
            _take_off(tale, thing)
    _fates(tale, things)


def tell_jump(tale: Tale, jump: Jump) -> None:
    """Men who jumped from a bomber that flew on."""
    jumped = [thing for thing in jump.things if thing.kind in ("jumped", "jump-killed")]
    if jumped:
        who = "one man" if len(jumped) == 1 else f"{count(len(jumped))} men"
        tale.t.say(f"{capital(who)} jumped, and she flew on", *(t.at for t in jumped if t.kind == "jumped"))
    sea = next((thing for thing in jump.things if thing.kind == "sea-state"), None)
    if sea is not None:
        tale.t.say(f"The sea was {_sea(word(sea.note, 'state'))}", sea.at)
    _fates(tale, jump.things)


# ------------------------------------------------------------------ what became of the bomber


def _destroyed(tale: Tale, thing: Thing) -> None:
    names = silent_dead(tale)
    living = [name for name in names if name in tale.cast.jobs]
    end = _who(tale, living)
    many = "all aboard" if len(living) == tale.manner.crew else "and nobody got out"
    if len(living) == 1:
        tale.t.say(f"She was destroyed in the air, and {end} died with her", thing.at)
    elif len(living) == tale.manner.crew:
        tale.t.say(f"She was destroyed in the air with {many}. {capital(end)} were killed", thing.at)
    elif living:
        tale.t.say(f"She was destroyed in the air, {many}: {end} died", thing.at)
    else:
        tale.t.say("She was destroyed in the air", thing.at)


def _out_of_control(tale: Tale, thing: Thing) -> None:
    out = [other for other in tale.log.end if other.kind == "jumped" and other.at > thing.at]
    who = "one man" if len(out) == 1 else f"{count(len(out))} men"
    said = f"She went down out of control, and {who} got out" if out else "She went down out of control"
    tale.t.say(said, thing.at, *(other.at for other in out))


def _bail_out(tale: Tale, thing: Thing) -> None:
    jumped = [other for other in tale.log.end if other.kind in ("jumped", "jump-killed")]
    where = word(thing.note, "where")
    over = {"water": "over the sea", "the sea": "over the sea", "the base": "over the base"}.get(
        where, f"over {where}"
    )
    sea = next((other for other in tale.log.end if other.kind == "sea-state"), None) or tale.log.first("sea-state")
    if sea is not None and "sea" in over:
        tale.t.say(f"The sea was {_sea(word(sea.note, 'state'))}", sea.at)
    _rather_jump(tale, thing)
    n = len(jumped)
    aboard = tale.manner.crew - len([t for t in tale.log.things() if t.kind in ("killed",) and t.at < thing.at])
    who = f"all {count(n)}" if n > 2 and n == aboard else "one man" if n == 1 else f"{count(n)} men"
    last = jumped[-1] if jumped else None
    if n == 0:
        tale.t.say(f"They were to jump {over}, and nobody could", thing.at)
    elif last is not None and n > 3 and word(last.note, "name") in tale.cast.seen and last.kind == "jumped":
        tale.t.say(f"{capital(who)} jumped {over}, {tale.cast.short(word(last.note, 'name'))} last", thing.at)
    else:
        tale.t.say(f"{capital(who)} jumped {over}", thing.at)


def _rather_jump(tale: Tale, thing: Thing) -> None:
    """They had the choice to land; what spoke against it."""
    choice = tale.log.landing
    if choice is None or choice.at > thing.at:
        return
    weather = [t for t in tale.log.things() if t.kind in ("weather", "iwo-weather") and t.at < thing.at]
    if weather and word(weather[-1].note, "weather") in ("Poor", "Bad"):
        where, how = word(thing.note, "where"), word(weather[-1].note, "weather").lower()
        tale.say("weather-poor", weather[-1].at, choice.at, place=where, weather=how)
    took = [t for t in tale.log.things() if t.kind == "takes-controls" and "ilot" not in word(t.note, "man")]
    dark = "base" in word(thing.note, "where") and _dark(tale)
    tale.say("rather-jump-pilots" if took else "rather-jump-dark" if dark else "rather-jump", choice.at)


def _dark(tale: Tale) -> bool:
    """Whether it was night over the base, as briefed; of a flight that went otherwise the log does not say."""
    brief = tale.log.first("briefing")
    strayed = any(isinstance(m, Zone) and m.why not in ("", "turning") for m in tale.log.moments)
    asked = brief is not None and word(brief.note, "landing") == "Night"
    return asked and not strayed and tale.log.first("abort") is None


def _sea(state: str) -> str:
    return {"smooth to slight": "nearly smooth"}.get(lower(state), lower(state))


def _landing(tale: Tale, thing: Thing) -> None:
    note = thing.note
    where = word(note, "where")
    key = tale.manner.landings.get(word(note, "result"), "safe")
    hurt = any(t.kind in ("fighter-hits", "flak-hits", "engine", *BLOWS) for t in tale.log.things())
    hurt = hurt or any(
        m.passes and any(one.blows for one in m.passes) for m in tale.log.moments if isinstance(m, Wave)
    )
    kinds = {other.kind: other for other in tale.log.end}
    exploded = kinds.get("landing-explosion")
    dead = _who(tale, silent_dead(tale)) if key == "killed" else ""
    belly = kinds.get("belly-landing")
    if key == "killed":
        tale.t.say(f"She crashed on landing {where}, and nobody aboard lived: {dead}", thing.at)
    elif belly is not None:
        end = "could be mended" if word(belly.note, "state") == "repairable" else "was past mending"
        tale.t.say(f"She slid in on her belly {where} and {end}", thing.at, belly.at)
    elif "scrapped" in kinds:
        tale.t.say(
            f"They landed {where}, and after the burst inside her she was past mending",
            thing.at,
            kinds["scrapped"].at,
        )
    elif exploded is not None or key in ("crash", "wreck"):
        tale.t.say(f"She crashed on landing {where}{'' if exploded else _buried(tale)}", thing.at)
    else:
        tale.say("landing-safe-hit" if key == "safe" and hurt else f"landing-{key}", thing.at, where=where)


def _explosion(tale: Tale, thing: Thing) -> None:
    dead = silent_dead(tale)
    tale.t.say(f"She blew up, and {_who(tale, dead)} died" if dead else "She blew up", thing.at)


def _ditched(tale: Tale, thing: Thing) -> None:
    result = lower(word(thing.note, "result"))
    sea = next((other for other in tale.log.end if other.kind == "sea-state"), None) or tale.log.first("sea-state")
    if sea is not None:
        tale.t.say(f"The sea was {_sea(word(sea.note, 'state'))}", sea.at)
    broke = " and broke up" if "wrecked" in result else ""
    tale.t.say(f"She came down in the sea{broke}{_buried(tale)}", thing.at)


_TOLD = {
    "destroyed": _destroyed,
    "out-of-control": _out_of_control,
    "bail-out": _bail_out,
    "landing": _landing,
    "landing-explosion": _explosion,
    "ditched": _ditched,
}


def _take_off(tale: Tale, thing: Thing) -> None:
    """A B-29 that never got away."""
    note = thing.note
    if thing.kind == "take-off-return":
        tale.t.say("They dropped the bombs into the sea and turned back to land", thing.at)
    elif thing.kind == "take-off-ditch":
        tale.t.say("She went straight ahead into the sea", thing.at)
    elif thing.kind == "take-off-accident":
        tale.t.say(f"There was an accident on take-off: {lower(word(note, 'result'))}", thing.at)
    elif thing.kind == "take-off-over":
        tale.t.say("The flight was over before it began", thing.at)


# ------------------------------------------------------------------ what became of the men


def silent_dead(tale: Tale) -> list[str]:
    """Men who died with the bomber, of whom the log has no note of their own."""
    noted = {word(t.note, "name") for t in tale.log.things() if t.kind in DEATHS or t.kind == "recovery"}
    noted |= {word(t.note, "name") for t in tale.log.things() if t.kind == "captured"}
    noted |= {word(t.note, "name") for t in tale.log.things() if t.kind == "take-off-injury"}
    return [name for name in tale.seen.dead if name not in noted]


def _buried(tale: Tale) -> str:
    """A sentence for those who died with her, if any did."""
    dead = silent_dead(tale)
    return f". {capital(_who(tale, dead))} {'was' if len(dead) == 1 else 'were'} killed" if dead else ""


def _who(tale: Tale, names: list[str]) -> str:
    """Men in a list: with their jobs if there are one or two."""
    if len(names) < 3:
        return join([tale.cast.who(name) for name in names])
    return join(tale.cast.listed(names))


def _group(thing: Thing) -> str:
    kind = thing.kind
    return f"{kind} {word(thing.note, 'wound')}" if kind == "wounded" else kind


def _fates(tale: Tale, things: list[Thing]) -> None:
    """Every man's fate, those of a kind together."""
    tale.subject = ""
    left = {word(t.note, "name") for t in things}
    hidden = [t for t in [*tale.log.after, *things] if t.kind == "evaded-home" and word(t.note, "name") in left]
    evaded = {word(t.note, "name"): t.at for t in hidden}
    taken = {word(t.note, "name") for t in things if t.kind == "captured"}
    rescued = {word(t.note, "name"): t.at for t in things if t.kind == "rescued"}
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        if thing.kind == "rescued" and word(thing.note, "name") in taken:
            continue
        if thing.kind == "take-off-injury":
            groups.setdefault(f"injury {word(thing.note, 'injury')}", []).append(thing)
        elif _group(thing) in _FATES:
            end = word(thing.note, "end") if thing.kind == "captured" else ""
            groups.setdefault(f"{_group(thing)}|{end}", []).append(thing)
    for key, group in groups.items():
        names = list(dict.fromkeys(word(thing.note, "name") for thing in group))
        events = [thing.at for thing in group]
        if key.startswith("captured"):
            events += [rescued[name] for name in names if name in rescued]
        _say_group(tale, key, names, events)
    if evaded:
        names = list(evaded)
        verb = "was hidden by friends and came home" if len(names) == 1 else "were hidden by friends and came home"
        tale.t.say(f"{_who(tale, names)} {verb}", *evaded.values())


_ENDS = {"died in captivity": " and died there", "was set free at the end of the war": " until the war's end"}


def _say_group(tale: Tale, key: str, names: list[str], events: list[int]) -> None:
    """Men with one fate."""
    if key.startswith("injury "):
        what = key.removeprefix("injury ")
        verb = "killed" if what == "killed" else "badly hurt" if "erious" in what else "hurt"
        tale.t.say(f"{_who(tale, names)} {'was' if len(names) == 1 else 'were'} {verb}", *events)
        return
    kind, _, end = key.partition("|")
    one, many = _FATES[kind]
    if kind in ("jumped-safe", "rescued") and len(names) > 2 and not _others(tale, names, kind):
        verb = "came down safely" if kind == "jumped-safe" else "were picked up"
        tale.t.say(f"All {count(len(names))} {verb}", *events)
        return
    same = len(names) == 1 and tale.subject == names[0]
    who = "he" if same else _who(tale, names)
    tale.t.say((one if len(names) == 1 else many).format(who=who, end=_ENDS.get(end, "")), *events)
    tale.subject = names[0] if len(names) == 1 else ""


def _others(tale: Tale, names: list[str], kind: str) -> bool:
    """Whether another fate of this end was some man's."""
    fates = {word(t.note, "name") for t in tale.log.end if t.kind in _FATES and t.kind not in (kind, "killed")}
    return bool(fates - set(names))
