# Die Wörter der Seiten.

## Alle Seiten

about = Partien von Brettspielen, aufgezeichnet und zum Nachspielen
date_pattern = d. MMMM y
weekday_pattern = EEE, d. MMMM y
short_date_pattern = d.M.y
skip = Zum Inhalt
site = Website
home = Start
recent_matches = Neueste Partien
no_player_matches = Keine Partien, die hier gezeigt werden können.
newest = Neueste Partien
older = Ältere Partien
no_leaders = Noch hat niemand eine Partie beendet.
player = Spieler
status_playing = läuft
status_finished = beendet
status_abandoned = abgebrochen
without_winner = ohne Sieger
simulation = Beispiel
simulation_help = Von einem Programm gespielt, damit es etwas zu sehen gibt.
match_sealed = versiegelt
program = mit Programm
matches = Partien
finished_matches = Beendete Partien
matches_in_play = Laufende Partien
wins = Siege
mean_score = Punkte im Schnitt
best_score = Beste Punkt{ "\u00AD" }zahl
rating = Wertungs{ "\u00AD" }zahl
statistics = Statistik
step = Schritt
steps = Schritte
of = von
set_up = Die Vorbereitung
first = Zum Anfang
previous = Zurück
next = Weiter
last = Zum Ende
previous_part = Vorige Phase
next_part = Nächste Phase
go = Los
round = Runde
board = Der Tisch
moves = Züge
standings = Stand
rank = Platz
rank_short = Rang
ranked = Platz { $n }
score = Punkte
secret = geheim
winner = gewinnt
comments = Kommentare zu diesem Schritt
no_comments = Noch keine Kommentare
sign_in_to_comment = Zum Kommentieren anmelden
comment_on = Kommentar schreiben
comment = Kommentar
comment_help = Markdown ist möglich: *so* und **so**.
audience = Sichtbar für
audience_public = alle
audience_shared = alle, die angemeldet sind
audience_private = nur mich
send = Senden
token = Zugangsschlüssel
gone = Zu zurückgenommenen Zügen
viewer = Ansicht
viewer_public = was alle sehen
viewer_recorder = alles aufgedeckt
turn_board = Brett drehen
show = Zeigen
variation = Variante
variations = Varianten
leaves = Zweigt bei Schritt { $step } von der Partie ab. Autor: { $author }.
leaves_variation = Zweigt bei Schritt { $step } von einer anderen Variante ab. Autor: { $author }.
not_played = So wurde nicht gespielt.
begins_here = Ab hier weicht sie von der Partie ab.
obstacle = Hier geht es nicht weiter:
back_to_match = Zurück zur Partie
back_to_variation = Zurück zur Variante, von der sie abzweigt
to_the_newest = Die Partie ist weitergegangen: zum neuesten Schritt
loading_failed = Der Schritt konnte nicht geladen werden.
sign_in = Anmelden
sign_out = Abmelden
token_help = Zugangsschlüssel vergibt, wer aufzeichnet. Der des Eigentümers steht in der Datei owner-token im Datenordner des Servers.
token_wrong = Dieser Zugangsschlüssel gilt nicht: Er ist unbekannt, abgelaufen oder widerrufen.
fault = Das hat nicht geklappt
fault_help = Versuche es gleich noch einmal.
fault_400 = Ungültige Anfrage
fault_400_help = Etwas in der Adresse oder im Formular ist nicht gültig.
fault_403 = Das ist nicht erlaubt
fault_403_help = Dafür braucht es einen Zugangsschlüssel mit mehr Rechten. Hast du einen anderen?
fault_404 = Hier ist nichts
fault_404_help = Die Adresse stimmt nicht, oder man muss angemeldet sein, um zu sehen, was hier ist.
fault_404_signed_in_help = Die Adresse stimmt nicht, oder du darfst nicht sehen, was hier ist.
fault_405 = Das geht hier nicht
fault_405_help = Diese Adresse nimmt das nicht an.
fault_422 = Das lässt sich nicht speichern
fault_422_help = Geh zurück: Was du geschrieben hast, ist noch da.
fault_429 = Zu viele Versuche
fault_429_help = Warte eine Minute und prüfe den Zugangsschlüssel.
fault_too_many_notes = Zu viele Anmerkungen in kurzer Zeit
fault_too_many_notes_help = Warte eine Minute und sende es dann noch einmal.
fault_game_missing = Dieses Spiel ist hier nicht installiert
fault_game_missing_help = Die Partie ist von dem Spiel „{ $game }“, das hier nicht mehr installiert oder nicht zugelassen ist. Die Aufzeichnung ist vollständig: Sie steht mit ihrem Ergebnis in den Listen und ist wieder da, sobald das Spiel es ist.
fault_500 = Bei uns ist etwas schiefgegangen
fault_500_help = Der Fehler wurde protokolliert.

## Anmelden und beitreten

signed_in_as = Angemeldet als
already_signed_in = Angemeldet als { $name }. Ein anderer Zugangsschlüssel tritt an dessen Stelle.
role_owner = Eigentümer
role_arbiter = Schiedsrichter
role_recorder = Schriftführer
role_annotator = Kommentator
role_reader = Leser
role_second_recorder = Zweite Aufzeichnung
role_seat = Spieler
role_other = Angemeldet
join = Mit einem Code beitreten
code = Code
code_help = Sechs Zeichen; wer aufzeichnet, zeigt sie dir. Groß oder klein, mit oder ohne Leerzeichen.
code_wrong = Dieser Code gilt nicht oder nicht mehr. Lass dir einen neuen geben.
have_code = Ich habe einen Einladungscode
invite = Jemanden einladen
invite_help = Du bekommst einen Code und eine Adresse. Wer den Code scannt oder ihn unter dieser Adresse eintippt, ist mit dem eigenen Telefon oder Rechner dabei.
invite_as = Rolle
invite_recorder = Schriftführer: eröffnet Partien, zeichnet sie auf und korrigiert sie
invite_annotator = Kommentator: liest alles und kommentiert
invite_reader = Leser: liest alles
show_code = Code zeigen
show_codes = Codes zeigen
new_codes_help = Codes, die vorher für diese Plätze gezeigt wurden, gelten dann nicht mehr. Telefone, die schon beigetreten sind, bleiben verbunden.
type_at = oder eintippen unter
qr_of = QR-Code zum Beitreten
phones = Telefone für die Plätze
phones_help = Jeder scannt den Code des eigenen Platzes; das eigene Telefon zeigt dann, was dieser Spieler sieht, und zeichnet seine Aktionen auf.
phones_help_ended = Jeder scannt den Code des eigenen Platzes; das Telefon zeigt dann, was dieser Spieler gesehen hat. Die Partie ist zu Ende: Gespielt wird nicht mehr.
good_for = 12 Stunden gültig.
plain_http = Diese Seite kam über unverschlüsseltes HTTP: Andere im selben Netz könnten mitlesen. Zu Hause mag das gehen.

## Partien eröffnen und löschen

new_match = Neue Partie
titles_before = Zuvor gespielt
as_last_time = Den letzten Zettel dieses Titels nehmen
which_game = Welches Spiel?
another_game = Ein anderes Spiel
who_plays = Wer spielt, in Sitzreihenfolge
place_number = Platz
nobody = niemand
more_people = Weitere Personen
last_table = Dieselben wie beim letzten Mal
who_plays_most = Wer am häufigsten spielt
or_somebody_new = oder jemand Neues
starts = beginnt
start_is_nobody = Auf dem Platz, der beginnt, sitzt niemand: Wähle, wer beginnt.
find_people = Jemanden suchen
find_people_help = Wer gefunden wird, lässt sich dann auf jedem Platz wählen.
find = Suchen
as_table_needs = Bei dieser Zahl üblich
for_players = { $seats } Spieler
played_on = Datum
where = Ort
who_may_see = Sichtbar für
visibility_public = alle
visibility_unlisted = wer die Adresse hat
visibility_private = wer angemeldet ist
open_match = Los geht’s
too_few_people = Zu wenige Spieler für dieses Spiel.
too_many_people = Zu viele Spieler für dieses Spiel.
same_person_twice = Dieselbe Person hat zwei Plätze.
is_it_this_one = Jemand mit diesem Namen ist schon bekannt: Ist es diese Person?
yes_it_is = Ja:
matches_played =
    { $n ->
        [one] { $n } Partie
       *[other] { $n } Partien
    }
finished_played =
    { $n ->
        [one] { $n } beendete Partie
       *[other] { $n } beendete Partien
    }
won_matches_each =
    { $n ->
        [one] je { $n } Sieg
       *[other] je { $n } Siege
    }
won_matches =
    { $n ->
        [one] { $n } Sieg
       *[other] { $n } Siege
    }
last_on = zuletzt am { $day }
played_once_on = am { $day }
known_since = hier seit { $day }
id_ends = ID …{ $id }
own_id_ends = Die ID von { $name } hier endet auf { $id }.
somebody_else_called = Nein, eine andere Person namens
remove_match = Diese Partie löschen
remove_help = Sie verschwindet für alle, mit ihren Kommentaren, und zählt nirgends mehr. Das lässt sich nicht rückgängig machen.
sure = Ja, löschen: Sie wurde versehentlich aufgezeichnet, oder niemand will sie
remove = Endgültig löschen

## Aufzeichnen

record = Aufzeichnen
recording = Aufzeichnung
to_replay = Partie ansehen
record_waits = Der Tisch wartet auf { $names }.
record_ended = Die Partie ist zu Ende.
record_concluded = Die Partie wurde nach Schritt { $step } einvernehmlich beendet.
record_broken_off = Die Partie wurde nach Schritt { $step } abgebrochen.
record_won =
    { $n ->
        [one] { $names } gewinnt mit { $score } Punkt.
       *[other] { $names } gewinnt mit { $score } Punkten.
    }
record_won_together =
    { $n ->
        [one] { $names } gewinnen gemeinsam mit { $score } Punkt.
       *[other] { $names } gewinnen gemeinsam mit { $score } Punkten.
    }
record_won_unscored = { $names } gewinnt.
record_won_together_unscored = { $names } gewinnen gemeinsam.
record_server = Der Server teilt aus.
record_who = Wer?
record_choose = Wähle
what_happens_next = Was geschieht als Nächstes?
record_confirm = Bestätigen
record_at_once = Ohne Rückfrage aufzeichnen
record_curtain = Bei geheimer Wahl das Telefon herumgeben
record_give = Gib das Telefon an { $name }.
record_i_am = Ich bin { $name }
record_chosen = Schon gewählt: { $names }.
record_back = Zurück
record_erase = Letztes Zeichen löschen
record_done = Fertig
record_skip = Nicht angeben
record_left = noch { $n }
record_undo = Letzte Aktion zurücknehmen
record_undone = Zurückgenommen.
record_fix = Korrigieren
record_fixing = Schritt { $step } wird korrigiert: { $told }
record_fix_stands =
    { $n ->
        [one] Der spätere Schritt bleibt gültig.
       *[other] Alle { $n } späteren Schritte bleiben gültig.
    }
record_fix_alone = Danach kommt kein Schritt mehr.
record_fix_breaks = Schritt { $step } wäre dann nicht möglich ({ $clause }): { $told } { $n ->
        [one] { $n } späterer Schritt bleibt gültig.
       *[other] { $n } spätere Schritte bleiben gültig.
    }
record_fix_change = Ändern
record_fix_prefix = Ändern und behalten, was gültig bleibt
record_fix_leave = So lassen
record_fixed = Geändert.
record_sending = Wird gesendet …
record_saved = Aufgezeichnet.
record_waiting = Keine Verbindung. Was du bestätigt hast, bleibt auf diesem Gerät und wird gesendet, sobald der Server antwortet.
record_refused = Abgelehnt: { $told }
record_no_choice = Das geht jetzt nicht mehr; wähle neu.
record_no_choice_but_one = Das geht jetzt nicht mehr.
record_overtaken = Inzwischen hat jemand anderes aufgezeichnet; das ist der neueste Stand.
record_again = Noch einmal versuchen
record_drop = Verwerfen
record_not_sent = Nicht aufgezeichnet
record_signed_out = Du bist nicht mehr angemeldet.
record_gone = Diese Partie gibt es nicht mehr.
record_end = Beenden oder löschen
record_remove = Löschen
record_conclude = Einvernehmlich beenden
record_abandon = Abbrechen
record_reopen = Wieder aufnehmen
record_reason = Grund
record_log = Was geschah
record_nothing = Noch nichts.
record_tray = Gewählt: { $items }
record_none = nichts
record_last_seen = Keine Verbindung. So war der Tisch hier zuletzt zu sehen.
record_other_version = Auf dem Server ist eine neuere Fassung dieser Seite. Was du bestätigt hast, bleibt erhalten.
record_reload = Seite neu laden

## Die Regeln eines Spiels

rules = Regeln
rules_of = Regeln: { $title }
rules_contents = Inhalt
rules_language = Diese Regeln sind noch nicht übersetzt und daher auf Englisch.
rules_readings = Was so unterstrichen ist, ist eine Auslegung: wie das Programm spielt, wo die gedruckte Regel unklar ist.

## Navigation, Listen, Spiele, Personen und Statistik

games = Spiele
people = Personen
series = Serien
api_reference = API-Referenz (auf Englisch)
you_are_here = Du bist hier
language = Sprache
theme = Aussehen
theme_light = Hell
theme_dark = Dunkel
theme_auto = Wie das Gerät
all_matches = Alle Partien
who_leads = Wer vorn liegt
next_steps = Wie es weitergeht
step_record = Eine Partie aufzeichnen
step_people = Wer hier spielt
step_statistics = Statistik: Punkte, Startplätze, Dauer
step_series = Serien: mehrere Partien, eine Gesamtwertung
step_join = Mit einem Code beitreten
no_matches_yet = Noch wurde keine Partie aufgezeichnet.
no_matches_found = Keine Partie passt dazu.
no_finished_found = Keine beendete Partie passt dazu.
all_that_fit = Alle passenden Partien
pages = Seiten
without_filters = Alle Partien zeigen
filters = Filter
filter = Zeigen
clear = Filter entfernen
remove_filter = Diesen Filter entfernen
any = beliebig
filter_game = Spiel
person = Person
filter_player = Person
filter_series = Serie
filter_with = Zusammen mit
filter_place = Ort
filter_played_from = Von
filter_played_to = Bis
filter_status = Status
filter_tag = Schlagwort
filter_seats = Spielerzahl
next_page = Nächste Seite
first_page = Erste Seite
seats_of_game = Spieler
credits = Autor und Verlag
credits_titled = Für
edition = Ausgabe der Regeln
rules_clauses = Regeln, Absatz für Absatz
picture_of = Ein Tisch mit
leaderboard = Rangliste
whole_leaderboard = Die ganze Rangliste, nach Siegen, Wertungszahl oder bester Punktzahl
records = Rekorde
most_in_one_match = Höchstwerte in einer Partie
record_title = Rekord
value = Wert
held_by = Gehalten von
look_at_match = Partie ansehen
whole_table = alle
no_statistics = Statistik gibt es erst, wenn eine Partie beendet ist.
more_statistics = Statistik mit Filtern
matches_of_game = Partien dieses Spiels
record_this_game = Eine Partie dieses Spiels aufzeichnen
mean_duration = Dauer im Schnitt
mean_steps = Schritte im Schnitt
mean_winning_score = Punkte der Sieger im Schnitt
draws = Unentschieden
and_others =
    { $n ->
        [one] und { $n } weitere Person
       *[other] und { $n } weitere Personen
    }
first_of_equals = Von mehreren gleichen steht hier der früheste Rekord.
share_of = { $share } ({ $won } von { $n })
equal_points = gleich viele Punkte
shared_wins = Geteilte Siege
table_of = Die Zahlen als Tabelle
chart_scores = Punkte
chart_own_scores = Eigene Punkte
chart_turns = Siege nach Sitzplatz
chart_minutes = Minuten am Tisch
chart_steps = Länge in Schritten
chart_time = Partien im Lauf der Zeit
chart_games = Partien nach Spiel
note_won = Hervorgehoben: die zum Sieg führten.
note_matches_won = Hervorgehoben: die gewonnenen.
note_games_won = In Klammern: die gewonnenen.
minutes = Minuten
column_scores = Punkte { $range }: { $n } ({ $won } gewonnen)
column_own_matches = { $when }: { $n } ({ $won } gewonnen)
how_often = Wie oft
win_share = Anteil der Siege
starting_place = Sitzplatz
turn_first = Beginnt
turn_place = Platz
when = Wann
boards = Pläne aus euren Schachteln
boards_help = Pläne und Karten unterscheiden sich von Schachtel zu Schachtel. Wer hier einen speichert, kann ihn beim Eröffnen einer Partie angeben.
no_boards = Noch ist kein Plan gespeichert; gespielt wird auf dem Standardplan.
add_board = Plan hinzufügen
board_name = Name
board_json = Was darauf gedruckt ist
board_json_help = Ändere, was vom Standardplan abweicht, der schon eingetragen ist. Was fehlt, ist wie dort.
board_json_keys = Was jeder Schlüssel bedeutet:
keep_board = Diesen Plan speichern
boards_sign_in = Hinzufügen kann einen, wer aufzeichnen darf.
sorted_by = Sortiert nach
sort_wins = Siege
sort_rating = Wertungszahl
sort_best = Beste Punktzahl
leaderboard_note = Wer gleichauf ist, teilt sich den Platz. Ein geteilter Sieg zählt als Sieg; in die Wertungszahl gehen alle Partien ein.
as_json = Dasselbe aus der API, als JSON
find_person = Eine Person nach Namen suchen
nobody_found = So heißt niemand.
nobody_yet = Noch hat niemand gespielt.
everybody = Alle zeigen
people_public = Gezeigt werden Personen aus öffentlichen Partien; wer angemeldet ist, sieht alle.
tie_break_won = gewinnt bei Gleichstand
tie_break_shared = geteilter Sieg nach Gleichstand

## People, two people, series and statistics

streaks = Siege in Folge
streak_current = Zurzeit
streak_longest = Längste Folge
last_of_streak = Die letzte davon
against_whom = Gegen wen
versus_title = { $name } gegen { $other }
own_wins = Gewonnen
their_wins = Von der anderen Person gewonnen
ratings = Wertungszahlen
chart_rating = { $game }: Wertungszahl im Lauf der Zeit
estimate = Schätzung
uncertainty = Unsicherheit
note_rating = Die Linie ist die Schätzung, das Band ihre Unsicherheit; Ranglisten ordnen nach der Schätzung minus dreimal der Unsicherheit.
all_games = Alle Spiele
wins_of = Siege von { $name }
better_scores = Mehr Punkte: { $name }
equal_scores = Gleich viele Punkte
mean_difference = { $name } − { $other } im Schnitt
note_versus = Punkte werden verglichen, wo beide bekannt sind. Eine Partie, die jemand anders gewonnen hat oder niemand, zählt für keinen der beiden als Sieg.
never_met = Sie haben noch keine Partie miteinander beendet.
back_to_person = Zurück zu { $name }
other_way_round = Andersherum
change_person = Diese Person ändern
rename_person = Umbenennen
rename_title = { $name } umbenennen
rename_help = Alle Partien zeigen den neuen Namen.
rename_anyway = Umbenennen, es ist jemand anders
name_is_taken = Diesen Namen gibt es schon. Ist es dieselbe Person?
merge_person = Mit jemandem zusammenführen
merge_title = Mit wem { $name } zusammenführen?
merge_choose = Wähle einen Namen; du siehst, was sich ändert, bevor es geschieht. Die Partien von { $name } zählen dann für die gewählte Person, und deren Name bleibt.
merge_into = Mit { $name } zusammenführen
merge_help =
    { $n ->
        [one] Die Partie von { $name } zählt für { $other } und zeigt diesen Namen. Auf der Seite von { $other } lässt es sich rückgängig machen.
       *[other] Die { $n } Partien von { $name } zählen für { $other } und zeigen diesen Namen. Auf der Seite von { $other } lässt es sich rückgängig machen.
    }
merge_sure = Sie sind dieselbe Person
undo_merge = Eine Zusammenführung rückgängig machen
undo_merge_help = Wer zusammengeführt wurde, ist dann wieder eine eigene Person unter dem früheren Namen, mit diesen Partien und mit allen, die zuvor mit ihr zusammengeführt wurden.
undo_merge_sure = Es sind zwei Personen
mean_margin = Vorsprung beim Sieg im Schnitt
average_per_player = Im Schnitt je Person
statistics_of = Statistik von { $name }
list_them = Auflisten
as_csv = Dasselbe als CSV, eine Zeile je Platz
statistics_hint = Wähle ein Spiel für Punkte und Startplätze, eine Person für Siege.
average_per_match = Im Schnitt je Partie
series_help = Mehrere Partien eines Spiels mit denselben Leuten, deren Punkte zusammengezählt werden.
series_people = So viele, wie das Spiel braucht: Die Zahl steht bei seinem Namen. Lass die übrigen Felder, wie sie sind.
no_series = Es gibt noch keine Serie.
new_series = Neue Serie
create_series = Serie anlegen
totals = Summen
total = Summe
totals_note = Nur die Punkte zählen, wer auch immer die Partien gewonnen hat. Bei gleicher Summe werden Platz und Sieg geteilt. Ein Strich: Die Partie läuft noch, die Punkte sind geheim, oder es gibt keine.
match_number = Partie { $n }
no_series_matches = Noch zählt keine Partie dazu.
add_match = Partie hinzufügen
match_of_these = Eine Partie dieser Leute
no_candidates = Es gibt keine weitere Partie, die passt.
remove_series = Serie löschen
remove_series_help = Die Partien bleiben; nur ihre Summe verschwindet.
remove_series_sure = Ja, löschen: Sie wird nicht mehr gebraucht
back_to_series = Zurück zur Serie
how_many_matches = Wie viele Partien
finished_count =
    { $n ->
        [one] Eine beendete Partie.
       *[other] { $n } beendete Partien.
    }

## Identifying unknown cards

identify = Unbekannte Karten bestimmen
identify_help = Bei diesem Schritt kennt die Aufzeichnung nicht alle Karten. Was bestimmt wird, gilt von hier an; sehen kann es nur, wer sie hatte oder wer aufzeichnet.
identify_nothing = Keine unbekannten Karten
identify_none = Bei diesem Schritt kennt die Aufzeichnung alle Karten auf den Händen.
identify_nearest = Schritt { $step } hat unbekannte Karten
identify_whose = Wessen Karten willst du bestimmen?
identify_known = Das wusste die Aufzeichnung schon.
adjust = Tisch korrigieren
adjust_help = Geschah etwas, das die Regeln nicht erlauben, und blieb so? Lege den Tisch, wie er war; von da an geht die Partie nach den Regeln weiter.
adjust_asked = Wurde es trotzdem so gespielt?
adjust_otherwise = Oder war es etwas anderes?
adjust_none = Hier lässt sich der Tisch nicht korrigieren. Nimm die letzte Aktion zurück, oder korrigiere die falsche unter „Was geschah“.
adjust_record_page = Zur Aufzeichnung
adjust_reason = Was geschah
adjust_against = Gespielt gegen { $clause }.
adjust_record = So aufzeichnen
adjust_and_go_on = So aufzeichnen und dann das Abgelehnte
game_missing = Spiel nicht installiert
irregular = Gegen die Regeln
irregular_steps = Gegen die Regeln: { $steps }
# The replay
open_moves = Züge
close = Schließen
rounds = Runden
play = Abspielen
pause = Anhalten
speed = Tempo
speed_slow = langsam
speed_normal = normal
speed_fast = schnell
keys_help = Tasten
key_names = ← →|Bild↑, Bild↓|Pos1, Ende|p|?
key_step = einen Schritt zurück oder vor
key_part = eine Phase zurück oder vor
key_ends = erster oder letzter Schritt
key_play = abspielen oder anhalten
key_help = diese Liste
key_letters = Tasten mit einem Zeichen: p und ?
swipe = Auf einem Touchscreen wischst du über den Tisch.
chart = Punkte nach jedem Schritt
chart_all = Die ganze Partie zeigen
chart_secret = In dieser Ansicht sind die Punkte geheim.
chart_table = Als Tabelle
as_now = Wenn jetzt gezählt würde.
about_match = Über diese Partie
not_sent = Es wurde nicht gesendet. Was du geschrieben hast, ist noch da.
tie_now = Bei gleichen Punkten richtet sich der Platz danach: { $by }.
no_ranks = Niemand hat gewonnen, deshalb gibt es keine Plätze.
no_ranks_broken_off = Das Spiel wurde abgebrochen: Niemand hat gewonnen, und es gibt keine Plätze.
no_ranks_lost = Alle haben gemeinsam verloren: Es gibt keine Plätze.
no_ranks_told = In dieser Partie entscheiden die Punkte nicht, und niemand wurde als Sieger genannt: Es gibt keine Plätze.
scored_at_end = Dieses Spiel hat vor dem Ende keinen Punktestand.
tie_shared = { $names } teilen sich Platz { $rank }: Nichts entscheidet den Gleichstand.
tie_broken =
    { $n ->
        [one] Gleichstand bei { $score } Punkt, es entscheidet: { $by }.
       *[other] Gleichstand bei { $score } Punkten, es entscheidet: { $by }.
    }
change = Ändern
change_marks = Markierungen im Bild ändern
save = Speichern
delete = Löschen
add_sign = Ein Zeichen setzen
sign = Zeichen
add_mark = Im Bild markieren
mark_help = Tippe eine Stelle im Bild an, für einen Pfeil noch eine zweite, oder wähle hier.
mark_place = Stelle
mark_to = Pfeil nach
mark_no_arrow = kein Pfeil
colour = Farbe
colour_green = grün
colour_red = rot
colour_blue = blau
colour_yellow = gelb
vary = Von hier aus anders weiterspielen
variation_title = Titel
cut_last = Den letzten Zug zurücknehmen
share = Teilen
share_link = Link zu diesem Schritt
copy = Kopieren
copied = Kopiert
share_qr = QR-Code des Links
share_picture = Bild
share_download = Das Bild herunterladen (SVG)
share_wide = für einen breiten Bildschirm
share_tall = in einer Spalte
share_embed = In eine Webseite einbetten
share_embed_help = Dieser Code zeigt die Partie bei diesem Schritt, wie alle sie sehen dürfen.
open_in_partita = In Partita öffnen
share_private = Nicht alle dürfen diese Partie sehen: Der Link geht nur für die, die es dürfen, und in anderen Seiten erscheint nichts.
share_bgstats = BG Stats
share_bgstats_link = Diese Partie an BG Stats übergeben
share_bgstats_help = Die App zeigt die Partie und fragt, bevor sie sie behält. Im Link stehen die Namen aller, die mitgespielt haben. Züge, Korrekturen, Anmerkungen und Varianten bleiben hier.
second_record = Zweite Aufzeichnung
second_record_help = Jemand anderes kann dieselbe Partie mit dem eigenen Telefon aufzeichnen, und keiner sieht, was der andere schreibt. Sind beide Aufzeichnungen zu Ende, werden sie verglichen, und jeder Unterschied wird entschieden.
second_record_dealt = In dieser Partie teilt der Dienst die Karten aus: Es gibt keinen Tisch, den jemand anderes aufzeichnen könnte.
second_record_itself = Das ist keine eigene Partie, sondern eine zweite Aufzeichnung oder eine Variante.
compare_records = Beide Aufzeichnungen vergleichen
comparison = Vergleich
this_record = Diese Aufzeichnung
other_record = Die andere Aufzeichnung
nothing_there = nichts
alike_actions = { $n ->
    [0] Kein Zug ist in beiden gleich.
    [one] Ein Zug ist in beiden gleich.
   *[other] { $n } Züge sind in beiden gleich.
}
differences = Unterschiede
difference_replaced = Nicht gleich
difference_omitted = Nur in dieser Aufzeichnung
difference_inserted = Nur in der anderen Aufzeichnung
difference_exchanged = In anderer Reihenfolge
no_differences = Es gibt keinen Unterschied.
more_differences =
    { $n ->
        [one] Ein weiterer Unterschied wird gezeigt, sobald diese entschieden sind.
       *[other] { $n } weitere Unterschiede werden gezeigt, sobald diese entschieden sind.
    }
this_is_right = Diese Aufzeichnung stimmt
second_is_right = Die zweite Aufzeichnung stimmt
other_is_right = Die andere Aufzeichnung stimmt
side_refused = Nach dieser Korrektur wäre ein späterer Zug nicht mehr möglich:
thinking_time = Verbrauchte Bedenkzeit
thinking_total = Insgesamt
thinking_mean = Je Zug
thinking_longest = Längster Zug
thinking_help = Nach den angegebenen Zeiten; Pausen zählen mit.

## Results

result = Ergebnis
result_provisional = Noch nicht bestätigt
result_disputed = Angefochten
result_sealed = Versiegelt
result_is =
    Ergebnis: { $status ->
        [provisional] noch nicht bestätigt
        [disputed] angefochten
       *[sealed] versiegelt
    }
result_help_provisional = Sobald alle Plätze es bestätigt haben, ist es versiegelt, und nur ein Schiedsrichter kann es ändern. Eine Korrektur macht frühere Bestätigungen ungültig.
result_help_disputed = Es wird erst versiegelt, wenn der Einspruch zurückgezogen oder von einem Schiedsrichter entschieden ist.
result_help_sealed = Nur ein Schiedsrichter kann diese Partie ändern und nennt dafür einen Grund.
sealed_by_confirmations = von allen bestätigt
sealed_by_time = rechtzeitig von niemandem angefochten
sealed_by_arbiter = durch einen Schiedsrichter
result_says = Wer es bestätigt hat
result_confirmed = bestätigt
result_imported = laut importierter Aufzeichnung
result_open = noch nicht bestätigt
result_disputes = bei Schritt { $step } angefochten
result_reason = Grund von { $name }: „{ $reason }“
result_confirm = Ergebnis bestätigen
result_dispute = Ergebnis anfechten
result_withdraw = Einspruch zurückziehen
result_pin_of = PIN von { $name }
result_needs_pin = PIN für { $name } setzen, um auf diesem Gerät zu bestätigen
result_wrong_step = Falsch aufgezeichneter Schritt
result_comment = Was dort falsch ist
result_decision = Entscheidung mit Begründung
result_decide = Einspruch entscheiden
result_seal_reason = Warum es ohne alle Bestätigungen versiegelt wird
result_seal = Ergebnis versiegeln
result_change = Diese Partie ändern
result_wrong_pin = Diese PIN stimmt nicht.
result_overtaken = Das Ergebnis hat sich inzwischen geändert. So ist es jetzt.
ruling = Warum diese versiegelte Partie geändert wird
changes = Änderungen durch Schiedsrichter
change_open = Die Partie geht nach dieser Änderung weiter.
change_status = Status
change_reason = Warum sie beendet wurde
change_seats = Plätze
change_actions = Züge
change_identifications = Nachträglich bestimmte Karten
change_standings = Punkte
change_played_on = Datum
change_place = Ort
change_note = Notiz
change_tags = Schlagwörter
change_visibility = Sichtbar für
change_counted = Zählt
change_undo = Zurücknehmen durch Plätze
change_ordinal = Reihenfolge am Tag
undo_guarded = der letzte Zug
undo_free = alles
yes = ja
no = nein
set_pin = PIN setzen
pin_title = PIN von { $name }
pin_help = Vier Ziffern, mit denen diese Person Ergebnisse auf dem Telefon der aufzeichnenden Person bestätigt. Sie tippt sie selbst ein. Niemand kann sie später lesen.
pin_old = Bisherige PIN
pin_new = Neue PIN, vier Ziffern
pin_change = PIN ändern
pin_is_four_digits = Eine PIN hat vier Ziffern.
consent = Zustimmung zur Forschung
consent_title = { $name } und die Forschung
consent_help = Partien können als Datensatz an die Forschung gegeben werden, unter der Lizenz CC BY 4.0. Eine Partie ist nur dann dabei, wenn alle zugestimmt haben, die darin mitgespielt haben.
consent_hidden = Der Datensatz enthält keine Namen, Orte, Notizen und kein genaues Datum; jede Person bekommt einen Code, der ohne einen geheimen Schlüssel nicht zu ihr führt. Was weitergegeben ist, lässt sich nicht zurückholen; ein Widerruf gilt für jeden späteren Datensatz.
consent_given = { $name } stimmt zu.
consent_missing = { $name } hat nicht zugestimmt.
consent_agree = Eintragen, dass { $name } zustimmt
consent_withdraw = Eintragen, dass { $name } widerruft
filter_sealed = Versiegeltes Ergebnis
filter_irregular = Gegen die Regeln
series_regular = Nur Partien zählen, die durchweg nach den Regeln gespielt wurden
series_seal_needed = Nur Partien mit versiegeltem Ergebnis zählen
series_seals_after = Stunden, nach denen ein nicht angefochtenes Ergebnis von selbst versiegelt wird (leer: nie)
series_seals_by_itself = Nicht angefochtene Ergebnisse werden nach { $n } h von selbst versiegelt.
series_matches =
    { $all ->
        [one] { $n } von { $all }{ "\u00A0" }Partie aufgezeichnet
       *[other] { $n } von { $all }{ "\u00A0" }Partien aufgezeichnet
    }
series_results = Was die Serie von Ergebnissen verlangt
series_arbiters = Wer über ihre Partien entscheidet (nichts angekreuzt: jeder Schiedsrichter)
series_arbiters_named = Benannte Schiedsrichter: { $n }.

## Subjects

subjects = Was gespielt wurde
find_subject = Ein Spiel oder einen Titel suchen
no_subject_found = Unter diesem Namen wurde nichts gespielt.
all_subjects = Alles zeigen, was gespielt wurde
subjects_public = Gezeigt wird, was in öffentlichen Partien gespielt wurde; wer sich anmeldet, sieht alles.
subjects_help = Ein Punktezettel passt zu jedem Spiel: Zettel mit demselben Titel zählen zusammen und stehen hier.
recorded_by = Aufgezeichnet mit
last_played = Zuletzt gespielt
untitled_matches = Beendet, ohne Titel
untitled_of = { $game } ohne Titel
merged_titles = Andere Titel, die hier zählen
change_subject = Diesen Titel ändern
rename_subject = Umbenennen
rename_subject_help = Listen und Seiten zeigen den neuen Namen; die Zettel bleiben, wie sie geschrieben wurden.
merge_subject = Mit einem anderen Titel zusammenführen
merge_subject_title = Welcher Titel ist dasselbe Spiel wie { $name }?
merge_subject_choose = Wähle einen Titel; du siehst, was sich ändert, bevor es geschieht. Die Partien von { $name } zählen dann für den gewählten Titel, und der Name dieses Titels bleibt.
merge_subject_help =
    { $n ->
        [one] Die Partie von { $name } zählt in Statistik, Ranglisten und Wertungszahlen für { $other }. Das lässt sich auf der Seite von { $other } rückgängig machen.
       *[other] Die { $n } Partien von { $name } zählen in Statistik, Ranglisten und Wertungszahlen für { $other }. Das lässt sich auf der Seite von { $other } rückgängig machen.
    }
merge_subject_sure = Sie sind ein und dasselbe Spiel
undo_subject_merge_help = Der Titel zählt wieder für sich, mit diesen Partien und mit allem, was vorher mit ihm zusammengeführt wurde.
undo_subject_merge_sure = Es sind zwei Spiele
filter_subject = Titel
all_titles = Alle { $n } Spiele und Titel

## Importe

imports = Importe
import_one = Import
import_link = Datei aus einem anderen Programm importieren
import_file = Datei
import_choose_file = Datei wählen
import_help = Ein Export von BG Stats (JSON), Partien von BoardGameGeek (XML), Schachpartien (PGN) oder eine Tabelle (CSV), bis { $n } MB. Bevor etwas importiert wird, steht hier, was geschehen wird.
import_source = Woher sie stammt (optional)
import_source_help = Ein eigener Name, etwa „Vereinstabelle“. Unter demselben Namen werden Partien, die schon hier sind, beim nächsten Mal wiedererkannt.
import_look = Zeigen, was geschehen wird
imports_before = Bisherige Importe
imports_none = Noch wurde nichts importiert.
import_date = Begonnen
import_matches = Importiert
import_fault_409 = Diese Datei kann gerade nicht angenommen werden.
import_fault_413 = Diese Datei ist zu groß.
import_fault_422 = Aus dieser Datei lässt sich nichts importieren.
import_fault_503 = Gerade ist kein Platz für eine weitere Datei.
import_state_planning = wird gelesen
import_state_planned = bereit zum Import
import_state_asking = fragt, wer wer ist
import_state_unreadable = nicht lesbar
import_state_running = wird importiert
import_state_stopped = angehalten
import_state_done = importiert
import_state_taking_back = wird zurückgenommen
import_state_taken_back = zurückgenommen
import_unreadable = Die Datei lässt sich nicht weiterlesen
import_line = Zeile{ "\u00A0" }{ $n }
import_line_and_column = Zeile{ "\u00A0" }{ $n }, Spalte{ "\u00A0" }{ $column }
import_progress = Fortschritt
import_look_again = Noch einmal nachsehen
import_stop = Anhalten
import_done = Was importiert wurde
import_done_new = importiert
import_done_changed = korrigiert
import_done_known = schon vorhanden
import_done_removed = hier zuvor gelöscht
import_done_refused = abgelehnt
import_another = Weitere Datei importieren
import_plan = Was geschehen wird
import_dates = Gespielt zwischen { $first } und { $last }
import_fate_new = neu
import_fate_changed = zu korrigieren
import_fate_known = schon vorhanden
import_fate_removed = hier gelöscht
import_fate_refused = abgelehnt
import_why_refused = Warum abgelehnt
import_more =
    { $n ->
        [one] und eine weitere
       *[other] und { $n } weitere
    }
import_sealed =
    { $n ->
        [one] Eine Partie bleibt, weil ihr Ergebnis versiegelt ist.
       *[other] { $n } Partien bleiben, weil ihre Ergebnisse versiegelt sind.
    }
import_unreadable_scores =
    { $n ->
        [one] Ein Punktestand ist keine Zahl; er bleibt, wie er geschrieben ist, und zählt nicht.
       *[other] { $n } Punktestände sind keine Zahlen; sie bleiben, wie sie geschrieben sind, und zählen nicht.
    }
import_broken = Nur ihr Anfang ist lesbar; was folgt, wird ein Kommentar
import_losses = Nicht importiert:
import_loss_pictures = Bilder
import_loss_ratings = Bewertungen
import_loss_score_sheets = unlesbare Punktezettel
import_loss_challenges = Herausforderungen
import_loss_groups = Gruppen
import_loss_headers = Kopfzeilen von Partien, für die kein Platz ist
import_loss_comments = Kommentare, für die kein Platz ist
import_loss_characters = Partien mit Zeichen, die nicht in Texten stehen können
import_loss_escaped_lines = auskommentierte Zeilen
import_unsure =
    { $n ->
        [one] Wer ist das?
       *[other] Wer sind sie?
    }
import_unsure_help =
    { $n ->
        [one] Ein Name gehört mehreren Personen. Die Antwort wird für das nächste Mal gemerkt.
       *[other] { $n } Namen gehören mehreren Personen. Die Antworten werden für das nächste Mal gemerkt.
    }
import_choose = Bitte auswählen
import_nameless = jemand, dessen Name gelöscht wurde
import_somebody_new = jemand Neues
import_answer =
    { $n ->
        [one] Antwort speichern
       *[other] Antworten speichern
    }
import_save_people = Diese Personen speichern
import_first_answer =
    { $n ->
        [one] Der Import lässt sich starten, sobald du gesagt hast, wer das ist.
       *[other] Der Import lässt sich starten, sobald du gesagt hast, wer sie sind.
    }
import_run = Importieren
import_go_on = Weiter importieren
import_people = Personen
import_in_file = In der Datei
import_here = Hier
import_again = Stimmt etwas nicht?
import_which_columns = Sagen, welche Spalte was enthält
import_columns_help = Schreib zu jedem Feld die Überschrift der Spalte, wie sie in der ersten Zeile der Datei steht. Was leer bleibt, wird erraten.
import_columns_choose = Wähle zu jedem Feld die Spalte der Datei. Was nicht gewählt ist, wird erraten.
import_column_guessed = Erraten
import_column_date = Datum
import_column_title = Titel
import_column_players = Spieler
import_column_scores = Punkte
import_column_winners = Sieger
import_column_place = Ort
import_column_minutes = Minuten
import_column_note = Notiz
import_column_id = ID
import_replan = Datei noch einmal lesen
import_discard_help = Wird die Datei nicht gebraucht?
import_discard = Datei löschen
import_take_back = Zurücknehmen
import_take_back_help =
    { $n ->
        [one] Die Partie, die daraus entstand, wird gelöscht, dazu Personen, die nur dadurch bekannt wurden. Das lässt sich nicht rückgängig machen, aber die Datei kann wieder importiert werden.
       *[other] Alle { $n } Partien, die daraus entstanden, werden gelöscht, dazu Personen, die nur dadurch bekannt wurden. Das lässt sich nicht rückgängig machen, aber die Datei kann wieder importiert werden.
    }
import_take_back_sure = Dieser Import soll zurückgenommen werden
import_take_back_do = Endgültig zurücknehmen
