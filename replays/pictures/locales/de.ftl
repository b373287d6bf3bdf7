# Bilder

step = Schritt { $n }
set_up = Vorbereitung
as_public = wie alle es sehen
as_seat = wie { $name } es sieht
as_recorder = alles aufgedeckt
last = Letzte Aktion
last_told = Letzte Aktion: { $described }
irregular = Gegen die Regeln
irregular_told = Gegen die Regeln: { $described }
marked = Änderungen sind umrandet.
turn = Am Zug:
turn_told = Am Zug: { $names }.
chance = Karten werden erwartet.
over = Die Partie ist zu Ende.
winner = Gewonnen hat:
winners = Gewonnen haben:
won = Die Partie ist zu Ende. { $names } gewinnt.
won_together = Die Partie ist zu Ende. { $names } gewinnen.
points =
    { $n ->
        [one] { $n } Punkt
       *[other] { $n } Punkte
    }
secret = geheim
table = die Tischmitte
chart = Punkte nach jedem Schritt
steps = Schritte
curve = { $name }: { $first } bei Schritt { $first_step }, höchstens { $top }, bei Schritt { $top_step }, { $last } bei Schritt { $last_step }.
curve_none = { $name }: keine Punkte.
curve_secret = { $name }: geheim.
gap = Keine Linie: Dort sind die Punkte geheim.
remarks = Anmerkungen zu diesem Schritt
glyph_told = { $symbol } ({ $meaning }), von { $authors }.
mark_told = Markierung { $label }, { $colour }, von { $authors }: { $what }.
arrow = von { $start } nach { $end }
nowhere = eine Stelle, die hier nicht gezeichnet ist
nowhere_of = { $place }, an einer Stelle, die hier nicht gezeichnet ist
more_marks =
    { $n ->
        [one] { $n } weitere Markierung ist nicht zu sehen.
       *[other] { $n } weitere Markierungen sind nicht zu sehen.
    }
green = grün
red = rot
blue = blau
yellow = gelb
chart_table = Die Zahlen stehen in der Tabelle darunter.
