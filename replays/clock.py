"""Times that somebody took, as a clock shows them."""


def clock(seconds: float) -> str:
    """So many seconds, at least 0, as minutes and seconds, from an hour on with hours: ``0:42``, ``1:02:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
