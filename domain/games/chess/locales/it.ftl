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

verb_move = Muovere un pezzo
verb_offer_draw = Proporre la patta
verb_accept_draw = Accettare la patta
verb_decline_draw = Rifiutare la patta
verb_claim_draw =
    { $ground ->
        [threefold] Richiedere la patta per ripetizione
       *[fifty_moves] Richiedere la patta per le cinquanta mosse
    }
verb_resign = Abbandonare
verb_flag = Tempo scaduto
verb_ruling = Dire com’è finita
group_end = Finire la partita
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

option_fen = Cominciare da una posizione
option_fen_help = In notazione Forsyth-Edwards (FEN); vuoto per quella usuale.
option_chess960 = Scacchi960
option_chess960_help = Il numero della disposizione, da 0 a 959; vuoto per gli scacchi usuali.
option_time_control = Tempo di riflessione
option_time_control_help = Come si scrive, per esempio 90+30.

## Statistiche

figure_moves = Mosse
figure_captures = Catture
figure_checks = Scacchi dati
figure_castlings = Arrocchi
figure_promotions = Promozioni
figure_draws_offered = Patte proposte
