# Othello

places =
    { $n ->
        [one] { $name } mette una pedina in { $square } e ne gira { $n }.
       *[other] { $name } mette una pedina in { $square } e ne gira { $n }.
    }
passes = { $name } non può mettere pedine e passa.

verb_place = Metti una pedina
question_place = Dove?

option_size = Tavoliere
option_size_8 = 8 per 8 caselle
option_size_6 = 6 per 6 caselle

figure_turned = Pedine girate
figure_corners = Angoli
figure_passes = Turni saltati

## La figura

board = Tavoliere
situation = { $dark } scure, { $light } chiare
discs_0 = ● { $n } scure
discs_1 = ○ { $n } chiare
row = Riga { $n }: { $squares }.
empty = –
