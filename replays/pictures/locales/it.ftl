# Figure

step = passo { $n }
set_up = preparazione
as_public = come la vedono tutti
as_seat = come la vede { $name }
as_recorder = tutto scoperto
last = Ultima mossa
last_told = Ultima mossa: { $described }
irregular = Contro le regole
irregular_told = Contro le regole: { $described }
marked = Ciò che è cambiato è contornato.
turn = Tocca a:
turn_told = Tocca a: { $names }.
chance = Si attendono le carte.
over = La partita è finita.
winner = Vince:
winners = Vincono:
won = La partita è finita. Vince { $names }.
won_together = La partita è finita. Vincono { $names }.
points =
    { $n ->
        [one] { $n } punto
       *[other] { $n } punti
    }
secret = segreto
table = il centro del tavolo
chart = punti dopo ogni passo
steps = passi
curve = { $name }: { $first } al passo { $first_step }, al massimo { $top }, al passo { $top_step }, { $last } al passo { $last_step }.
curve_none = { $name }: senza punti.
curve_secret = { $name }: segreto.
gap = Senza linea: lì il punteggio è segreto.
remarks = Note a questo passo
glyph_told = { $symbol } ({ $meaning }), di { $authors }.
mark_told = Segno { $label }, { $colour }, di { $authors }: { $what }.
arrow =
    da { $start } { INITIAL($end) ->
        [a] ad
       *[other] a
    } { $end }
nowhere = un punto che qui non è disegnato
nowhere_of = { $place }, in un punto che qui non è disegnato
more_marks =
    { $n ->
        [one] { $n } altro segno non è mostrato.
       *[other] Altri { $n } segni non sono mostrati.
    }
green = verde
red = rosso
blue = blu
yellow = giallo
chart_table = I numeri sono nella tabella qui sotto.
