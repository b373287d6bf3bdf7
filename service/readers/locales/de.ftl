# Warum sich eine Datei, oder eine Partie darin, nicht importieren lässt

## Was eine Datei ist

packed = Das ist eine { $format }-Datei; gelesen wird nur Text, der nicht gepackt ist.
empty_file = Sie ist leer.
web_page = Das ist eine Webseite.
no_text = Das ist kein Text.
holds_records = Wenn sie etwas enthält, dann Aufzeichnungen von Partita, und die werden importiert, wie sie sind.
item_too_long = Etwas darin ist länger als { $most } Byte.
number_too_long = Darin steht „{ $digits }…“, das ist zu lang.
too_deep = Sie ist mehr als { $most } Ebenen tief verschachtelt.
too_many_entries = Sie hat mehr als { $most } Einträge.
too_many_people = Sie hat mehr als { $most } Personen.
our_fault = Ein Fehler auf unserer Seite; er wurde protokolliert.

## JSON und XML

not_json = Das ist kein JSON.
not_json_around = Das ist kein JSON: Bei „{ $around }“ stimmt etwas nicht.
no_json_object = Das ist kein JSON-Objekt.
no_plays = Das ist kein Export von BG Stats: Es sind keine Partien darin.
not_xml =
    Das ist kein XML: Zeile { $line }, Spalte { $column }, { $code ->
        [3] wo es zu früh endet.
        [4] wo ein Zeichen nicht stehen kann.
        [7] wo ein anderes Element endet, als begonnen hat.
        [8] wo ein Element ein Attribut zweimal hat.
        [9] wo hinter dem Ende noch etwas steht.
        [11] wo eine Entität steht, die nicht erklärt ist.
       *[other] wo es anders weitergeht.
    }
declares_entities = Sie erklärt Entitäten oder einen Dokumenttyp, wofür Partien keine Verwendung haben.
not_decodable = Ihr Text lässt sich nicht dekodieren.
no_page_of_plays = Das ist keine Seite mit Partien von BoardGameGeek.

## Tabellen

other_encoding = Das ist kein Text in { $encoding }; eine andere Kodierung lässt sich angeben.
line_too_long = Eine Zeile ist länger als { $most } Zeichen.
not_csv = Das ist kein CSV.
same_columns = Zwei Spalten heißen „{ $column }“.
no_such_column = Es gibt keine Spalte „{ $column }“.
column_not_found =
    { $field ->
        [date] Für das Datum ist keine Spalte zu finden: Die Spalten sind { $columns }.
        [title] Für das, was gespielt wurde, ist keine Spalte zu finden: Die Spalten sind { $columns }.
       *[players] Für die Personen ist keine Spalte zu finden: Die Spalten sind { $columns }.
    }
unclear_dates = Bei den Datumsangaben sind Tag und Monat nicht zu unterscheiden: Es fehlt, was zuerst kommt.

## Partien in PGN

open_comment = Hier beginnt ein Kommentar, den nichts schließt.
open_variation = Eine Variante wird nicht geschlossen.
closes_nothing = Eine Klammer schließt nichts.
variation_of_nothing = Eine Variante steht vor dem ersten Zug.
null_move = Einen Nullzug kennen die Regeln nicht; nur in einer Variante bleibt er als Text.
not_movetext = „{ $written }“ ist weder ein Zug noch sonst etwas, das zwischen Zügen steht.
too_many_moves = Sie hat mehr als { $most } Züge.
other_variant = Die Variante „{ $variant }“ ist hier nicht bekannt.
not_a_position = „{ $fen }“ ist keine Stellung in Forsyth-Edwards-Notation.

## Partien

no_id = Sie hat keine ID.
same_id = Eine andere Partie der Datei hat dieselbe ID.
no_game = Es fehlt, was gespielt wurde.
unknown_game = Sie verweist auf das Spiel { $number }, das nicht in der Datei ist.
unknown_player = Sie verweist auf die Person { $number }, die nicht in der Datei ist.
no_players = Niemand hat sie gespielt.
no_name = „{ $name }“ kann kein Name einer Person sein.
not_a_date = „{ $written }“ ist kein Datum.
no_such_day = Den Tag { $day }.{ $month }.{ $year } gibt es nicht.
too_early = Ein Datum liegt hier nicht vor { $first }.
to_come = Das kommt erst noch.
too_many_plays = Sie steht für { $quantity } Partien; höchstens { $most } sind möglich.
winner_without_seat = „{ $name }“ hat gewonnen, aber nicht mitgespielt.
other_number = In „{ $column }“ steht nicht für jede Person etwas: { $parts } statt { $people }.
no_field = Sie hat kein Feld „{ $field }“.
other_form = Hierhin gehört „{ $form }“, nicht „{ $found }“.
no_such_form = Sie hat nicht die Form einer Partie: „{ $message }“.

## Was auf einen Punktezettel passt

too_many_rows = Sie hat mehr als { $most } Zeilen.
too_many_expansions = Sie hat mehr als { $most } Erweiterungen.
too_many_minutes = Sie hat länger als { $most } Minuten gedauert.
score_too_long = Eine Punktzahl hat mehr als { $most } Zeichen.
does_not_fit = Das passt nicht auf einen Punktezettel: { $place }, „{ $message }“.
what_text =
    { $what ->
        [play_id] Die ID der Partie
        [player_id] Die ID einer Person
        [title] Der Name des Spiels
        [facts] Ort, Notiz oder Schlagwörter
       *[line] „{ $text }“
    }
text_too_long = { what_text }: { $length } Zeichen; höchstens { $most } sind möglich.
text_bad_character = { what_text }: Das Zeichen { $character } kann hier nicht stehen.
text_blank = { what_text }: Darin ist nichts zu sehen.
