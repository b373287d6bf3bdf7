# Bilder: Halunken

## Was gerade geschieht

now_place_captain = die Kapitäne werden aufgestellt
now_draw = der erste Halunke wird angesehen
now_open = die obersten Halunken werden aufgedeckt
now_place_black_jack = Black Jack wird aufgestellt
now_between_rounds = die nächste Runde beginnt gleich
now_bidding = die Versteigerung von Black Jack
now_auction = die Versteigerung von Black Jack
now_choose = Bewegungskarten werden gewählt
now_shown = die Bewegungskarten liegen offen
now_turn_black_jack = Black Jacks Karte wird aufgedeckt
now_name_rum = für den Rum wird ein Wert genannt
now_move = die Figuren ziehen
now_arrive = eine Figur hat eine andere getroffen
now_overtake = Black Jack beraubt, wen er überholt hat
now_steal = ein Halunke wird gestohlen
now_surrender = ein Halunke geht in den Hafen
now_make_room = wer getroffen wurde, macht Platz
now_turn_up =
    { $n ->
        [one] ein Halunke wird an Spelunke { $taverns } aufgedeckt
       *[other] Halunken werden an den Spelunken { $taverns } aufgedeckt
    }
now_displace = Black Jack wird versetzt
now_finished = das Ende

## Auf dem Tisch

set_up = Vorbereitung: { $phase }
round = Runde { $n } von { $rounds }: { $phase }
board = Die Spelunken, im Uhrzeigersinn, und der Hafen
harbour = Hafen
nothing = leer
tavern = Spelunke { $n }
space = Feld von Spelunke { $n }
tavern_told = Spelunke { $n }: { $open }; { $below }.
open_none = kein offener Halunke
crew = Mannschaft
cards = Karten
picked = gewählt
rum_is = Rum gilt als { $n }
to_move = Es ziehen:
spaces = { $name } { $n }
to_move_told = Es ziehen noch: { $moves }.
rum_told = Der Rum gilt als { $n }.
harbour_told = Im Hafen: { $rogues }.
seat_told = { $name }: { $score }; Kapitän: { $where }; Mannschaft: { $crew }; übrige Bewegungskarten: { $cards }; gespielt: { $played }.
picked_told = { $name } hat eine Bewegungskarte gewählt.
picked_card_told = { $name } hat die Bewegungskarte { $card } gewählt.
doubled_told = Für { $name } zählt { $colour } doppelt.
off_board = noch nicht im Spiel
none = keine
doubled = { $colour } zählt doppelt
double = doppelt
black_jack = Black Jack
controlled = { $name } führt ihn
uncontrolled = niemand führt ihn
opened = eröffnet: { $name }
bids = { $name } bietet { $rogue }
passed = raus: { $names }
bj_told = Black Jack: { $where }; übrige Karten: { $cards }; gebrauchte: { $turned }.
bj_picked = für ihn ist eine Karte gewählt
legend = Die Farben der Halunken, bei Gleichstand von der höchsten zur niedrigsten
face_down = { $n } verdeckt
tavern_met =
    { $pieces ->
        [one] Spelunke { $n }: { $open }; { $below }; dort steht { $name }.
       *[other] Spelunke { $n }: { $open }; { $below }; dort stehen { $name }.
    }
double_told = ×2: Halunken dieser Farbe zählen doppelt.
