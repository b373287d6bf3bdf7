# Bilder: Schach

board = Das Brett
now_move =
    { $colour ->
        [white] Zug { $n }, Weiß am Zug
       *[black] Zug { $n }, Schwarz am Zug
    }
now_check =
    { $colour ->
        [white] Zug { $n }, Weiß im Schach
       *[black] Zug { $n }, Schwarz im Schach
    }
now_ended =
    { $ending ->
        [checkmate] Schachmatt
        [stalemate] Patt
        [dead_position] Niemand kann mehr mattsetzen
        [threefold] Remis durch Wiederholung
        [fivefold] Remis durch Wiederholung
        [fifty_moves] Remis nach fünfzig Zügen
        [seventy_five_moves] Remis nach fünfundsiebzig Zügen
        [agreement] Remis vereinbart
        [resignation] Aufgegeben
        [flag] Zeit abgelaufen
       *[ruling] Am Tisch entschieden
    }
now_in_opening = { $now } · { $opening }
captured = Geschlagen
clock = Die Uhr
offers_draw = bietet Remis
offer_declined = Remis abgelehnt
one_piece =
    { $colour ->
        [white] { piece }, weiß
       *[black] { piece }, schwarz
    }
many_pieces =
    { $piece ->
        [pawn] Bauern
        [knight] Springer
        [bishop] Läufer
        [rook] Türme
        [queen] Damen
       *[king] Könige
    }
pieces_on =
    { $n ->
        [one] { piece } { $squares }
       *[other] { many_pieces } { $squares }
    }
side_told =
    { $colour ->
        [white] { $name } hat die weißen Figuren: { $pieces }.
       *[black] { $name } hat die schwarzen Figuren: { $pieces }.
    }
captured_told = { $name } hat geschlagen: { $pieces }.
clock_told = Die Uhr von { $name } zeigt { $clock }.
offer_told = { $name } bietet Remis an.
seen_told =
    { $n ->
        [one] Die Stellung ist zum ersten Mal da.
       *[other] Die Stellung gab es { $n } Mal.
    }
result_told =
    { $result ->
        [white_wins] Weiß hat gewonnen.
        [black_wins] Schwarz hat gewonnen.
        [both_lose] Beide haben verloren.
       *[draw] Die Partie ist remis.
    }
