"""What the API and the pages share of imports: who may, a file that has come in, and work that may take its time."""

import asyncio
from pathlib import PureWindowsPath
from typing import Annotated, Final
from uuid import UUID

from litestar.params import PathParameter
from msgspec import Struct

from domain.match.events import Visibility
from service.api.import_answers import resource_of
from service.api.match_access import may_write
from service.api.schemas.imports import ImportResource
from service.auth.access import Principal
from service.commands.imports.upload_folder import Upload
from service.commands.imports.uploads import NewUpload
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_TEXT
from service.process.container import Services
from service.readers.play import Kind, UnreadableFile
from service.readers.reading import kind_of
from service.validation.text import InvalidText, clean

_SOURCE_LENGTH: Final = 100
_NAME_LENGTH: Final = 200

ImportId = Annotated[UUID, PathParameter(description="The id of an import.")]


class WantedImport(Struct, frozen=True):
    """What somebody wants of a file: `by` is the id of the token."""

    name: str
    source: str
    visibility: Visibility
    by: str
    kind: Kind | None = None


async def may_import(services: Services, request: AnyRequest) -> Principal:
    """Who sent the request, if that token may import: it takes `record`, and `read` since a plan tells what is here.

    Raises:
        ProblemError: 401 without a token, 403 with another one.
    """
    principal = await may_write(services, request)
    principal.require("read")
    return principal


async def added(services: Services, upload: Upload, wanted: WantedImport) -> tuple[UUID, bool]:
    """The import of a file that has come in, and whether it is a new one.

    Raises:
        UnreadableFile: it is nothing that is imported here; it is removed.
        ImportBusy: as the name says.
    """
    try:
        kind = _kind(wanted.kind, upload.head)
        new = NewUpload(
            source=wanted.source or str(kind),
            digest=upload.digest,
            file_name=wanted.name,
            kind=kind,
            visibility=wanted.visibility,
            size=upload.size,
            mapping=None,
            by=wanted.by,
        )
        before = await services.imports.uploads.known_import(new.source, new.digest)
        import_id = await services.imports.add(upload, new)
    finally:
        upload.path.unlink(missing_ok=True)
    return import_id, import_id != before


def name_of_file(name: str) -> str:
    """The last part of a path, in whatever system it is one.

    Raises:
        ProblemError: 422 for what is no text for people, or too long a one.
    """
    return _fitting(PureWindowsPath(name).name, _NAME_LENGTH, "name")


def source_of(text: str) -> str:
    """The name of a source, as it is stored.

    Raises:
        ProblemError: 422 for what is no text for people, or too long a one.
    """
    return _fitting(text, _SOURCE_LENGTH, "source")


def _fitting(text: str, longest: int, parameter: str) -> str:
    try:
        return clean(text, longest)
    except InvalidText as error:
        raise ProblemError(INVALID_TEXT, str(error), parameter=parameter) from None


async def soon(services: Services, import_id: UUID, work: "asyncio.Task[None]") -> ImportResource:
    """The import at the end of the work that has begun on it, or as it is after a while."""
    await asyncio.wait({work}, timeout=services.settings.import_seconds)
    return await resource_of(services, import_id)


def _kind(asked: Kind | None, head: bytes) -> Kind:
    """What a file is.

    Raises:
        UnreadableFile: nothing that is imported here.
    """
    found = asked or kind_of(head)
    if found is Kind.RECORD:
        raise UnreadableFile("holds_records")
    return found
