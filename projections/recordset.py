"""Rows as one parameter of a statement, which takes a fraction of encoding and binding each value of each row."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.json import Encoder

_encoder = Encoder()


def recordset(rows: Sequence[Mapping[str, Any]]) -> str:
    """JSON that PostgreSQL's ``json_populate_recordset`` makes `rows` of a table of: values by column, exactly."""
    return _encoder.encode(rows).decode()
