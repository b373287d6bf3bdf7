# Schach

title = Schach
credits = überliefert, nach den Regeln der FIDE

## Figuren

letters = KDTLS
piece =
    { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
       *[king] König
    }
piece_on = { piece } auf { $square }

## Was geschieht

moves = { $name } spielt { $move }.
offers = { $name } bietet Remis an.
accepts = { $name } nimmt das Remis an.
declines = { $name } lehnt das Remis ab.
claims =
    { $ground ->
        [threefold] { $name } beansprucht Remis, da die Stellung zum dritten Mal auf dem Brett steht.
       *[fifty_moves] { $name } beansprucht Remis nach fünfzig Zügen ohne Schlagen und ohne Bauernzug.
    }
claims_with =
    { $ground ->
        [threefold] { $name } beansprucht Remis, da mit { $move } die Stellung zum dritten Mal entsteht.
       *[fifty_moves] { $name } beansprucht Remis, da mit { $move } fünfzig Züge ohne Schlagen und ohne Bauernzug voll sind.
    }
resigns = { $name } gibt auf.
flag_falls = Die Zeit ist abgelaufen: { $name }.
rules =
    { $reason ->
        [arbiter] Das Schiedsgericht beendet die Partie.
        [illegal_move] Die Partie endet nach einem regelwidrigen Zug.
        [absence] Die Partie endet kampflos.
       *[unknown] Die Partie ist zu Ende; wie, ist nicht bekannt.
    }
mates = Schachmatt: { $name } gewinnt.
wins = { $name } gewinnt.
both_lose = Beide verlieren.
drawn =
    { $ending ->
        [stalemate] Patt: Die Partie ist remis.
        [dead_position] Niemand kann mehr mattsetzen: Die Partie ist remis.
        [fivefold] Die Stellung steht zum fünften Mal auf dem Brett: Die Partie ist remis.
        [seventy_five_moves] Fünfundsiebzig Züge ohne Schlagen und ohne Bauernzug: Die Partie ist remis.
        [flag] Die Gegenseite kann nicht mehr mattsetzen: Die Partie ist remis.
       *[other] Die Partie ist remis.
    }

## Was zur Wahl steht

verb_move = Eine Figur ziehen
verb_offer_draw = Ein Remis anbieten
verb_accept_draw = Das Remis annehmen
verb_decline_draw = Das Remis ablehnen
verb_claim_draw =
    { $ground ->
        [threefold] Wegen Wiederholung Remis beanspruchen
       *[fifty_moves] Wegen fünfzig Zügen Remis beanspruchen
    }
verb_resign = Aufgeben
verb_flag = Die Zeit ist abgelaufen
verb_ruling = Sagen, wie es ausging
group_end = Die Partie beenden
question_from = Welche Figur?
question_to = Wohin?
question_promotion = Was wird aus dem Bauern?
question_san = Mit welchem Zug?
question_result = Wie ging es aus?
question_reason = Warum?
result_won = { $name } gewinnt
result_drawn = remis
result_lost = beide verlieren
reason =
    { $reason ->
        [arbiter] Entscheidung des Schiedsgerichts
        [illegal_move] regelwidriger Zug
        [absence] kampflos
       *[unknown] nicht bekannt
    }

## Optionen

option_fen = Aus einer Stellung beginnen
option_fen_help = In Forsyth-Edwards-Notation (FEN); leer für die übliche.
option_chess960 = Schach960
option_chess960_help = Die Nummer der Aufstellung, von 0 bis 959; leer für übliches Schach.
option_time_control = Bedenkzeit
option_time_control_help = Wie man sie schreibt, etwa 90+30.

## Statistik

figure_moves = Züge
figure_captures = Geschlagene Figuren
figure_checks = Schachgebote
figure_castlings = Rochaden
figure_promotions = Umwandlungen
figure_draws_offered = Remisangebote
