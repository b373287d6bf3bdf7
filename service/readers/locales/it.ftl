# Perché un file, o una partita al suo interno, non si può importare

## Che cos’è un file

packed = È un file { $format }; si legge solo testo non compresso.
empty_file = È vuoto.
web_page = È una pagina web.
no_text = Non è testo.
holds_records = Se contiene qualcosa, sono registrazioni di Partita, che si importano così come sono.
item_too_long = Qualcosa al suo interno supera { $most } byte.
number_too_long = Contiene «{ $digits }…», che è troppo lungo.
too_deep = È annidato per più di { $most } livelli.
too_many_entries = Ha più di { $most } voci.
too_many_people = Ha più di { $most } persone.
our_fault = Un errore da parte nostra; è stato registrato.

## JSON e XML

not_json = Non è JSON.
not_json_around = Non è JSON: qualcosa non va vicino a «{ $around }».
no_json_object = Non è un oggetto JSON.
no_plays = Non è un’esportazione di BG Stats: non contiene partite.
not_xml =
    Non è XML: riga { $line }, colonna { $column }, { $code ->
        [3] dove finisce troppo presto.
        [4] dove c’è un carattere che non può starci.
        [7] dove si chiude un elemento diverso da quello aperto.
        [8] dove un elemento ha due volte lo stesso attributo.
        [9] dove qualcosa segue la fine.
        [11] dove c’è un’entità non dichiarata.
       *[other] dove continua in altro modo.
    }
declares_entities = Dichiara entità o un tipo di documento, che alle partite non servono.
not_decodable = Il suo testo non si può decodificare.
no_page_of_plays = Non è una pagina di partite di BoardGameGeek.

## Tabelle

other_encoding = Non è testo in { $encoding }; si può indicare un’altra codifica.
line_too_long = Una riga supera { $most } caratteri.
not_csv = Non è CSV.
same_columns = Due colonne si chiamano «{ $column }».
no_such_column = Non c’è una colonna «{ $column }».
column_not_found =
    { $field ->
        [date] Nessuna colonna per la data: le colonne sono { $columns }.
        [title] Nessuna colonna per il gioco giocato: le colonne sono { $columns }.
       *[players] Nessuna colonna per le persone: le colonne sono { $columns }.
    }
unclear_dates = Nelle date non si distinguono giorno e mese: va indicato quale viene prima.

## Partite in PGN

open_comment = Qui comincia un commento che nulla chiude.
open_variation = Una variante non è chiusa.
closes_nothing = Una parentesi non chiude nulla.
variation_of_nothing = Una variante sta prima della prima mossa.
null_move = Le regole non conoscono mosse nulle; solo in una variante resta, come testo.
not_movetext = «{ $written }» non è una mossa né altro che possa stare tra le mosse.
too_many_moves = Ha più di { $most } mosse.
other_variant = La variante «{ $variant }» non è conosciuta qui.
not_a_position = «{ $fen }» non è una posizione in notazione Forsyth-Edwards.

## Partite

no_id = Non ha un ID.
same_id = Un’altra partita del file ha lo stesso ID.
no_game = Non dice a che cosa si è giocato.
unknown_game = Rimanda al gioco { $number }, che non è nel file.
unknown_player = Rimanda alla persona { $number }, che non è nel file.
no_players = Nessuno l’ha giocata.
no_name = «{ $name }» non può essere il nome di una persona.
not_a_date = «{ $written }» non è una data.
no_such_day = Il giorno { $day }/{ $month }/{ $year } non esiste.
too_early = Qui le date cominciano dal { $first }.
to_come = Deve ancora venire.
too_many_plays = Vale per { $quantity } partite; il massimo è { $most }.
winner_without_seat = «{ $name }» ha vinto ma non ha giocato.
other_number = In «{ $column }» non c’è una voce per ogni persona: { $parts } invece di { $people }.
no_field = Non ha il campo «{ $field }».
other_form = Qui va «{ $form }», non «{ $found }».
no_such_form = Non ha la forma di una partita: «{ $message }».

## Che cosa sta su un foglio segnapunti

too_many_rows = Ha più di { $most } righe.
too_many_expansions = Ha più di { $most } espansioni.
too_many_minutes = È durata più di { $most } minuti.
score_too_long = Un punteggio supera { $most } caratteri.
does_not_fit = Non sta su un foglio segnapunti: { $place }, «{ $message }».
what_text =
    { $what ->
        [play_id] L’ID della partita
        [player_id] L’ID di una persona
        [title] Il nome del gioco
        [facts] Luogo, nota o etichette
       *[line] «{ $text }»
    }
text_too_long = { what_text }: { $length } caratteri; il massimo è { $most }.
text_bad_character = { what_text }: il carattere { $character } non può stare qui.
text_blank = { what_text }: non si vede nulla.
