"""What a flight came to: the log's verdict, the wounded, who takes whose place."""

from __future__ import annotations

from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.moments import Thing
from flakhouse.render.bomber.tale import Tale
from flakhouse.render.story.words import capital, count, join, lower, possessive

__all__ = ["tell"]


def tell(tale: Tale) -> None:
    """The last paragraph."""
    after = tale.log.after
    tale.t.paragraph()
    groups: dict[str, list[Thing]] = {}
    for thing in after:
        if thing.kind == "recovery":
            groups.setdefault(word(thing.note, "result"), []).append(thing)
    for group in groups.values():
        _recovery(tale, group)
    for thing in after:
        if thing.kind == "mission-result":
            _verdict(tale, thing)
    _tour(tale, [thing for thing in after if thing.kind == "tour-complete"])
    _crew(tale, after)


_RESULTS = {"flies again": "hospital", "dies of wounds": "died"}


def _recovery(tale: Tale, group: list[Thing]) -> None:
    """What became of the wounded: those with one fate together."""
    first = group[0].note
    key = _RESULTS.get(word(first, "result"), "invalided")
    names = [word(thing.note, "name") for thing in group]
    if len(names) == 1:
        what = f"his {lower(word(first, 'after'))}"
        tale.man(key, names[0], group[0].at, what="his wounds" if "wound" in what else what)
        return
    who = join([tale.cast.who(name) for name in names] if len(names) < 3 else tale.cast.listed(names))
    events = [thing.at for thing in group]
    after = {word(thing.note, "after") for thing in group}
    if key == "died" and not all("wound" in one for one in after):
        for thing in group:
            _recovery(tale, [thing])
        return
    tale.say(f"{key}-many", events[0], *events, who=who)


def _verdict(tale: Tale, thing: Thing) -> None:
    """The log's verdict, with the bombs or the bomber where they stand against it."""
    note = thing.note
    if tale.t.begun() == "The":  # no verdict is joined to what it has nothing to do with
        tale.t.paragraph()
    verdict = tale.manner.verdicts.get(word(note, "result"), word(note, "result"))
    credit = "" if word(note, "credited").startswith("counts") else ", and the mission does not count"
    bombs = tale.log.first("bombs-away")
    hit = bombs is not None and word(bombs.note, "result") == "On Target"
    lost = word(note, "state") == "lost"
    if hit and lost:
        tale.t.say(
            f"The bombs had hit, but {word(note, 'bomber')} was lost, and the log {verdict}{credit}", thing.at
        )
    else:
        tale.t.say(f"The log {verdict}{credit}", thing.at)
    tale.subject = ""


def _tour(tale: Tale, done: list[Thing]) -> None:
    """Who has flown his tour."""
    if not done:
        return
    names = [word(thing.note, "name") for thing in done]
    missions = number(done[0].note, "missions")
    said = [tale.cast.who(name) for name in names] if len(names) < 3 else tale.cast.listed(names)
    verb = "goes home" if len(names) == 1 else "go home"
    tale.t.say(f"After {missions} missions {join(said)} {verb}", *(thing.at for thing in done))


def _crew(tale: Tale, after: list[Thing]) -> None:
    """A new bomber and new men."""
    men = [thing for thing in after if thing.kind == "new-man"]
    bomber = next((thing for thing in after if thing.kind == "new-bomber"), None)
    where = f" in {word(bomber.note, 'bomber')}" if bomber is not None else ""
    if not men:
        if bomber is not None:
            tale.say("new-bomber", bomber.at, bomber=word(bomber.note, "bomber"))
        return
    events = [thing.at for thing in men] + ([bomber.at] if bomber is not None else [])
    if len(men) > 3:
        rest = tale.manner.crew - len(men)
        if rest <= 0:
            tale.t.say(f"A new crew of {count(len(men))} flies{where or ' in their place'}", *events)
        else:
            gone = {word(thing.note, "lost") for thing in men} | {word(thing.note, "name") for thing in men}
            left = [name for name in tale.seen.jobs if name not in gone]
            few = (
                join([tale.cast.who(name) for name in left])
                if len(left) < 3
                else f"{capital(count(rest))} of them"
            )
            tale.t.say(f"{few} will fly again, with {count(len(men))} new men{where and ',' + where}", *events)
        return
    if bomber is not None:
        tale.say("new-bomber", bomber.at, bomber=word(bomber.note, "bomber"))
    names = [word(thing.note, "name") for thing in men]
    lost = [tale.cast.short(word(thing.note, "lost")) for thing in men]
    tale.cast.seen |= set(names)
    if len(men) == 1:
        job = tale.manner.jobs.get(word(men[0].note, "man"), "")
        tale.t.say(f"{names[0]} takes {possessive(lost[0])} place as {job}", men[0].at)
    else:
        tale.t.say(f"{join(names)} take the places of {join(lost)}", *(thing.at for thing in men))
