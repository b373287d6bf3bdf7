# Exporte

setup = Vorbereitung
round = Runde
result = Ergebnis
status_playing = läuft noch
status_finished = beendet
status_abandoned = abgebrochen
refused = hier beenden die Regeln sie
without_step = Ohne Schritt
was = Schritt
wins = gewinnt
at_step = bei Schritt
imported = importiert
sealed_by_confirmations = von allen bestätigt
sealed_by_time = rechtzeitig von niemandem angefochten
sealed_by_arbiter = durch einen Schiedsrichter
column_step = Schritt
column_round = Runde
column_phase = Phase
column_sentence = was geschah
column_seconds = Sekunden
column_irregular = nach den Regeln
irregular = nein
