"""Whether bytes are a record that may be imported here."""

from replays.records.checking import Checked
from replays.records.mistakes import RecordRefused
from service.commands.import_records import Importer, RecordConflict
from service.commands.read_record import match_id_of, read_record
from service.validation.strict_json import JsonError


def admitted(importer: Importer, body: bytes, *, trust: bool = False) -> Checked:
    """What `body` tells, if the rules confirm it, if it is `trust`ed, or if it is what is here already.

    Rules may have been corrected since a match was recorded here; that makes no record of it wrong.

    Raises:
        JsonError, RecordRefused: as of :func:`read_record`.
    """
    try:
        return read_record(body)
    except RecordRefused:
        if not (trust or _is_here(importer, body)):
            raise
        return read_record(body, trust=True)


def _is_here(importer: Importer, body: bytes) -> bool:
    """Whether the very match that `body` tells of is stored, whatever the rules say of it."""
    match_id = match_id_of(body)
    if match_id is None or not importer.has(match_id):
        return False
    try:
        return importer.is_here(read_record(body, trust=True))
    except (JsonError, RecordRefused, RecordConflict):
        return False
