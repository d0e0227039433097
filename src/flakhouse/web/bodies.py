"""What requests carry: how much of it is read, and the forms and files in it.

Whoever sends something is looked at first; only then is his body read, and it is taken apart in a thread, within
the request's allowance of computing. Forms are small; files may be large.
"""

from __future__ import annotations

import urllib.parse
from collections.abc import Mapping
from typing import NamedTuple

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import Field, File, create_form_parser
from starlette.requests import Request

from flakhouse.web.faults import Fault
from flakhouse.web.ways import Way

__all__ = ["NOTHING", "Form", "form_of", "kind_of", "limit_of"]

_FORM, _MULTIPART, _JSON = "application/x-www-form-urlencoded", "multipart/form-data", "application/json"
_FIELDS = 200  # of a form
_PARTS = 60  # of one with files


class Form(NamedTuple):
    """The fields and files of a request."""

    fields: Mapping[str, str]
    files: Mapping[str, bytes]


NOTHING = Form({}, {})


def kind_of(request: Request) -> str:
    """The media type a request says its body has."""
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


def limit_of(way: Way, request: Request, usual: int) -> int:
    """How many bytes a request may carry: more than usual only as the kind of file that is expected there."""
    kind = kind_of(request)
    if way.file and not way.api and kind != _MULTIPART:
        raise Fault(415, "type", "a file is expected here, sent as multipart/form-data")
    return max(usual, way.limit) if kind == (_JSON if way.api else _MULTIPART) else usual


def form_of(content_type: str, body: bytes) -> Form:
    """The fields and files of a form; empty for anything else."""
    kind = content_type.split(";")[0].strip().lower()
    if body and kind == _FORM:
        try:
            pairs = urllib.parse.parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_FIELDS)
        except ValueError as bad:
            raise Fault(400, "form", f"the form cannot be read: {bad}") from bad
        return Form(dict(pairs), {})
    if body and kind == _MULTIPART:
        return _multipart(content_type, body)
    return NOTHING


def _multipart(content_type: str, body: bytes) -> Form:
    fields: dict[str, str] = {}
    files: dict[str, bytes] = {}
    count = 0

    def more() -> None:
        nonlocal count
        count += 1
        if count > _PARTS:
            raise Fault(400, "form", f"the form cannot be read: more than {_PARTS} parts")

    def on_field(field: Field) -> None:
        more()
        fields[(field.field_name or b"").decode()] = (field.value or b"").decode()

    def on_file(file: File) -> None:
        more()
        file.file_object.seek(0)
        files[(file.field_name or b"").decode()] = file.file_object.read()
        file.close()

    try:
        parser = create_form_parser(
            {"Content-Type": content_type.encode("latin-1")},
            on_field,
            on_file,
            config={"MAX_MEMORY_FILE_SIZE": len(body) + 1},
        )
        parser.write(body)
        parser.finalize()
    except (FormParserError, ValueError) as bad:
        raise Fault(400, "form", f"the form cannot be read: {bad}") from bad
    return Form(fields, files)
