# Othello

places =
    { $n ->
        [one] { $name } setzt auf { $square } und dreht { $n } Stein um.
       *[other] { $name } setzt auf { $square } und dreht { $n } Steine um.
    }
passes = { $name } kann nicht setzen und passt.

verb_place = Setzen
question_place = Wohin?

option_size = Brett
option_size_8 = 8 mal 8 Felder
option_size_6 = 6 mal 6 Felder

figure_turned = Umgedrehte Steine
figure_corners = Ecken
figure_passes = Ausgesetzte Züge

## Das Bild

board = Brett
situation = { $dark } dunkle, { $light } helle
discs_0 = ● { $n } dunkle
discs_1 = ○ { $n } helle
row = Reihe { $n }: { $squares }.
empty = –
