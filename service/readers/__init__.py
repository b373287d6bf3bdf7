"""Files of other software, read as a stream of plays: :func:`service.readers.reading.read` is the way in."""
