# Exports

setup = Set-up
round = Round
result = Result
status_playing = still being played
status_finished = finished
status_abandoned = abandoned
refused = here the rules end it
without_step = Without a step
was = step
wins = wins
at_step = at step
imported = imported
sealed_by_confirmations = confirmed by all
sealed_by_time = undisputed in time
sealed_by_arbiter = by an arbiter
column_step = step
column_round = round
column_phase = phase
column_sentence = what happened
column_seconds = seconds
column_irregular = by the rules
irregular = no
