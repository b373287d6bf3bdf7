"""Going through a match again: any step, from its log alone."""
