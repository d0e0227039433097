"""Saves as JSON files: export, import, crash reports. A file from elsewhere is checked in every part."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import traceback
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from flakhouse import __version__, games
from flakhouse.core.chapter import AUTOMATION, SEALED, Chapter, Verdict
from flakhouse.core.dice import checked
from flakhouse.core.game import JsonDict
from flakhouse.core.journal import Throw
from flakhouse.core.session import Session
from flakhouse.errors import DiceError, FlakhouseError, OptionError, SaveError

__all__ = [
    "SaveFile",
    "check_save",
    "encode_save",
    "given_name_fault",
    "name_fault",
    "note_fault",
    "read_save",
    "write_crash",
    "write_file",
]

FORMAT = "flakhouse save"
FORMAT_VERSION = 1
SIZE_LIMIT = 32_000_000  # bytes; a tour of 35 missions has less than a tenth of it
STEP_LIMIT = 40_000  # answers and throws of one chapter
FACE_LIMIT = 10_000  # dice given in advance for one chapter
THROW_LIMIT = 20  # dice of one throw; a pool of ours has at most 10
CRASH_LIMIT = 100  # crash reports in one folder
SEED_LIMIT = 200
NOTE_LIMIT = 500  # notes of one chapter
NOTE_SIZE = 2000  # characters of one note
GIVEN_SIZE = 40  # characters of a name for a man or a bomber
_BIG = 2**63
_NAME = re.compile(r"\w[\w.+-]{0,39}")


class SaveFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An exported save."""

    format: str
    format_version: int = FORMAT_VERSION
    flakhouse: str = ""
    name: str
    game: str
    seed: str
    created: str
    error: str = ""  # of a crash report: what went wrong
    chapters: list[Chapter]


def now() -> str:
    """The time as saves keep it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def name_fault(name: str) -> str:
    """Why this cannot be the name of a save ("" if it can)."""
    if _NAME.fullmatch(name):
        return ""
    shown = name if len(name) <= 60 else name[:60] + "..."
    return f"{shown!r} is no name for a save: letters, digits and . + - _, at most 40"


def encode_save(save: SaveFile) -> bytes:
    """The file, laid out so that two versions can be compared line by line."""
    return msgspec.json.format(msgspec.json.encode(save), indent=1) + b"\n"


def read_save(data: bytes) -> SaveFile:
    """A save from a file: its form only. `check_save` looks at what it says."""
    if len(data) > SIZE_LIMIT:
        raise SaveError(f"not a save: {len(data)} bytes, more than {SIZE_LIMIT}")
    try:
        save = msgspec.json.decode(data, type=SaveFile)
    except RecursionError as bad:
        raise SaveError("not a save: nested too deeply") from bad
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as bad:
        raise SaveError(f"not a save, or a damaged one: {bad}") from bad
    if save.format != FORMAT:
        raise SaveError(f"not a save: format {save.format!r}, expected {FORMAT!r}")
    if save.format_version != FORMAT_VERSION:
        raise SaveError(f"a save of format {save.format_version}; this Flakhouse reads {FORMAT_VERSION}")
    return save


def check_save(save: SaveFile, verify: bool = True) -> list[Verdict]:
    """Check that a save can be, and replay it; SaveError says what is wrong and where."""
    if fault := name_fault(save.name):
        raise SaveError(fault)
    if save.game not in games.names():
        raise SaveError(f"a save of {save.game!r}; games: {', '.join(games.names())}")
    if not _plain(save.seed, 1, SEED_LIMIT):
        raise SaveError("the seed is missing, too long or unprintable")
    if not _plain(save.flakhouse, 0, 40) or len(save.error) > 2000:
        raise SaveError("the version or the error it names is unprintable or too long")
    try:
        datetime.fromisoformat(save.created)
    except ValueError as bad:
        raise SaveError(f"created: {bad}") from bad
    if not 0 < len(save.chapters) <= 1000:
        raise SaveError(f"a save has 1 to 1000 chapters, not {len(save.chapters)}")
    verdicts: list[Verdict] = []
    for i, chapter in enumerate(save.chapters):
        where = f"chapter {i + 1}"
        if chapter.number != i + 1 or chapter.game != save.game:
            raise SaveError(f"{where}: number {chapter.number} of {chapter.game!r} stands in its place")
        if i + 1 < len(save.chapters):
            following = save.chapters[i + 1]
            if chapter.finished is None or chapter.finished.over:
                raise SaveError(f"{where}: it must be finished, and the tour not over, for another to follow")
            if _ending(where, chapter) != following.campaign:
                raise SaveError(f"{where}: the next chapter does not begin where it ends")
        _check_chapter(where, chapter)
        if verify:
            verdicts.append(_replay(where, chapter))
        else:
            _open(where, chapter)
    return verdicts


def _ending(where: str, chapter: Chapter) -> JsonDict | None:
    """The record a chapter leaves, with the names its player gave after it."""
    record = chapter.finished.campaign if chapter.finished is not None else None
    if record is None or not chapter.names:
        return record
    try:
        return games.load(chapter.game).renamed(record, chapter.names)
    except (msgspec.ValidationError, KeyError) as bad:
        raise SaveError(f"{where}: the campaign record is damaged: {bad}") from bad


def _plain(text: str, least: int, most: int) -> bool:
    """Whether a text from a file can be kept and shown."""
    return least <= len(text) <= most and text.isprintable()


def _check_chapter(where: str, chapter: Chapter) -> None:
    if len(chapter.entries) > STEP_LIMIT:
        raise SaveError(f"{where}: more than {STEP_LIMIT} steps")
    starts = [start for start, _ in chapter.seeds]
    if not all(_plain(seed, 1, SEED_LIMIT + 20) for _, seed in chapter.seeds) or len(starts) > 1000:
        raise SaveError(f"{where}: a seed is missing, too long or unprintable")
    if any(seed.startswith(SEALED) for _, seed in chapter.seeds):
        raise SaveError(f"{where}: a server keeps its seed until a strict challenge closes; it plays there only")
    if not all(_plain(text, 0, 255) for text in (chapter.house_name, chapter.charts, chapter.version)):
        raise SaveError(f"{where}: the name of its house rules, charts or version is unprintable or too long")
    if len(chapter.remarks) > 1000 or not all(_plain(remark, 1, 1000) for remark in chapter.remarks):
        raise SaveError(f"{where}: the remarks are unprintable or too long")
    _check_kept(where, chapter)
    if chapter.house_name and not chapter.house:
        raise SaveError(f"{where}: house rules {chapter.house_name!r} without their text")
    if chapter.step and chapter.position is None:
        raise SaveError(f"{where}: a step to start at without a position")
    if not starts or starts[0] != 0 or starts != sorted(set(starts)) or starts[-1] >= _BIG:
        raise SaveError(f"{where}: the seeds do not follow each other")
    if chapter.automation not in AUTOMATION:
        raise SaveError(f"{where}: automation {chapter.automation!r}")
    if chapter.auto != sorted(set(chapter.auto)) or not all(0 <= i < len(chapter.entries) for i in chapter.auto):
        raise SaveError(f"{where}: the list of automatic steps does not fit the steps")
    numbers = (chapter.undos, chapter.table_after or 0, chapter.check or 0, chapter.rules_version)
    if not all(0 <= number < _BIG for number in numbers):
        raise SaveError(f"{where}: a count is negative or far too large")
    if (chapter.finished is None) != (chapter.check is None):
        raise SaveError(f"{where}: the end and its check do not stand together")
    try:
        if len(chapter.given) > FACE_LIMIT:
            raise SaveError(f"{where}: more than {FACE_LIMIT} dice given")
        for face in chapter.given:
            checked(face)
        for entry in chapter.entries:
            if isinstance(entry, Throw):
                if len(entry.faces) > THROW_LIMIT:
                    raise SaveError(f"{where}: more than {THROW_LIMIT} dice in one throw")
                for face in entry.faces:
                    checked(face)
    except DiceError as bad:
        raise SaveError(f"{where}: {bad}") from bad


def _check_kept(where: str, chapter: Chapter) -> None:
    """What a player added to a chapter."""
    if len(chapter.notes) > NOTE_LIMIT or len(chapter.noses) > NOTE_LIMIT:
        raise SaveError(f"{where}: more than {NOTE_LIMIT} notes")
    for note in chapter.notes:
        if note_fault(note.text) or not _plain(note.written, 1, 40) or not 0 <= note.step <= STEP_LIMIT:
            raise SaveError(f"{where}: a note is empty, unprintable or too long, or of no step")
    if not all(_plain(text, 1, 40) for pair in chapter.noses.items() for text in pair):
        raise SaveError(f"{where}: the drawing of a bomber is unprintable or too long")
    if len(chapter.names) > NOTE_LIMIT or len(chapter.awards) > NOTE_LIMIT:
        raise SaveError(f"{where}: more than {NOTE_LIMIT} names or medals")
    if not all(_plain(place, 1, 80) and not given_name_fault(name) for place, name in chapter.names.items()):
        raise SaveError(f"{where}: a name is empty, unprintable or too long")
    if not all(_plain(what, 1, 80) and said in ("yes", "no") for what, said in chapter.awards.items()):
        raise SaveError(f"{where}: what is said of a medal is neither yes nor no")


def given_name_fault(name: str) -> str:
    """Why a man or a bomber cannot be called so ("" if it can)."""
    if not name.strip() or name != name.strip():
        return "a name is needed, without blanks around it"
    if not _plain(name, 1, GIVEN_SIZE):
        return f"a name has at most {GIVEN_SIZE} characters, all of which can be shown"
    return ""


def note_fault(text: str) -> str:
    """Why this cannot be a note of a diary ("" if it can)."""
    if not text.strip():
        return "the note is empty"
    if len(text) > NOTE_SIZE:
        return f"the note has {len(text)} characters; there is room for {NOTE_SIZE}"
    if not all(line.isprintable() for line in text.split("\n")):
        return "the note has characters that cannot be shown"
    return ""


def _open(where: str, chapter: Chapter) -> Session:
    try:
        game = games.load(chapter.game)
        if game.check_options(chapter.options) != chapter.options:
            raise OptionError("the list of options is not complete")
        return Session(game, chapter, trace=False)
    except FlakhouseError as bad:
        raise SaveError(f"{where}: {bad}") from bad


def _replay(where: str, chapter: Chapter) -> Verdict:
    verdict = _open(where, chapter).verify()
    if not verdict.identical:
        raise SaveError(
            f"{where} does not play as recorded: {verdict.what}. "
            "Nothing was kept; --no-verify keeps it as it is, to look at or to continue from a prefix"
        )
    return verdict


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    try:
        handle, name = tempfile.mkstemp(prefix=".flakhouse-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as bad:
        raise SaveError(f"cannot write {path}: {bad.strerror or bad}") from bad


def _failure(error: BaseException) -> str:
    """A digest of where the rules failed and how, whatever led there."""
    frames = [f"{Path(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)]
    # A rule that calls itself fails at many depths: each place counts once.
    return hashlib.sha256("\n".join([type(error).__name__, *dict.fromkeys(frames)]).encode()).hexdigest()[:16]


def write_crash(chapter: Chapter, error: BaseException, folder: Path) -> str:
    """Write what reproduces a failure of the rules as an exported save; its path, "" if that failed too.

    The same failure is written once, and only so many: players can make rules fail as often as they like.
    """
    name = f"crash-{chapter.game[:14]}-{_failure(error)}"
    path = folder / "crashes" / f"{name}.json"
    if path.exists():
        return str(path)
    single = msgspec.structs.replace(chapter, number=1)  # so that it can be imported by itself
    save = SaveFile(
        format=FORMAT,
        flakhouse=__version__,
        name=name,
        game=chapter.game,
        seed=chapter.seeds[0][1],
        created=now(),
        error=f"{type(error).__name__}: {error}"[:2000],
        chapters=[single],
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if sum(1 for _ in path.parent.iterdir()) >= CRASH_LIMIT:
            return ""
        write_file(path, encode_save(save))
    except (SaveError, OSError):
        return ""
    return str(path)
