"""Why there is no backup, or nothing was restored."""

import click


class BackupFailed(click.ClickException):
    """A backup can't be made, read or restored; the message says why, for people."""
