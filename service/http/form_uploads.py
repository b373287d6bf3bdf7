"""Files in forms (multipart/form-data, RFC 7578), written to the disk while they come in."""

from collections.abc import AsyncIterator, Collection
from typing import Final

from litestar.exceptions import InternalServerException
from msgspec import Struct
from multipart import (  # type: ignore[import-untyped]
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

from service.commands.imports.upload_folder import Upload, UploadFolder
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, UNSUPPORTED_MEDIA_TYPE

_FORM: Final = "multipart/form-data"
_FIELD_BYTES: Final = 1000
"""What a field may have that isn't a file."""


class FormUpload(Struct, frozen=True):
    """A file, its name at who sent it, and the other fields of its form."""

    upload: Upload
    name: str
    fields: dict[str, str]


async def received_form(request: AnyRequest, folder: UploadFolder, file: str, fields: Collection[str]) -> FormUpload:
    """A form with one `file`, and some of the `fields`.

    Raises:
        ProblemError: 415 for another content type, 400 for another form or one that breaks off.
        FileTooLarge: as the name says.
    """
    media_type, options = parse_options_header(request.headers.get("content-type", ""))
    if media_type != _FORM or not options.get("boundary"):
        raise ProblemError(UNSUPPORTED_MEDIA_TYPE, f"A form with a file is sent as {_FORM}.")
    form = _Form(file, fields)
    try:
        parser = PushMultipartParser(options["boundary"], max_segment_count=1 + len(fields))
        upload = await folder.receive(form.file_of(parser, request.stream()))
    except (MultipartError, UnicodeError, InternalServerException):
        raise ProblemError(INVALID_REQUEST, "The form can't be read.") from None
    return FormUpload(upload, form.name or "", form.texts)


class _Form:
    """A form that is being read."""

    def __init__(self, file: str, fields: Collection[str]) -> None:
        self._file = file
        self._known = frozenset(fields)
        self.name: str | None = None
        self.fields: dict[str, bytearray] = {}
        self.texts: dict[str, str] = {}

    async def file_of(self, parser: PushMultipartParser, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The bytes of the file; the fields are complete behind them."""
        with parser:
            field: bytearray | None = None
            async for chunk in stream:
                for part in parser.parse(chunk) if chunk else ():
                    if isinstance(part, MultipartSegment):
                        field = self._begun(part)
                    elif part and field is None:
                        yield bytes(part)
                    elif part and field is not None:
                        field += part
                        _verify(len(field) <= _FIELD_BYTES)
        _verify(self.name is not None)
        self.texts = {name: value.decode() for name, value in self.fields.items()}

    def _begun(self, segment: MultipartSegment) -> bytearray | None:
        """Where the bytes of a field go; None for those of the file."""
        if segment.name == self._file:
            _verify(self.name is None)
            self.name = segment.filename or ""
            return None
        _verify(segment.name in self._known and segment.name not in self.fields)
        return self.fields.setdefault(segment.name, bytearray())


def _verify(holds: bool) -> None:  # an assertion
    if not holds:
        raise ProblemError(INVALID_REQUEST, "The form has other fields, one of them twice, or too long a text.")
