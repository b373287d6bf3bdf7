# Scacchi

title = Scacchi
credits = tradizionale, secondo le regole FIDE

## Pezzi

letters = RDTAC
piece =
    { $piece ->
        [pawn] pedone
        [knight] cavallo
        [bishop] alfiere
        [rook] torre
        [queen] donna
       *[king] re
    }
piece_on = { piece } in { $square }

## Che cosa succede

moves = { $name } gioca { $move }.
offers = { $name } propone la patta.
accepts = { $name } accetta la patta.
declines = { $name } rifiuta la patta.
claims =
    { $ground ->
        [threefold] { $name } richiede la patta: la posizione si presenta per la terza volta.
       *[fifty_moves] { $name } richiede la patta dopo cinquanta mosse senza catture né mosse di pedone.
    }
claims_with =
    { $ground ->
        [threefold] { $name } richiede la patta: con { $move } la posizione si presenta per la terza volta.
       *[fifty_moves] { $name } richiede la patta: con { $move } si completano cinquanta mosse senza catture né mosse di pedone.
    }
resigns = { $name } abbandona.
flag_falls = È scaduto il tempo di { $name }.
rules =
    { $reason ->
        [arbiter] L’arbitro chiude la partita.
        [illegal_move] La partita finisce dopo una mossa illegale.
        [absence] La partita finisce per forfait.
       *[unknown] La partita è finita; non si sa come.
    }
mates = Scacco matto: vince { $name }.
wins = Vince { $name }.
both_lose = Entrambi perdono.
drawn =
    { $ending ->
        [stalemate] Stallo: la partita è patta.
        [dead_position] Nessuno può più dare matto: la partita è patta.
        [fivefold] La posizione si presenta per la quinta volta: la partita è patta.
        [seventy_five_moves] Settantacinque mosse senza catture né mosse di pedone: la partita è patta.
        [flag] L’avversario non può più dare matto: la partita è patta.
       *[other] La partita è patta.
    }

## Che cosa si può scegliere

verb_move = Muovi un pezzo
verb_offer_draw = Proponi la patta
verb_accept_draw = Accetta la patta
verb_decline_draw = Rifiuta la patta
verb_claim_draw =
    { $ground ->
        [threefold] Richiedi la patta per ripetizione
       *[fifty_moves] Richiedi la patta per le cinquanta mosse
    }
verb_resign = Abbandona
verb_flag = Il tempo è scaduto
verb_ruling = Di’ com’è finita
group_end = Concludi la partita
question_from = Quale pezzo?
question_to = Dove?
question_promotion = Che cosa diventa il pedone?
question_san = Con quale mossa?
question_result = Com’è finita?
question_reason = Perché?
result_won = Vince { $name }
result_drawn = patta
result_lost = perdono entrambi
reason =
    { $reason ->
        [arbiter] decisione dell’arbitro
        [illegal_move] mossa illegale
        [absence] forfait
       *[unknown] non si sa
    }

## Opzioni

seats_help = Il primo ha i pezzi bianchi, il secondo i neri.
option_fen = Posizione iniziale
option_fen_help = In notazione Forsyth-Edwards (FEN); vuoto per quella usuale.
option_chess960 = Scacchi960
option_chess960_help = Il numero della disposizione, da 0 a 959; vuoto per gli scacchi usuali.
option_time_control = Cadenza di gioco
option_time_control_help = Come si scrive, per esempio 90+30.

## Statistiche

figure_moves = Mosse
figure_captures = Catture
figure_checks = Scacchi dati
figure_castlings = Arrocchi
figure_promotions = Promozioni
figure_draws_offered = Patte proposte
trait_eco = Apertura (ECO)
trait_group_eco = Tipo di apertura (ECO)
seat_0 = Bianco
seat_1 = Nero

## Aperture

opening = { $name } ({ $eco })
kind_A = Aperture di fianco
kind_B = Semiaperti
kind_C = Aperti, Francese
kind_D = Chiusi
kind_E = Difese indiane
opening_sokolsky = Apertura Sokolsky
opening_grob = Attacco Grob
opening_larsen = Apertura Larsen
opening_bird = Apertura Bird
opening_from_gambit = Gambetto From
opening_zukertort = Apertura Zukertort
opening_reti = Apertura Réti
opening_english = Partita inglese
opening_queens_pawn = Apertura di donna
opening_old_benoni = Vecchia Benoni
opening_indian = Difesa indiana
opening_trompowsky = Attacco Trompowsky
opening_budapest = Gambetto di Budapest
opening_old_indian = Difesa vecchia indiana
opening_benoni = Difesa Benoni
opening_benko = Gambetto Benko
opening_modern_benoni = Benoni moderna
opening_dutch = Difesa olandese
opening_kings_pawn = Apertura di re
opening_nimzowitsch = Difesa Nimzowitsch
opening_owen = Difesa Owen
opening_scandinavian = Difesa scandinava
opening_alekhine = Difesa Alekhine
opening_modern = Difesa moderna
opening_pirc = Difesa Pirc
opening_caro_kann = Difesa Caro-Kann
opening_caro_kann_advance = Caro-Kann, variante di spinta
opening_caro_kann_exchange = Caro-Kann, variante di cambio
opening_sicilian = Difesa siciliana
opening_smith_morra = Gambetto Smith-Morra
opening_alapin = Siciliana, variante Alapin
opening_sicilian_closed = Siciliana chiusa
opening_sveshnikov = Siciliana, variante Sveshnikov
opening_accelerated_dragon = Siciliana, dragone accelerato
opening_kan = Siciliana, variante Kan
opening_taimanov = Siciliana, variante Taimanov
opening_sicilian_classical = Siciliana, variante classica
opening_dragon = Siciliana, variante del dragone
opening_scheveningen = Siciliana, variante Scheveningen
opening_najdorf = Siciliana, variante Najdorf
opening_french = Difesa francese
opening_french_exchange = Francese, variante di cambio
opening_french_advance = Francese, variante di spinta
opening_french_tarrasch = Francese, variante Tarrasch
opening_french_classical = Francese, variante classica
opening_winawer = Francese, variante Winawer
opening_open_game = Gioco aperto
opening_danish = Gambetto danese
opening_centre = Partita del centro
opening_bishops = Partita d’alfiere
opening_vienna = Partita viennese
opening_kings_gambit = Gambetto di re
opening_falkbeer = Controgambetto Falkbeer
opening_kings_gambit_accepted = Gambetto di re accettato
opening_kings_knight = Apertura di cavallo di re
opening_latvian = Gambetto lettone
opening_philidor = Difesa Philidor
opening_petrov = Difesa russa
opening_ponziani = Apertura Ponziani
opening_scotch = Apertura scozzese
opening_scotch_gambit = Gambetto scozzese
opening_scotch_main = Partita scozzese
opening_three_knights = Partita dei tre cavalli
opening_four_knights = Partita dei quattro cavalli
opening_italian = Partita italiana
opening_giuoco_piano = Giuoco piano
opening_evans = Gambetto Evans
opening_two_knights = Difesa dei due cavalli
opening_spanish = Partita spagnola
opening_berlin = Spagnola, difesa berlinese
opening_spanish_exchange = Spagnola, variante di cambio
opening_morphy = Spagnola, difesa Morphy
opening_spanish_open = Spagnola aperta
opening_spanish_closed = Spagnola chiusa
opening_marshall = Spagnola, attacco Marshall
opening_closed_game = Gioco chiuso
opening_blackmar_diemer = Gambetto Blackmar-Diemer
opening_london = Sistema Londra
opening_colle = Sistema Colle
opening_queens_gambit = Gambetto di donna
opening_chigorin = Gambetto di donna, difesa Chigorin
opening_albin = Controgambetto Albin
opening_slav = Difesa slava
opening_queens_gambit_accepted = Gambetto di donna accettato
opening_queens_gambit_declined = Gambetto di donna rifiutato
opening_tarrasch = Difesa Tarrasch
opening_semi_slav = Difesa semislava
opening_gruenfeld = Difesa Grünfeld
opening_catalan = Apertura catalana
opening_bogo_indian = Difesa bogoindiana
opening_queens_indian = Difesa ovest-indiana
opening_nimzo_indian = Difesa nimzoindiana
opening_kings_indian = Difesa est-indiana
