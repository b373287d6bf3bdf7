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
flag_falls = { $name }’s time has run out.
rules =
    { $reason ->
        [arbiter] The arbiter ends the game.
        [illegal_move] The game is ended after an illegal move.
        [absence] The game is forfeited by absence.
       *[unknown] The match is over; how it ended isn’t known.
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

seats_help = The first has the white pieces, the second the black ones.
option_fen = Begin from a position
option_fen_help = In Forsyth-Edwards notation (FEN); empty for the usual one.
option_chess960 = Chess960
option_chess960_help = The number of the set-up, from 0 to 959; empty for usual chess.
option_time_control = Time control
option_time_control_help = As you write it, such as 90+30.

## Statistics

figure_moves = Moves
figure_captures = Captures
figure_checks = Checks
figure_castlings = Castlings
figure_promotions = Promotions
figure_draws_offered = Draws offered
trait_eco = Opening (ECO)
trait_group_eco = Kind of opening (ECO)
seat_0 = White
seat_1 = Black

## Openings

opening = { $name } ({ $eco })
kind_A = Flank openings
kind_B = Semi-open games
kind_C = Open games, French
kind_D = Closed games
kind_E = Indian defences
opening_sokolsky = Sokolsky Opening
opening_grob = Grob’s Attack
opening_larsen = Larsen’s Opening
opening_bird = Bird’s Opening
opening_from_gambit = From’s Gambit
opening_zukertort = Zukertort Opening
opening_reti = Réti Opening
opening_english = English Opening
opening_queens_pawn = Queen’s Pawn Opening
opening_old_benoni = Old Benoni Defence
opening_indian = Indian Defence
opening_trompowsky = Trompowsky Attack
opening_budapest = Budapest Gambit
opening_old_indian = Old Indian Defence
opening_benoni = Benoni Defence
opening_benko = Benko Gambit
opening_modern_benoni = Modern Benoni
opening_dutch = Dutch Defence
opening_kings_pawn = King’s Pawn Opening
opening_nimzowitsch = Nimzowitsch Defence
opening_owen = Owen’s Defence
opening_scandinavian = Scandinavian Defence
opening_alekhine = Alekhine’s Defence
opening_modern = Modern Defence
opening_pirc = Pirc Defence
opening_caro_kann = Caro–Kann Defence
opening_caro_kann_advance = Caro–Kann, Advance Variation
opening_caro_kann_exchange = Caro–Kann, Exchange Variation
opening_sicilian = Sicilian Defence
opening_smith_morra = Smith–Morra Gambit
opening_alapin = Sicilian, Alapin Variation
opening_sicilian_closed = Closed Sicilian
opening_sveshnikov = Sicilian, Sveshnikov Variation
opening_accelerated_dragon = Sicilian, Accelerated Dragon
opening_kan = Sicilian, Kan Variation
opening_taimanov = Sicilian, Taimanov Variation
opening_sicilian_classical = Sicilian, Classical Variation
opening_dragon = Sicilian, Dragon Variation
opening_scheveningen = Sicilian, Scheveningen Variation
opening_najdorf = Sicilian, Najdorf Variation
opening_french = French Defence
opening_french_exchange = French, Exchange Variation
opening_french_advance = French, Advance Variation
opening_french_tarrasch = French, Tarrasch Variation
opening_french_classical = French, Classical Variation
opening_winawer = French, Winawer Variation
opening_open_game = Open Game
opening_danish = Danish Gambit
opening_centre = Centre Game
opening_bishops = Bishop’s Opening
opening_vienna = Vienna Game
opening_kings_gambit = King’s Gambit
opening_falkbeer = Falkbeer Countergambit
opening_kings_gambit_accepted = King’s Gambit Accepted
opening_kings_knight = King’s Knight Opening
opening_latvian = Latvian Gambit
opening_philidor = Philidor Defence
opening_petrov = Petrov’s Defence
opening_ponziani = Ponziani Opening
opening_scotch = Scotch Opening
opening_scotch_gambit = Scotch Gambit
opening_scotch_main = Scotch Game
opening_three_knights = Three Knights Opening
opening_four_knights = Four Knights Game
opening_italian = Italian Game
opening_giuoco_piano = Giuoco Piano
opening_evans = Evans Gambit
opening_two_knights = Two Knights Defence
opening_spanish = Ruy Lopez
opening_berlin = Ruy Lopez, Berlin Defence
opening_spanish_exchange = Ruy Lopez, Exchange Variation
opening_morphy = Ruy Lopez, Morphy Defence
opening_spanish_open = Open Ruy Lopez
opening_spanish_closed = Closed Ruy Lopez
opening_marshall = Ruy Lopez, Marshall Attack
opening_closed_game = Closed Game
opening_blackmar_diemer = Blackmar–Diemer Gambit
opening_london = London System
opening_colle = Colle System
opening_queens_gambit = Queen’s Gambit
opening_chigorin = Queen’s Gambit, Chigorin Defence
opening_albin = Albin Countergambit
opening_slav = Slav Defence
opening_queens_gambit_accepted = Queen’s Gambit Accepted
opening_queens_gambit_declined = Queen’s Gambit Declined
opening_tarrasch = Tarrasch Defence
opening_semi_slav = Semi-Slav Defence
opening_gruenfeld = Grünfeld Defence
opening_catalan = Catalan Opening
opening_bogo_indian = Bogo-Indian Defence
opening_queens_indian = Queen’s Indian Defence
opening_nimzo_indian = Nimzo-Indian Defence
opening_kings_indian = King’s Indian Defence
