"""Careers for a terminal: the crew and the bomber, a man's dossier, the roll of honour; of the raid its crews."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from flakhouse.careers.dossier import Bomber, Entry, Man, Tour, when
from flakhouse.careers.figures import figures_text
from flakhouse.careers.honours import MEDALS, RULE
from flakhouse.careers.raid import NOBODY, Crew, Raiders, crew_line
from flakhouse.careers.tour import ART
from flakhouse.render.bomber.sheets import STATES
from flakhouse.render.story.words import a_count, capital, count

__all__ = ["crew_text", "man_text", "medals_said", "raider_text", "roll_text", "standing"]

_WIDTH = 80


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def medals_said(man: Man) -> list[str]:
    """His medals from the highest down: "Air Medal, two clusters"."""
    said: list[str] = []
    have = man.ribbons()
    for key, title in MEDALS.items():
        times = have.get(key, 0)
        if times:
            more = f", {a_count(times - 1, 'oak leaf cluster')}" if times > 1 else ""
            said.append(f"{title}{more}")
    return said


def standing(man: Man) -> str:
    """How he stands: "on duty", or what became of him and when."""
    if man.fate == "on duty":
        return man.fate if man.id else "new in the crew"
    return f"{man.fate}, {when(man.fate_flight, man.fate_target)}"


def _line(man: Man) -> str:
    """What he did. The rules credit a mission to those who come back: a dead man's last is not among his."""
    parts = [f"{a_count(man.missions, 'mission')} credited" if man.missions else "no mission credited"]
    if man.dead() and man.missions < sum(flown.credited for flown in man.flights):
        parts[0] += " before his last"
    if man.kills:
        parts.append(a_count(len(man.kills), "victory", "victories"))
    if man.wounds:
        parts.append(a_count(len(man.wounds), "wound"))
    return ", ".join(parts)


def crew_text(tour: Tour) -> str:
    """The crew, the bombers and the roll of honour."""
    if not tour.flights:
        return "No mission is finished yet. The crew's careers begin with the first one.\n"
    lines = [
        f"{tour.title}, {tour.save}",
        f"{tour.credited} of {tour.missions} missions credited in {a_count(len(tour.flights), 'flight')}; "
        f"{a_count(len(tour.men), 'man', 'men')} flew",
        "",
        "The last crew" if tour.over else "The crew",
    ]
    for man in tour.crew():
        lines += _wrap(f"{man.rank_now()} {man.name}, {man.job}: {_line(man)}; {standing(man)}".strip(), "  ")
    for left, men in tour.earlier():
        lines += ["", f"Until {left}"]
        for man in men:
            lines += _wrap(f"{man.rank_now()} {man.name}, {man.job}: {_line(man)}; {man.fate}".strip(), "  ")
    lines += ["", "Bombers"]
    for bomber in tour.bombers:
        lines += _bomber(bomber, tour)
    lines += ["", *figures_text(tour).rstrip("\n").split("\n")]
    lines += _honour(tour)
    lines += _diary(tour.diary)
    if tour.honours:
        lines += ["", *_wrap(RULE)]
    return "\n".join(lines) + "\n"


def _bomber(bomber: Bomber, tour: Tour) -> list[str]:
    flights = [flight for flight in tour.flights if flight.number in bomber.flights]
    art = ART.get(bomber.art, "")
    lines = _wrap(
        f"{bomber.name} (on her nose: {art.lower()}): {a_count(len(flights), 'flight')}, "
        f"{a_count(bomber.kills, 'fighter')} shot down, {a_count(bomber.shells, 'shell')} and "
        f"{a_count(bomber.bursts, 'burst')} taken, {_killed(bomber)}; "
        f"{bomber.end or STATES.get(bomber.state, bomber.state)}",
        "  ",
    )
    for flight in flights:
        if flight.damage:
            lines += _wrap(f"Flight {flight.number}, {flight.target}: {' '.join(flight.damage)}", "    ")
    return lines


def _killed(bomber: Bomber) -> str:
    """How many of her men lost their lives, aboard or after they had jumped."""
    return f"{count(bomber.killed)} of her men lost" if bomber.killed else "none of her men lost"


def _honour(tour: Tour) -> list[str]:
    lines: list[str] = []
    groups: list[tuple[str, Sequence[Man]]] = [
        ("Roll of honour", tour.fallen()),
        ("Prisoners of war", tour.others("prisoner of war")),
        ("Sent home wounded", tour.others("sent home wounded")),
        ("Tour complete", tour.others("tour complete")),
    ]
    for title, men in groups:
        if men:
            lines += ["", title]
            for man in men:
                lines += _wrap(
                    f"{man.rank_now()} {man.name}, {man.job}: {standing(man)}; {_line(man)}".strip(), "  "
                )
    return lines


def man_text(man: Man, tour: Tour) -> str:
    """A man's dossier."""
    lines = [
        f"{man.rank_now()} {man.name}".strip(),
        f"{capital(man.job)}; {standing(man)}",
        f"{a_count(len(man.flights), 'flight')}, {_line(man)}",
    ]
    if man.stations:
        lines += _wrap(f"Also sat as {', '.join(man.stations)}")
    for title, rows in (
        (
            "Flights",
            [
                f"{f.flight}  {f.target}, {f.bomber}{'' if f.credited else ' (does not count)'}"
                for f in man.flights
            ],
        ),
        (
            "Victories",
            [f"{n}  {k.fighter}, {k.gun}, {when(k.flight, k.target)}" for n, k in enumerate(man.kills, 1)],
        ),
        ("Wounds", [f"{capital(w.what)}, {when(w.flight, w.target)}" for w in man.wounds]),
        (
            "Medals",
            [
                f"{MEDALS[h.medal]}{'' if h.given else ', proposed'}: {h.why}"
                for h in man.medals
                if h.given != "no"
            ],
        ),
        ("Promotions", [f"{p.rank}: {p.why}" for p in man.promotions]),
    ):
        if rows:
            lines += ["", title, *(line for row in rows for line in _wrap(row, "  "))]
    lines += _diary(tour.notes_on(man))
    if tour.honours:
        lines += ["", *_wrap(RULE)]
    return "\n".join(lines) + "\n"


def _diary(notes: Sequence[Entry]) -> list[str]:
    """Notes of the player."""
    said = [line for note in notes for line in _wrap(f"Flight {note.flight}: {note.text}", "  ")]
    return ["", "Diary", *said] if said else []


def roll_text(roll: Raiders) -> str:
    """The crews of the raid."""
    flew, stayed = roll.flew(), roll.stayed()
    lines = [f"The raid, scenario {roll.scenario}: {5 * len(flew)} men in {a_count(len(flew), 'crew')} flew"]
    lines += [f"  {men} {fate}" for fate, men in roll.tally().items()]
    for crew in flew:
        lines += ["", *_crew(crew)]
    if stayed:
        lines += ["", *_wrap(f"{capital(stayed[0].fate)}: {', '.join(f'{c.pilot} ({c.id})' for c in stayed)}")]
    return "\n".join(lines) + "\n"


def _crew(crew: Crew) -> list[str]:
    lines = [f"{crew.pilot} ({crew.id}): {crew.fate}{f' ({crew.trial})' if crew.trial else ''}"]
    lines += _wrap(", ".join(f"{man.name}, {man.job}" for man in crew.men if man.name != NOBODY), "  ")
    return [*lines, *_wrap(capital(crew_line(crew)), "  ")]


def raider_text(crew: Crew) -> str:
    """One crew."""
    return "\n".join(_crew(crew)) + "\n"
