"""Odds at the prompt: what becomes of it if this option is taken, or that one."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence

import msgspec
from starlette.responses import Response, StreamingResponse

from flakhouse.core.deadline import allowance
from flakhouse.core.session import Session
from flakhouse.errors import FlakhouseError
from flakhouse.sim.odds import OPENS, OddsTable, Plan, odds
from flakhouse.sim.oddstext import count_line, decided_lines, figure_text, meaning_lines, range_text, sentences
from flakhouse.slate_plans import plans
from flakhouse.web import slates
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import Fault, fault_of
from flakhouse.web.html import UNBUFFERED, page
from flakhouse.web.moment import moment
from flakhouse.web.untold import after_telling
from flakhouse.web.ways import Way, get

__all__ = ["WAYS", "odds_of", "stream", "tables_for"]

_LONGEST = 10
_PLAIN = 1.5  # seconds for a browser without script
_MOST = 300  # samples of each option for a program
_PATIENCE = 3  # so many times the computing of an ordinary request is allowed for that
_LIMIT = 20_000  # samples of each option


class Told(OddsTable, frozen=True, kw_only=True):
    """A table in words: figures with their ranges, what they come from, what they say."""

    said: list[str]
    words: str
    meanings: list[str]
    exact: list[str]
    figures: dict[str, dict[str, tuple[str, str]]]  # by option and measure: the figure, and how exact it is


def told(table: OddsTable) -> Told:
    """A table with its words."""
    return Told(
        **msgspec.structs.asdict(table),
        said=sentences(table),
        words=count_line(table),
        meanings=meaning_lines(table),
        exact=decided_lines(table),
        figures={
            row.key: {
                one.key: (figure_text(row.cells[one.key], one), range_text(row.cells[one.key], one))
                for one in table.measures
            }
            for row in table.rows
        },
    )


def tables_for(
    session: Session, seconds: float, jobs: int = 1, compared: Sequence[Plan] = ()
) -> Iterator[OddsTable]:
    """Tables, each better than the last, for so many seconds; the last one says that it is done."""
    end = time.monotonic() + seconds
    last: OddsTable | None = None
    for last in odds(session, limit=_LIMIT, jobs=jobs, apart=True, plans=compared):
        if time.monotonic() >= end:
            break
        yield last
    if last is not None:
        yield msgspec.structs.replace(last, done=True)


def _copy(ctx: Context) -> tuple[Session, str]:
    """The session of the path at its open question, apart from the one that is played."""
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        session = table.session
        chapter = session.chapter
        copy = msgspec.structs.replace(chapter, entries=list(chapter.entries), auto=list(chapter.auto))
        return Session(session.game, copy, trace=False, secret=session.secret), table.at


def _plans(ctx: Context, session: Session) -> list[Plan]:
    """The plan on the form that the browser shows, and what it is compared with; none without a form."""
    sent = ctx.request.query_params
    if not sent.get("form"):
        return []
    session.run()
    form = slates.asked(session, sent)
    return plans(session, form) if form is not None else []


@contextlib.contextmanager
def _held(ctx: Context) -> Iterator[str]:
    """A slot among all processes while odds are worked out."""
    with ctx.server.odds.held() as slot:
        if not slot:
            raise Fault(429, "busy", "odds are being worked out for others; try again in some seconds", 3.0)
        yield slot


def stream(ctx: Context) -> Response:
    """The tables as lines of JSON while they get better; the caller may hang up at any time."""
    seconds = min(_LONGEST, max(1, ctx.number("seconds", 5) or 5))
    session, _ = _copy(ctx)
    compared = _plans(ctx, session)

    def lines() -> Iterator[bytes]:
        try:
            with _held(ctx):  # not before somebody listens, so that it is always let go
                tables = tables_for(session, seconds, ctx.server.config.odds_jobs, compared)
                while table := _next(tables, ctx.server.config.cpu_seconds):
                    yield msgspec.json.encode(told(table)) + b"\n"
        except (FlakhouseError, Fault) as bad:
            yield msgspec.json.encode({"message": fault_of(bad).message}) + b"\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=UNBUFFERED)


def _next(tables: Iterator[OddsTable], seconds: float) -> OddsTable | None:
    """The next table; each is made in whatever thread has time, so each has an allowance of its own."""
    with allowance(seconds):
        return next(tables, None)


def odds_of(ctx: Context) -> Response:
    """The odds after so many plays of each option, for programs."""
    samples = ctx.number("samples", 30) or 30
    if samples > _MOST:
        raise BadRequest(f"samples: at most {_MOST}")
    session, _ = _copy(ctx)
    with _held(ctx), allowance(_PATIENCE * ctx.server.config.cpu_seconds):
        best = list(odds(session, limit=samples))[-1]
    return Response(
        msgspec.json.encode(best), media_type="application/json", headers={"Cache-Control": "no-store"}
    )


def _odds(ctx: Context) -> Response:
    """The odds as a page, for browsers without script."""
    session, _ = _copy(ctx)
    compared = _plans(ctx, session)
    with _held(ctx):
        best = list(tables_for(session, _PLAIN, ctx.server.config.odds_jobs, compared))[-1]
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        now = moment(table)
    return page(ctx, "odds.html", m=now, table=told(best), opens=OPENS, filled=ctx.request.url.query)


WAYS: list[Way] = [
    get("/play/{save}/odds", after_telling(_odds), own=True),
    get("/play/{save}/odds.jsonl", stream, own=True),
]
