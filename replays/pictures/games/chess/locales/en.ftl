# Pictures: chess

board = The board
now_move =
    { $colour ->
        [white] Move { $n }, White to play
       *[black] Move { $n }, Black to play
    }
now_check =
    { $colour ->
        [white] Move { $n }, White is in check
       *[black] Move { $n }, Black is in check
    }
now_ended =
    { $ending ->
        [checkmate] Checkmate
        [stalemate] Stalemate
        [dead_position] Nobody can mate any more
        [threefold] Draw by repetition
        [fivefold] Draw by repetition
        [fifty_moves] Draw by fifty moves
        [seventy_five_moves] Draw by seventy-five moves
        [agreement] Draw agreed
        [resignation] Resigned
        [flag] Time ran out
       *[ruling] Decided by the table
    }
now_in_opening = { $now } · { $opening }
captured = Captured
clock = The clock
offers_draw = offers a draw
offer_declined = offer declined
one_piece =
    { $colour ->
        [white] white { piece }
       *[black] black { piece }
    }
many_pieces =
    { $piece ->
        [pawn] pawns
        [knight] knights
        [bishop] bishops
        [rook] rooks
        [queen] queens
       *[king] kings
    }
pieces_on =
    { $n ->
        [one] { piece } { $squares }
       *[other] { many_pieces } { $squares }
    }
side_told =
    { $colour ->
        [white] { $name } has the white pieces: { $pieces }.
       *[black] { $name } has the black pieces: { $pieces }.
    }
captured_told = { $name } has captured: { $pieces }.
clock_told = The clock of { $name } shows { $clock }.
offer_told = { $name } offers a draw.
seen_told =
    { $n ->
        [one] The position is there for the first time.
       *[other] The position has been there { $n } times.
    }
result_told =
    { $result ->
        [white_wins] White has won.
        [black_wins] Black has won.
        [both_lose] Both have lost.
       *[draw] The game is drawn.
    }
