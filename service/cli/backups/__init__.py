"""``partita backup`` and ``partita restore``: copies of the whole database, restored and checked before they count."""
