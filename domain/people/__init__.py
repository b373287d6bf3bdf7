"""People, as far as the log knows them: which ids turned out to be one person."""
