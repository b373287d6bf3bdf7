"""One process: its parts, its settings, its signals."""
