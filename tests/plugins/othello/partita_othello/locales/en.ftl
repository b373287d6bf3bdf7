# Othello

places =
    { $n ->
        [one] { $name } places a disc on { $square } and turns { $n } over.
       *[other] { $name } places a disc on { $square } and turns { $n } over.
    }
passes = { $name } can’t place a disc and passes.

verb_place = Place a disc
question_place = Where?

option_size = Board
option_size_8 = 8 by 8 squares
option_size_6 = 6 by 6 squares

figure_turned = Discs turned over
figure_corners = Corners
figure_passes = Passes

## The picture

board = Board
situation = { $dark } dark, { $light } light
discs_0 = ● { $n } dark
discs_1 = ○ { $n } light
row = Row { $n }: { $squares }.
empty = –
