"""``partita doctor``: looks at everything that Partita needs, and says what to do."""
