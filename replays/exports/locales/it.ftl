# Esportazioni

setup = Preparazione
round = Turno
result = Risultato
status_playing = in corso
status_finished = finita
status_abandoned = interrotta
refused = qui le regole la fermano
without_step = Senza un passo
was = passo
wins = vince
at_step = al passo
imported = importato
sealed_by_confirmations = confermato da tutti
sealed_by_time = non contestato in tempo
sealed_by_arbiter = da un arbitro
column_step = passo
column_round = turno
column_phase = fase
column_sentence = che cosa è successo
column_seconds = secondi
column_irregular = secondo le regole
irregular = no
