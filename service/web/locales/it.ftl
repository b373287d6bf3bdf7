# Le parole delle pagine.

## Tutte le pagine

about = Partite di giochi da tavolo, registrate e da rivedere
date_pattern = d MMMM y
weekday_pattern = EEE d MMMM y
short_date_pattern = d MMM y
skip = Vai al contenuto
site = Sito
home = Inizio
recent_matches = Partite recenti
no_player_matches = Nessuna partita da mostrare.
newest = Partite più recenti
older = Partite precedenti
no_leaders = Nessuno ha ancora finito una partita.
player = Giocatore
status_playing = in corso
status_finished = finita
status_abandoned = interrotta
without_winner = nessun vincitore
simulation = esempio
simulation_help = Giocata da un programma, perché ci sia qualcosa da vedere.
match_sealed = sigillata
program = con un programma
matches = Partite
finished_matches = Partite finite
matches_in_play = Partite in corso
wins = Vittorie
mean_score = Punteggio medio
best_score = Record
rating = Rating
statistics = Statistiche
step = Passo
steps = Passi
of = di
set_up = La preparazione
first = Primo passo
previous = Indietro
next = Avanti
last = Ultimo passo
previous_part = Fase precedente
next_part = Fase successiva
go = Vai
round = Turno
board = Il tavolo
moves = Mosse
standings = Classifica
rank = Posizione
rank_short = Pos.
ranked = { $n }° posto
score = Punti
secret = segreto
winner = vince
comments = Commenti a questo passo
no_comments = Ancora nessun commento
sign_in_to_comment = Accedi per commentare
comment_on = Scrivi un commento
comment = Commento
comment_help = Può avere Markdown: *così* e **così**.
audience = Visibile a
audience_public = tutti
audience_shared = chi ha effettuato l’accesso
audience_private = solo me
send = Invia
token = Chiave di accesso
gone = Su mosse annullate
viewer = Vista
viewer_public = ciò che vedono tutti
viewer_recorder = tutto scoperto
turn_board = Gira la scacchiera
show = Mostra
variation = Variante
variations = Varianti
leaves = Si stacca dalla partita al passo { $step }. Autore: { $author }.
leaves_variation = Si stacca da un’altra variante al passo { $step }. Autore: { $author }.
not_played = Questa variante non è stata giocata.
begins_here = Da qui si scosta dalla partita.
obstacle = Non può proseguire:
back_to_match = Torna alla partita
back_to_variation = Torna alla variante di partenza
to_the_newest = La partita è andata avanti: al passo più recente
loading_failed = Impossibile caricare il passo.
sign_in = Accedi
sign_out = Esci
token_help = Le chiavi di accesso le distribuisce chi registra. Quella del proprietario è nel file owner-token, nella cartella dei dati del servizio.
token_wrong = Questa chiave di accesso non è valida: è sconosciuta, scaduta o revocata.
fault = Operazione non riuscita
fault_help = Riprova tra un momento.
fault_400 = Richiesta non valida
fault_400_help = Qualcosa nell’indirizzo o nel modulo non è valido.
fault_403 = Operazione non permessa
fault_403_help = Serve una chiave di accesso con più diritti. Ne hai un’altra?
fault_404 = Qui non c’è niente
fault_404_help = L’indirizzo è sbagliato, oppure bisogna accedere per vedere che cosa c’è.
fault_404_signed_in_help = L’indirizzo è sbagliato, oppure non puoi vedere che cosa c’è.
fault_405 = Qui non si può fare
fault_405_help = Questo indirizzo non lo accetta.
fault_422 = Impossibile salvare
fault_422_help = Torna indietro: quello che hai scritto c’è ancora.
fault_429 = Troppi tentativi
fault_429_help = Aspetta un minuto e controlla la chiave di accesso.
fault_too_many_notes = Troppe note in poco tempo
fault_too_many_notes_help = Aspetta un minuto, poi invia di nuovo.
fault_game_missing = Questo gioco qui non è installato
fault_game_missing_help = La partita è del gioco «{ $game }», che qui non è più installato o non è ammesso. La registrazione è completa: resta negli elenchi con il suo risultato e torna appena torna il gioco.
fault_500 = Qualcosa è andato storto da parte nostra
fault_500_help = L’errore è stato registrato.

## Accedere ed entrare

signed_in_as = Accesso come
already_signed_in = Accesso effettuato come { $name }. Un’altra chiave di accesso ne prende il posto.
role_owner = Proprietario
role_arbiter = Arbitro
role_recorder = Segnapunti
role_annotator = Commentatore
role_reader = Lettore
role_second_recorder = Seconda registrazione
role_seat = Giocatore
role_other = Accesso effettuato
join = Entra con un codice
code = Codice
code_help = Sei caratteri, mostrati da chi registra la partita. Maiuscole o minuscole, con o senza spazio.
code_wrong = Questo codice non è valido, o non lo è più. Chiedine un altro.
have_code = Ho un codice d’invito
invite = Invita qualcuno
invite_help = Avrai un codice e un indirizzo. Chi inquadra il codice, o lo scrive a quell’indirizzo, entra con il proprio telefono o computer.
invite_as = Ruolo
invite_recorder = Segnapunti: apre le partite, le registra e le corregge
invite_annotator = Commentatore: legge tutto e commenta
invite_reader = Lettore: legge tutto
show_code = Mostra un codice
show_codes = Mostra i codici
new_codes_help = I codici mostrati prima per questi posti smetteranno di valere. I telefoni già entrati restano collegati.
type_at = oppure scrivi a
qr_of = Codice QR per entrare
phones = Telefoni per i posti
phones_help = Ogni giocatore inquadra il codice del proprio posto: da lì in poi il suo telefono mostra ciò che vede lui e registra le sue azioni.
phones_help_ended = Ogni giocatore inquadra il codice del proprio posto: quel telefono mostra poi ciò che vedeva. La partita è terminata: non si gioca più.
good_for = Valido per 12 ore.
plain_http = Questa pagina è arrivata via HTTP non cifrato: altri nella stessa rete potrebbero leggerla. A casa può andare.

## Aprire ed eliminare una partita

new_match = Nuova partita
titles_before = Giocati in precedenza
as_last_time = Usa l’ultimo foglio con questo titolo
which_game = Quale gioco?
another_game = Un altro gioco
who_plays = Chi gioca, nell’ordine dei posti
place_number = Posto
nobody = nessuno
more_people = Altre persone
last_table = Gli stessi dell’ultima volta
who_plays_most = Chi gioca di più
or_somebody_new = o qualcuno di nuovo
starts = inizia
start_is_nobody = Al posto che inizia non siede nessuno: scegli chi inizia.
find_people = Cerca qualcuno
find_people_help = Chi viene trovato si può poi scegliere a ogni posto.
find = Cerca
as_table_needs = In base al numero di giocatori
for_players = { $seats } giocatori
played_on = Data
where = Luogo
who_may_see = Visibile a
visibility_public = tutti
visibility_unlisted = chi ha l’indirizzo
visibility_private = chi ha effettuato l’accesso
open_match = Comincia
too_few_people = Troppo pochi giocatori per questo gioco.
too_many_people = Troppi giocatori per questo gioco.
same_person_twice = La stessa persona occupa due posti.
is_it_this_one = Qualcuno ha già questo nome: è questa persona?
yes_it_is = Sì:
matches_played =
    { $n ->
        [one] { $n } partita
       *[other] { $n } partite
    }
finished_played =
    { $n ->
        [one] { $n } partita finita
       *[other] { $n } partite finite
    }
won_matches_each =
    { $n ->
        [one] { $n } vittoria a testa
       *[other] { $n } vittorie a testa
    }
won_matches =
    { $n ->
        [one] { $n } vittoria
       *[other] { $n } vittorie
    }
last_on = l’ultima il { $day }
played_once_on = il { $day }
known_since = qui dal { $day }
id_ends = ID …{ $id }
own_id_ends = L’ID di questa persona, { $name }, finisce con { $id }.
somebody_else_called = No, un’altra persona di nome
remove_match = Elimina questa partita
remove_help = Sparirà per tutti, con i suoi commenti, e non conterà più. Non si può ripristinare.
sure = Sì, eliminala: è stata registrata per sbaglio, o nessuno la vuole
remove = Elimina definitivamente

## Registrare

record = Registra
recording = Registrazione
to_replay = Guarda la partita
record_waits = Il tavolo aspetta { $names }.
record_ended = La partita è finita.
record_concluded = La partita è stata conclusa di comune accordo dopo il passo { $step }.
record_broken_off = La partita è stata interrotta dopo il passo { $step }.
record_won =
    { $n ->
        [one] Vince { $names } con { $score } punto.
       *[other] Vince { $names } con { $score } punti.
    }
record_won_together =
    { $n ->
        [one] Vincono insieme { $names } con { $score } punto.
       *[other] Vincono insieme { $names } con { $score } punti.
    }
record_won_unscored = Vince { $names }.
record_won_together_unscored = Vincono insieme { $names }.
record_server = Il servizio distribuisce.
record_who = Chi?
record_choose = Scegli
what_happens_next = Che cosa succede adesso?
record_confirm = Conferma
record_at_once = Registra senza chiedere conferma
record_curtain = Fai girare il telefono per le scelte segrete
to_name =
    { INITIAL($name) ->
        [a] ad
       *[other] a
    } { $name }
record_give = Dai il telefono { to_name }.
record_i_am = Sono { $name }
record_chosen = Hanno già scelto: { $names }.
record_back = Indietro
record_erase = Cancella l’ultimo carattere
record_done = Fatto
record_skip = Non indicare
record_left =
    { $n ->
        [one] ne resta { $n }
       *[other] ne restano { $n }
    }
record_undo = Annulla l’ultima mossa
record_undone = Annullato.
record_fix = Correggi
record_fixing = Correzione del passo { $step }: { $told }
record_fix_stands =
    { $n ->
        [one] Il passo successivo resta valido.
       *[other] Tutti i { $n } passi successivi restano validi.
    }
record_fix_alone = Dopo non ci sono altri passi.
record_fix_breaks = Allora il passo { $step } non sarebbe possibile ({ $clause }): { $told } { $n ->
        [one] Resta valido { $n } passo successivo.
       *[other] Restano validi { $n } passi successivi.
    }
record_fix_change = Cambiala
record_fix_prefix = Cambiala e tieni ciò che resta valido
record_fix_leave = Lasciala com’è
record_fixed = Cambiata.
record_sending = Invio …
record_saved = Registrata.
record_waiting = Nessuna connessione. Ciò che hai confermato resta su questo dispositivo e si invia appena il servizio risponde.
record_refused = Rifiutata: { $told }
record_no_choice = Nella situazione attuale questa scelta non è possibile: scegli di nuovo.
record_no_choice_but_one = Nella situazione attuale questa scelta non è possibile.
record_overtaken = Nel frattempo ha registrato qualcun altro; questo è il tavolo aggiornato.
record_again = Riprova
record_drop = Scarta
record_not_sent = Non registrate
record_signed_out = Non hai più effettuato l’accesso.
record_gone = Questa partita non c’è più.
record_end = Concludi o elimina
record_remove = Elimina
record_conclude = Concludi di comune accordo
record_abandon = Interrompi
record_reopen = Riapri
record_reason = Motivo
record_log = Che cosa è successo
record_nothing = Ancora niente.
record_tray = Scelte: { $items }
record_none = niente
record_last_seen = Nessuna connessione. Questo è il tavolo come si è visto qui l’ultima volta.
record_other_version = Il servizio ha una versione più recente di questa pagina. Ciò che hai confermato resta qui.
record_reload = Ricarica la pagina

## Le regole di un gioco

rules = Regole
rules_of = Regole: { $title }
rules_contents = Indice
rules_language = Queste regole non sono ancora tradotte e restano in inglese.
rules_readings = Ciò che è sottolineato così è un’interpretazione: come gioca il programma dove il regolamento non è chiaro.

## Navigazione, elenchi, giochi, persone e statistiche

games = Giochi
people = Persone
series = Serie
api_reference = Riferimento dell’API (in inglese)
you_are_here = Ti trovi qui
language = Lingua
theme = Tema
theme_light = Chiaro
theme_dark = Scuro
theme_auto = Come il dispositivo
all_matches = Tutte le partite
who_leads = Chi è in testa
next_steps = E adesso
step_record = Registra una partita
step_people = Chi gioca qui
step_statistics = Statistiche: punteggi, posti di partenza, durate
step_series = Serie: più partite, un totale
step_join = Entra con un codice
no_matches_yet = Non è ancora stata registrata nessuna partita.
no_matches_found = Nessuna partita corrisponde ai filtri.
no_finished_found = Nessuna partita finita corrisponde ai filtri.
all_that_fit = Tutte le partite che corrispondono
pages = Pagine
without_filters = Mostra tutte le partite
filters = Filtri
filter = Mostra
clear = Togli i filtri
remove_filter = Togli questo filtro
any = qualsiasi
filter_game = Gioco
person = Persona
filter_player = Persona
filter_series = Serie
filter_with = Insieme a
filter_place = Luogo
filter_played_from = Dal
filter_played_to = Al
filter_status = Stato
filter_tag = Etichetta
filter_seats = Numero di giocatori
next_page = Pagina successiva
first_page = Prima pagina
seats_of_game = Giocatori
credits = Autore ed editore
credits_titled = Per
edition = Edizione delle regole
rules_clauses = Le regole, clausola per clausola
picture_of = Un tavolo di
leaderboard = Classifica
whole_leaderboard = Tutta la classifica, per vittorie, rating o miglior punteggio
records = Primati
most_in_one_match = Il massimo in una partita
record_title = Primato
value = Valore
held_by = Di chi
look_at_match = Guarda la partita
whole_table = tutti
no_statistics = Le statistiche compaiono quando una partita è finita.
more_statistics = Statistiche con filtri
matches_of_game = Le partite di questo gioco
record_this_game = Registra una partita di questo gioco
mean_duration = Durata media
mean_steps = Numero medio di passi
mean_winning_score = Punteggio medio di chi vince
draws = Pareggi
and_others =
    { $n ->
        [one] e un’altra persona
       *[other] e altre { $n } persone
    }
first_of_equals = Fra più primati uguali è indicato il primo in ordine di data.
share_of = { $share } ({ $won } su { $n })
equal_points = a pari punti
shared_wins = Vittorie condivise
table_of = I numeri in una tabella
chart_scores = Punteggi
chart_own_scores = I propri punteggi
chart_turns = Vittorie per posto
chart_minutes = Minuti al tavolo
chart_steps = Lunghezza in passi
chart_time = Partite nel tempo
chart_games = Partite per gioco
note_won = Evidenziati: quelli di chi ha vinto.
note_matches_won = Evidenziate: le vinte.
note_games_won = Tra parentesi: le vinte.
minutes = Minuti
column_scores =
    Punti { $range }: { $n } ({ $won } { $won ->
        [one] vincente
       *[other] vincenti
    })
column_own_matches =
    { $when }: { $n } ({ $won } { $won ->
        [one] vinta
       *[other] vinte
    })
how_often = Quante volte
win_share = Quota di vittorie
starting_place = Posto
turn_first = Inizia
turn_place = Posto
when = Quando
boards = I tabelloni delle vostre scatole
boards_help = Tabelloni e carte cambiano da scatola a scatola. Un tabellone salvato qui si sceglie quando si apre la partita.
no_boards = Non è ancora salvato nessun tabellone; si gioca su quello predefinito.
add_board = Aggiungi un tabellone
board_name = Nome
board_json = Che cosa c’è stampato
board_json_help = Cambia ciò che è diverso dal tabellone predefinito, già inserito. Ciò che manca resta come su quello.
board_json_keys = Che cosa significa ogni chiave:
keep_board = Salva questo tabellone
boards_sign_in = Chi può registrare può aggiungerne uno.
sorted_by = Ordinata per
sort_wins = Vittorie
sort_rating = Rating
sort_best = Record
leaderboard_note = Chi è pari ha la stessa posizione. Una vittoria condivisa conta come vittoria; il rating tiene conto di tutte le partite.
as_json = Lo stesso dall’API, in JSON
find_person = Cerca una persona per nome
nobody_found = Nessuno si chiama così.
nobody_yet = Nessuno ha ancora giocato.
everybody = Mostra tutti
people_public = Sono elencate le persone delle partite pubbliche; accedi per vederle tutte.
tie_break_won = vince lo spareggio
tie_break_shared = vittoria condivisa dopo lo spareggio

## People, two people, series and statistics

streaks = Vittorie di fila
streak_current = Al momento
streak_longest = La serie più lunga
last_of_streak = L’ultima
against_whom = Contro chi
versus_title = { $name } contro { $other }
own_wins = Vinte
their_wins = Vinte dall’altra persona
ratings = Rating
chart_rating = { $game }: rating nel tempo
estimate = Stima
uncertainty = Incertezza
note_rating = La linea è la stima, la fascia la sua incertezza; le classifiche ordinano per la stima meno tre volte l’incertezza.
all_games = Tutti i giochi
wins_of = Vittorie di { $name }
better_scores = Più punti: { $name }
equal_scores = Punti uguali
mean_difference = { $name } − { $other } in media
note_versus = I punteggi si confrontano dove sono noti entrambi. Una partita vinta da altri, o da nessuno, non conta come vittoria per nessuno dei due.
never_met = Non hanno ancora finito una partita insieme.
back_to_person = Torna alla pagina di { $name }
other_way_round = Viceversa
change_person = Modifica questa persona
rename_person = Rinomina
rename_title = Rinomina { $name }
rename_help = Tutte le partite mostreranno il nuovo nome.
rename_anyway = Rinomina, è un’altra persona
name_is_taken = Questo nome c’è già. È la stessa persona?
merge_person = Unisci a un’altra persona
merge_title = Con chi unire { $name }?
merge_choose = Scegli un nome: vedrai che cosa comporta prima che qualcosa cambi. Le partite di { $name } contano poi per la persona scelta, di cui resta il nome.
merge_into = Unisci { to_name }
merge_help =
    { $n ->
        [one] La partita di { $name } conta per { $other } e mostra quel nome. Si può annullare dalla pagina di { $other }.
       *[other] Le { $n } partite di { $name } contano per { $other } e mostrano quel nome. Si può annullare dalla pagina di { $other }.
    }
merge_sure = Sono la stessa persona
undo_merge = Annulla un’unione
undo_merge_help = Chi era stato unito torna a essere una persona a sé, con il nome di prima, con queste partite e con chi le era già stato unito.
undo_merge_sure = Sono due persone
mean_margin = Distacco medio di chi vince
average_per_player = In media, per giocatore
statistics_of = Statistiche di { $name }
list_them = Mostra l’elenco
as_csv = Lo stesso in CSV, una riga per posto
statistics_hint = Scegli un gioco per punteggi e posti di partenza, una persona per le vittorie.
average_per_match = In media, per partita
series_help = Più partite di un gioco fra le stesse persone, i cui punti si sommano.
series_people = Tante quante ne prevede il gioco: il numero è accanto al nome. Lascia gli altri campi come sono.
no_series = Non c’è ancora nessuna serie.
new_series = Nuova serie
create_series = Crea la serie
totals = Totali
total = Totale
totals_note = Contano solo i punti, chiunque abbia vinto le partite. A parità di totale la posizione e la vittoria sono condivise. Un trattino: partita in corso, punti segreti o nessun punto.
match_number = Partita { $n }
no_series_matches = Nessuna partita ne fa ancora parte.
add_match = Aggiungi una partita
match_of_these = Una partita di queste persone
no_candidates = Non c’è nessun’altra partita da aggiungere.
remove_series = Elimina la serie
remove_series_help = Le partite restano; sparisce solo il totale.
remove_series_sure = Sì, eliminala: non serve più
back_to_series = Torna alla serie
how_many_matches = Quante partite
finished_count =
    { $n ->
        [one] Una partita finita.
       *[other] { $n } partite finite.
    }

## Identifying unknown cards

identify = Identifica le carte ignote
identify_help = A questo passo la registrazione non conosce tutte le carte. Ciò che si identifica vale da qui in poi; lo vedono solo chi le aveva e chi registra.
identify_nothing = Nessuna carta ignota
identify_none = A questo passo la registrazione conosce tutte le carte in mano.
identify_nearest = Il passo { $step } ha carte ignote
identify_whose = Di chi sono le carte?
identify_known = La registrazione lo sapeva già.
adjust = Correggi il tavolo
adjust_help = Si è fatto qualcosa che le regole non permettono, ed è rimasto così? Metti il tavolo com’era: da lì la partita continua secondo le regole.
adjust_asked = Si è giocato così lo stesso?
adjust_otherwise = Oppure è successo altro?
adjust_none = Qui il tavolo non si può correggere. Annulla l’ultima mossa, oppure correggi quella sbagliata sotto «Che cosa è successo».
adjust_record_page = Alla registrazione
adjust_reason = Che cosa è successo
adjust_against = Giocato contro { $clause }.
adjust_record = Registra così
adjust_and_go_on = Registra così, e poi ciò che è stato rifiutato
game_missing = Gioco non installato
irregular = Contro le regole
irregular_steps = Contro le regole: { $steps }
# The replay
open_moves = Mosse
close = Chiudi
rounds = Turni
play = Avvia
pause = Pausa
speed = Velocità
speed_slow = lenta
speed_normal = normale
speed_fast = veloce
keys_help = Tasti
key_names = ← →|Pag↑, Pag↓|Inizio, Fine|p|?
key_step = un passo indietro o avanti
key_part = una fase indietro o avanti
key_ends = primo o ultimo passo
key_play = avvia o ferma
key_help = questo elenco
key_letters = Tasti di un carattere: p e ?
swipe = Su uno schermo tattile, scorri con il dito sul tavolo.
chart = Punti dopo ogni passo
chart_all = Mostra tutta la partita
chart_secret = In questa vista i punteggi sono segreti.
chart_table = Come tabella
as_now = Se si contasse adesso.
about_match = Informazioni sulla partita
not_sent = Non è stato inviato. Quello che hai scritto è ancora qui.
tie_now = A parità di punti precede { $by }.
no_ranks = Nessuno ha vinto, quindi non ci sono posizioni.
no_ranks_broken_off = La partita è stata interrotta: nessuno ha vinto e non ci sono posizioni.
no_ranks_lost = Tutti hanno perso insieme: non ci sono posizioni.
no_ranks_told = In questa partita i punti non decidono e nessuno è stato indicato come vincitore: non ci sono posizioni.
scored_at_end = Questo gioco non ha punti prima della fine.
tie_shared = { $names } condividono la { $rank }ª posizione: nulla decide la parità.
tie_broken =
    { $n ->
        [one] Parità a { $score } punto: precede { $by }.
       *[other] Parità a { $score } punti: precede { $by }.
    }
change = Modifica
change_marks = Modifica i segni sull’immagine
save = Salva
delete = Elimina
add_sign = Aggiungi un simbolo
sign = Simbolo
add_mark = Segna sull’immagine
mark_help = Tocca un punto dell’immagine, e per una freccia un secondo, oppure scegli qui.
mark_place = Dove
mark_to = Freccia verso
mark_no_arrow = nessuna freccia
colour = Colore
colour_green = verde
colour_red = rosso
colour_blue = blu
colour_yellow = giallo
vary = Gioca diversamente da qui
variation_title = Titolo
cut_last = Annulla l’ultima mossa
share = Condividi
share_link = Link a questo passo
copy = Copia
copied = Copiato
share_qr = Codice QR del link
share_picture = Immagine
share_download = Scarica l’immagine (SVG)
share_wide = per uno schermo largo
share_tall = in una colonna
share_embed = Inserisci in una pagina web
share_embed_help = Questo codice mostra la partita a questo passo come possono vederla tutti.
open_in_partita = Apri in Partita
share_private = Non tutti possono vedere questa partita: il link funziona solo per chi può, e in altre pagine non si vede nulla.
share_bgstats = BG Stats
share_bgstats_link = Invia questa partita a BG Stats
share_bgstats_help = L’app mostra la partita e chiede conferma prima di salvarla. Nel link ci sono i nomi di tutti i partecipanti. Mosse, correzioni, note e varianti restano qui.
second_record = Seconda registrazione
second_record_help = Un’altra persona può registrare la stessa partita con il proprio telefono, e nessuno dei due vede ciò che l’altro scrive. Quando entrambe le registrazioni sono finite, le si confronta e si decide ogni differenza.
second_record_dealt = In questa partita le carte le distribuisce il servizio: non c’è un tavolo che un’altra persona possa registrare.
second_record_itself = Questa non è una partita a sé: è una seconda registrazione, o una variante.
compare_records = Confronta le due registrazioni
comparison = Confronto
this_record = Questa registrazione
other_record = L’altra registrazione
nothing_there = niente
alike_actions = { $n ->
    [0] Nessuna mossa è uguale in entrambe.
    [one] Una mossa è uguale in entrambe.
   *[other] { $n } mosse sono uguali in entrambe.
}
differences = Differenze
difference_replaced = Non uguali
difference_omitted = Solo in questa registrazione
difference_inserted = Solo nell’altra registrazione
difference_exchanged = In ordine inverso
no_differences = Non c’è nessuna differenza.
more_differences =
    { $n ->
        [one] Un’altra differenza è mostrata quando queste sono decise.
       *[other] Altre { $n } differenze sono mostrate quando queste sono decise.
    }
this_is_right = È giusta questa registrazione
second_is_right = È giusta la seconda registrazione
other_is_right = È giusta l’altra registrazione
side_refused = Dopo questa correzione una mossa successiva non sarebbe più possibile:
thinking_time = Tempo di riflessione
thinking_total = In tutto
thinking_mean = Per mossa
thinking_longest = La mossa più lunga
thinking_help = Secondo gli orari indicati; contano anche le pause.

## Results

result = Risultato
result_provisional = Da confermare
result_disputed = Contestato
result_sealed = Sigillato
result_is =
    Risultato: { $status ->
        [provisional] da confermare
        [disputed] contestato
       *[sealed] sigillato
    }
result_help_provisional = Quando tutti i posti l’hanno confermato, è sigillato e solo un arbitro può cambiarlo. Una correzione annulla le conferme precedenti.
result_help_disputed = Non viene sigillato finché la contestazione non è ritirata o decisa da un arbitro.
result_help_sealed = Solo un arbitro può cambiare questa partita, e ne dà il motivo.
sealed_by_confirmations = confermato da tutti
sealed_by_time = non contestato in tempo
sealed_by_arbiter = da un arbitro
result_says = Chi l’ha confermato
result_confirmed = confermato
result_imported = secondo una registrazione importata
result_open = non ancora confermato
result_disputes = contestato al passo { $step }
result_reason = Motivo di { $name }: «{ $reason }»
result_confirm = Conferma il risultato
result_dispute = Contesta il risultato
result_withdraw = Ritira la contestazione
result_pin_of = PIN di { $name }
result_needs_pin = Imposta un PIN per { $name } per confermare su questo dispositivo
result_wrong_step = Passo registrato in modo sbagliato
result_comment = Che cosa è sbagliato
result_decision = Decisione, con il motivo
result_decide = Decidi la contestazione
result_seal_reason = Perché viene sigillato senza tutte le conferme
result_seal = Sigilla il risultato
result_change = Modifica questa partita
result_wrong_pin = Questo PIN non è giusto.
result_overtaken = Nel frattempo il risultato è cambiato. Ora è così.
ruling = Perché questa partita sigillata viene modificata
changes = Modifiche degli arbitri
change_open = Dopo questa modifica la partita continua.
change_status = Stato
change_reason = Perché è stata chiusa
change_seats = Posti
change_actions = Mosse
change_identifications = Carte identificate
change_standings = Punteggi
change_played_on = Data
change_place = Luogo
change_note = Nota
change_tags = Etichette
change_visibility = Visibile a
change_counted = Conta
change_undo = Annullamento dai posti
change_ordinal = Ordine nella data
undo_guarded = l’ultima mossa
undo_free = tutto
yes = sì
no = no
set_pin = Imposta un PIN
pin_title = PIN di { $name }
pin_help = Quattro cifre con cui questa persona conferma i risultati sul telefono di chi registra. Falle digitare alla persona stessa. Nessuno può rileggerle.
pin_old = PIN attuale
pin_new = Nuovo PIN, quattro cifre
pin_change = Cambia il PIN
pin_is_four_digits = Un PIN ha quattro cifre.
consent = Acconsenti alla ricerca
consent_title = { $name } e la ricerca
consent_help = Le partite possono essere date ai ricercatori come insieme di dati, con la licenza CC BY 4.0. Una partita ne fa parte solo se tutti quelli che vi hanno giocato sono d’accordo.
consent_hidden = L’insieme di dati non contiene nomi, luoghi, note o date esatte; ogni persona riceve un codice che senza una chiave segreta non permette di risalire a lei. Ciò che è stato dato non si può riprendere; una revoca vale per ogni insieme di dati successivo.
consent_given = { $name } è d’accordo.
consent_missing = { $name } non ha dato il consenso.
consent_agree = Registra che { $name } è d’accordo
consent_withdraw = Registra che { $name } lo revoca
filter_sealed = Risultato sigillato
filter_irregular = Contro le regole
series_regular = Contano solo le partite giocate sempre secondo le regole
series_seal_needed = Contano solo le partite con risultato sigillato
series_seals_after = Ore dopo le quali un risultato non contestato si sigilla da solo (vuoto: mai)
series_seals_by_itself = I risultati non contestati si sigillano da soli dopo { $n } h.
series_matches =
    { $n ->
        [one] { $n }{ "\u00A0" }partita registrata su{ "\u00A0" }{ $all }
       *[other] { $n }{ "\u00A0" }partite registrate su{ "\u00A0" }{ $all }
    }
series_results = Che cosa la serie richiede ai risultati
series_arbiters = Chi arbitra le sue partite (nessuna spunta: ogni arbitro)
series_arbiters_named = Arbitri nominati: { $n }.

## Subjects

subjects = Giochi e titoli
find_subject = Cerca un gioco o un titolo
no_subject_found = Non si è giocato a nessun gioco o titolo con questo nome.
all_subjects = Mostra tutti i giochi e i titoli
subjects_public = Sono elencati i giochi e i titoli delle partite pubbliche; accedi per vederli tutti.
subjects_help = Un foglio segnapunti va bene per ogni gioco: i fogli con lo stesso titolo contano insieme e si trovano qui.
recorded_by = Registrato con
last_played = Ultima partita
untitled_matches = Finite, senza titolo
untitled_of = { $game }, senza titolo
merged_titles = Altri titoli che contano qui
change_subject = Modifica questo titolo
rename_subject = Rinomina
rename_subject_help = Elenchi e pagine mostrano il nuovo nome; i fogli restano come sono stati scritti.
merge_subject = Unisci a un altro titolo
merge_subject_title = Quale titolo è lo stesso gioco di { $name }?
merge_subject_choose = Scegli un titolo: vedrai che cosa comporta prima che qualcosa cambi. Le partite di { $name } contano poi per il titolo scelto, e resta il nome di quello.
merge_subject_help =
    { $n ->
        [one] La partita di { $name } conta per { $other } in statistiche, classifiche e rating. Si può annullare nella pagina di { $other }.
       *[other] Le { $n } partite di { $name } contano per { $other } in statistiche, classifiche e rating. Si può annullare nella pagina di { $other }.
    }
merge_subject_sure = Sono lo stesso gioco
undo_subject_merge_help = Il titolo conta di nuovo da solo, con queste partite e con tutto ciò che vi era stato unito prima.
undo_subject_merge_sure = Sono due giochi
filter_subject = Titolo
all_titles = Tutti i giochi e i titoli ({ $n })

## Importazioni

imports = Importazioni
import_one = Importazione
import_link = Importa un file da un altro programma
import_file = File
import_choose_file = Scegli un file
import_help = Un’esportazione di BG Stats (JSON), partite di BoardGameGeek (XML), partite di scacchi (PGN) o una tabella (CSV), fino a { $n } MB. Vedrai che cosa succederà prima che si importi qualcosa.
import_source = Da dove viene (facoltativo)
import_source_help = Un nome a piacere, come «tabella del club». Con lo stesso nome, la prossima volta si riconoscono le partite già presenti.
import_look = Vedi che cosa succederà
imports_before = Importazioni finora
imports_none = Non è stato importato ancora niente.
import_date = Iniziata
import_matches = Importate
import_fault_409 = Questo file ora non si può accettare.
import_fault_413 = Questo file è troppo grande.
import_fault_422 = Da questo file non si può importare niente.
import_fault_503 = Ora non c’è posto per un altro file.
import_state_planning = in lettura
import_state_planned = pronta da eseguire
import_state_asking = chiede chi è chi
import_state_unreadable = illeggibile
import_state_running = in corso
import_state_stopped = fermata
import_state_done = eseguita
import_state_taking_back = in annullamento
import_state_taken_back = annullata
import_unreadable = Il file non si può leggere oltre
import_line = riga{ "\u00A0" }{ $n }
import_line_and_column = riga{ "\u00A0" }{ $n }, colonna{ "\u00A0" }{ $column }
import_progress = A che punto è
import_look_again = Guarda di nuovo
import_stop = Ferma
import_done = Che cosa è stato importato
import_done_new = importate
import_done_changed = corrette
import_done_known = già presenti
import_done_removed = eliminate qui in precedenza
import_done_refused = rifiutate
import_another = Importa un altro file
import_plan = Che cosa succederà
import_dates = Date delle partite: { $first } – { $last }
import_fate_new = nuove
import_fate_changed = da correggere
import_fate_known = già presenti
import_fate_removed = eliminate qui
import_fate_refused = rifiutate
import_why_refused = Perché rifiutate
import_more =
    { $n ->
        [one] e un’altra
       *[other] e altre { $n }
    }
import_sealed =
    { $n ->
        [one] Una partita resta, perché il risultato è sigillato.
       *[other] { $n } partite restano, perché i risultati sono sigillati.
    }
import_unreadable_scores =
    { $n ->
        [one] Un punteggio non è un numero: resta com’è scritto e non conta.
       *[other] { $n } punteggi non sono numeri: restano come sono scritti e non contano.
    }
import_broken = Se ne legge solo l’inizio; ciò che segue diventa un commento
import_losses = Non importati:
import_loss_pictures = immagini
import_loss_ratings = valutazioni
import_loss_score_sheets = fogli segnapunti illeggibili
import_loss_challenges = sfide
import_loss_groups = gruppi
import_loss_headers = intestazioni di partite per cui non c’è posto
import_loss_comments = commenti per cui non c’è posto
import_loss_characters = partite con caratteri che non possono stare nei testi
import_loss_escaped_lines = righe escluse
import_unsure =
    { $n ->
        [one] Chi è?
       *[other] Chi è chi?
    }
import_unsure_help =
    { $n ->
        [one] Un nome appartiene a più persone. Di’ chi è; sarà ricordato per la prossima volta.
       *[other] { $n } nomi appartengono a più persone. Di’ chi sono; sarà ricordato per la prossima volta.
    }
import_choose = Scegli
import_nameless = una persona il cui nome è stato cancellato
import_somebody_new = una persona nuova
import_answer =
    { $n ->
        [one] Salva la risposta
       *[other] Salva le risposte
    }
import_save_people = Salva queste persone
import_first_answer =
    { $n ->
        [one] L’importazione si può avviare non appena avrai indicato chi è.
       *[other] L’importazione si può avviare non appena avrai indicato chi sono.
    }
import_run = Importa
import_go_on = Continua a importare
import_people = Persone
import_in_file = Nel file
import_here = Qui
import_again = Qualcosa non va?
import_which_columns = Indica che cosa contiene ogni colonna
import_columns_help = Scrivi l’intestazione di ogni colonna come sta nella prima riga del file; i campi vuoti vengono dedotti.
import_columns_choose = Scegli per ogni voce la colonna del file; ciò che non scegli viene dedotto.
import_column_guessed = Da dedurre
import_column_date = Data
import_column_title = Titolo
import_column_players = Giocatori
import_column_scores = Punteggi
import_column_winners = Vincitori
import_column_place = Luogo
import_column_minutes = Minuti
import_column_note = Nota
import_column_id = ID
import_replan = Leggi di nuovo il file
import_discard_help = Il file non serve?
import_discard = Elimina il file
import_take_back = Annulla l’importazione
import_take_back_help =
    { $n ->
        [one] La partita che ha creato viene eliminata, insieme alle persone che si conoscono solo da lì. Non si può ripristinare, ma il file si può importare di nuovo.
       *[other] Tutte le { $n } partite che ha creato vengono eliminate, insieme alle persone che si conoscono solo da lì. Non si possono ripristinare, ma il file si può importare di nuovo.
    }
import_take_back_sure = Questa importazione va annullata
import_take_back_do = Annulla definitivamente
