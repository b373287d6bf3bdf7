"""Files as the bodies of requests, written to the disk while they come in."""

from collections.abc import Mapping
from typing import Final

from litestar.exceptions import InternalServerException

from service.commands.imports.upload_folder import Upload, UploadFolder
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, UNSUPPORTED_MEDIA_TYPE

UPLOADS: Final[Mapping[str, str]] = {
    "application/json": '{"plays": []}',
    "application/octet-stream": "date,title,players\n2021-03-04,Catan,Ada|Bruno\n",
    "application/x-chess-pgn": '[White "Ada"]\n[Black "Bruno"]\n[Date "2021.03.04"]\n\n1. e4 e5 1/2-1/2\n',
    "application/xml": '<plays><play id="1" date="2021-03-04"><item name="Catan"/></play></plays>',
    "text/csv": "date,title,players,scores\n2021-03-04,Catan,Ada|Bruno,10|7\n",
}
"""As what files may be sent, each with an example; what they are is recognised by their content."""


async def received(request: AnyRequest, folder: UploadFolder) -> Upload:
    """The body of a request as a file.

    Raises:
        ProblemError: 415 for another content type, or a compressed body; 400 for one that breaks off.
        FileTooLarge: as the name says.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    encoding = request.headers.get("content-encoding", "identity").lower()
    if media_type not in UPLOADS or encoding != "identity":
        detail = f"A file is sent uncompressed, as one of {', '.join(UPLOADS)}."
        raise ProblemError(UNSUPPORTED_MEDIA_TYPE, detail)
    folder.verify_size(request.content_length)
    try:
        return await folder.receive(request.stream())
    except InternalServerException:  # so the framework says that the body broke off
        raise ProblemError(INVALID_REQUEST, "The body breaks off.") from None
