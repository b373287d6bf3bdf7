# Immagini: scacchi

board = La scacchiera
now_move =
    { $colour ->
        [white] Mossa { $n }, tocca al Bianco
       *[black] Mossa { $n }, tocca al Nero
    }
now_check =
    { $colour ->
        [white] Mossa { $n }, Bianco sotto scacco
       *[black] Mossa { $n }, Nero sotto scacco
    }
now_ended =
    { $ending ->
        [checkmate] Scacco matto
        [stalemate] Stallo
        [dead_position] Nessuno può più dare matto
        [threefold] Patta per ripetizione
        [fivefold] Patta per ripetizione
        [fifty_moves] Patta per le cinquanta mosse
        [seventy_five_moves] Patta per le settantacinque mosse
        [agreement] Patta d’accordo
        [resignation] Abbandono
        [flag] Tempo scaduto
       *[ruling] Decisa al tavolo
    }
now_in_opening = { $now } · { $opening }
captured = Catturati
clock = L’orologio
offers_draw = propone patta
offer_declined = patta rifiutata
one_piece =
    { $colour ->
        [white] { piece } del Bianco
       *[black] { piece } del Nero
    }
many_pieces =
    { $piece ->
        [pawn] pedoni
        [knight] cavalli
        [bishop] alfieri
        [rook] torri
        [queen] donne
       *[king] re
    }
pieces_on =
    { $n ->
        [one] { piece } { $squares }
       *[other] { many_pieces } { $squares }
    }
side_told =
    { $colour ->
        [white] { $name } ha i pezzi bianchi: { $pieces }.
       *[black] { $name } ha i pezzi neri: { $pieces }.
    }
captured_told = { $name } ha catturato: { $pieces }.
clock_told = L’orologio di { $name } segna { $clock }.
offer_told = { $name } propone la patta.
seen_told =
    { $n ->
        [one] La posizione si presenta per la prima volta.
       *[other] La posizione si è presentata { $n } volte.
    }
result_told =
    { $result ->
        [white_wins] Ha vinto il Bianco.
        [black_wins] Ha vinto il Nero.
        [both_lose] Hanno perso entrambi.
       *[draw] La partita è patta.
    }
