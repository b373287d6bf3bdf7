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
flag_falls = Die Zeit von { $name } ist abgelaufen.
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

verb_move = Ziehe eine Figur
verb_offer_draw = Biete Remis an
verb_accept_draw = Nimm das Remis an
verb_decline_draw = Lehne das Remis ab
verb_claim_draw =
    { $ground ->
        [threefold] Beanspruche Remis wegen Wiederholung
       *[fifty_moves] Beanspruche Remis nach fünfzig Zügen
    }
verb_resign = Gib auf
verb_flag = Die Zeit ist abgelaufen
verb_ruling = Sage, wie es ausging
group_end = Beende die Partie
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

seats_help = Der erste hat die weißen Figuren, der zweite die schwarzen.
option_fen = Anfangsstellung
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
trait_eco = Eröffnung (ECO)
trait_group_eco = Art der Eröffnung (ECO)
seat_0 = Weiß
seat_1 = Schwarz

## Eröffnungen

opening = { $name } ({ $eco })
kind_A = Flankeneröffnungen
kind_B = Halboffen
kind_C = Offen, Französisch
kind_D = Geschlossen
kind_E = Indisch
opening_sokolsky = Sokolski-Eröffnung
opening_grob = Grobs Angriff
opening_larsen = Larsen-Eröffnung
opening_bird = Bird-Eröffnung
opening_from_gambit = Froms Gambit
opening_zukertort = Zukertort-Eröffnung
opening_reti = Réti-Eröffnung
opening_english = Englische Eröffnung
opening_queens_pawn = Damenbauernspiel
opening_old_benoni = Alt-Benoni
opening_indian = Indische Verteidigung
opening_trompowsky = Trompowsky-Angriff
opening_budapest = Budapester Gambit
opening_old_indian = Altindische Verteidigung
opening_benoni = Benoni-Verteidigung
opening_benko = Wolga-Gambit
opening_modern_benoni = Moderne Benoni-Verteidigung
opening_dutch = Holländische Verteidigung
opening_kings_pawn = Königsbauernspiel
opening_nimzowitsch = Nimzowitsch-Verteidigung
opening_owen = Owen-Verteidigung
opening_scandinavian = Skandinavische Verteidigung
opening_alekhine = Aljechin-Verteidigung
opening_modern = Moderne Verteidigung
opening_pirc = Pirc-Verteidigung
opening_caro_kann = Caro-Kann
opening_caro_kann_advance = Caro-Kann, Vorstoßvariante
opening_caro_kann_exchange = Caro-Kann, Abtauschvariante
opening_sicilian = Sizilianische Verteidigung
opening_smith_morra = Morra-Gambit
opening_alapin = Sizilianisch, Alapin-Variante
opening_sicilian_closed = Geschlossener Sizilianer
opening_sveshnikov = Sizilianisch, Sweschnikow-Variante
opening_accelerated_dragon = Sizilianisch, Beschleunigter Drache
opening_kan = Sizilianisch, Paulsen-Variante
opening_taimanov = Sizilianisch, Taimanow-Variante
opening_sicilian_classical = Sizilianisch, Klassische Variante
opening_dragon = Sizilianisch, Drachenvariante
opening_scheveningen = Sizilianisch, Scheveninger Variante
opening_najdorf = Sizilianisch, Najdorf-Variante
opening_french = Französische Verteidigung
opening_french_exchange = Französisch, Abtauschvariante
opening_french_advance = Französisch, Vorstoßvariante
opening_french_tarrasch = Französisch, Tarrasch-Variante
opening_french_classical = Französisch, Klassische Variante
opening_winawer = Französisch, Winawer-Variante
opening_open_game = Offenes Spiel
opening_danish = Nordisches Gambit
opening_centre = Mittelgambit
opening_bishops = Läuferspiel
opening_vienna = Wiener Partie
opening_kings_gambit = Königsgambit
opening_falkbeer = Falkbeer-Gegengambit
opening_kings_gambit_accepted = Angenommenes Königsgambit
opening_kings_knight = Königsspringerspiel
opening_latvian = Lettisches Gambit
opening_philidor = Philidor-Verteidigung
opening_petrov = Russische Verteidigung
opening_ponziani = Ponziani-Eröffnung
opening_scotch = Schottische Eröffnung
opening_scotch_gambit = Schottisches Gambit
opening_scotch_main = Schottische Partie
opening_three_knights = Dreispringerspiel
opening_four_knights = Vierspringerspiel
opening_italian = Italienische Partie
opening_giuoco_piano = Giuoco Piano
opening_evans = Evans-Gambit
opening_two_knights = Zweispringerspiel im Nachzug
opening_spanish = Spanische Partie
opening_berlin = Spanisch, Berliner Verteidigung
opening_spanish_exchange = Spanisch, Abtauschvariante
opening_morphy = Spanisch, Morphy-Verteidigung
opening_spanish_open = Offener Spanier
opening_spanish_closed = Geschlossener Spanier
opening_marshall = Spanisch, Marshall-Angriff
opening_closed_game = Geschlossenes Spiel
opening_blackmar_diemer = Blackmar-Diemer-Gambit
opening_london = Londoner System
opening_colle = Colle-System
opening_queens_gambit = Damengambit
opening_chigorin = Damengambit, Tschigorin-Verteidigung
opening_albin = Albins Gegengambit
opening_slav = Slawische Verteidigung
opening_queens_gambit_accepted = Angenommenes Damengambit
opening_queens_gambit_declined = Abgelehntes Damengambit
opening_tarrasch = Tarrasch-Verteidigung
opening_semi_slav = Halbslawische Verteidigung
opening_gruenfeld = Grünfeld-Indisch
opening_catalan = Katalanische Eröffnung
opening_bogo_indian = Bogoljubow-Indisch
opening_queens_indian = Damenindische Verteidigung
opening_nimzo_indian = Nimzowitsch-Indisch
opening_kings_indian = Königsindische Verteidigung
