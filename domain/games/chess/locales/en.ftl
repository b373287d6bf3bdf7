# Chess

title = Chess
credits = traditional, by the Laws of FIDE

## Pieces

letters = KQRBN
piece =
    { $piece ->
        [pawn] pawn
        [knight] knight
        [bishop] bishop
        [rook] rook
        [queen] queen
       *[king] king
    }
piece_on = { piece } on { $square }

## What happens

moves = { $name } plays { $move }.
offers = { $name } offers a draw.
accepts = { $name } accepts the draw.
declines = { $name } declines the draw.
claims =
    { $ground ->
        [threefold] { $name } claims a draw, since the position is there for the third time.
       *[fifty_moves] { $name } claims a draw after fifty moves without a capture or a move of a pawn.
    }
claims_with =
    { $ground ->
        [threefold] { $name } claims a draw, since { $move } brings the position for the third time.
       *[fifty_moves] { $name } claims a draw, since { $move } completes fifty moves without a capture or a move of a pawn.
    }
resigns = { $name } resigns.
flag_falls = The time of { $name } has run out.
rules =
    { $reason ->
        [arbiter] The arbiter ends the game.
        [illegal_move] The game is ended after an illegal move.
        [absence] The game is forfeited by absence.
       *[unknown] The game is over; how it ended isn’t known.
    }
mates = Checkmate: { $name } wins.
wins = { $name } wins.
both_lose = Both players lose.
drawn =
    { $ending ->
        [stalemate] Stalemate: the game is drawn.
        [dead_position] Nobody can mate any more: the game is drawn.
        [fivefold] The position is there for the fifth time: the game is drawn.
        [seventy_five_moves] Seventy-five moves without a capture or a move of a pawn: the game is drawn.
        [flag] The opponent can’t mate any more: the game is drawn.
       *[other] The game is drawn.
    }

## What can be chosen

verb_move = Move a piece
verb_offer_draw = Offer a draw
verb_accept_draw = Accept the draw
verb_decline_draw = Decline the draw
verb_claim_draw =
    { $ground ->
        [threefold] Claim a draw by repetition
       *[fifty_moves] Claim a draw by fifty moves
    }
verb_resign = Resign
verb_flag = Time has run out
verb_ruling = Say how it ended
group_end = End the game
question_from = Which piece?
question_to = Where to?
question_promotion = What does the pawn become?
question_san = With which move?
question_result = How did it end?
question_reason = Why?
result_won = { $name } wins
result_drawn = drawn
result_lost = both lose
reason =
    { $reason ->
        [arbiter] the arbiter’s decision
        [illegal_move] an illegal move
        [absence] absence
       *[unknown] not known
    }

## Options

option_fen = Begin from a position
option_fen_help = In Forsyth-Edwards notation (FEN); empty for the usual one.
option_chess960 = Chess960
option_chess960_help = The number of the set-up, from 0 to 959; empty for usual chess.
option_time_control = Time
option_time_control_help = As you write it, such as 90+30.

## Statistics

figure_moves = Moves
figure_captures = Captures
figure_checks = Checks
figure_castlings = Castlings
figure_promotions = Promotions
figure_draws_offered = Draws offered
