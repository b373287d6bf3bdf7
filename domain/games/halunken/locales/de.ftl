# Halunken und Spelunken

## Karten

colour =
    { $colour ->
        [red] Rot
        [violet] Violett
        [green] Grün
       *[yellow] Gelb
    }
rogue =
    { $colour ->
        [red] die rote { $worth }
        [violet] die violette { $worth }
        [green] die grüne { $worth }
       *[yellow] die gelbe { $worth }
    }
rogue_short = { colour } { $worth }
card =
    { $card ->
        [rum] Rum
       *[other] { $card }
    }
picked_card =
    { $card ->
        [rum] den Rum
       *[other] die { $card }
    }

## Was geschieht

place_captain = { $name } stellt den Kapitän vor Spelunke { $tavern }.
drawn = { $name } nimmt { rogue } als ersten Halunken.
revealed =
    { $n ->
        [one] Aufgedeckt: { $cards }.
       *[other] Aufgedeckt: { $cards }.
    }
revealed_at = { rogue } an Spelunke { $tavern }
place_black_jack = { $name } stellt Black Jack vor Spelunke { $tavern }.
bid = { $name } bietet { rogue }.
pass = { $name } passt.
auto_pass = { $name } hat keinen Halunken zum Bieten.
paid = { $name } zahlt { rogue } an den Hafen und führt Black Jack.
unbribed = Niemand hat Black Jack bestochen.
choose = { $name } wählt { picked_card }.
choose_two = { $name } wählt { picked_card } und für Black Jack { $black_jack }.
choose_hidden = { $name } hat eine Karte gewählt.
choose_two_hidden = { $name } hat eine Karte gewählt und eine für Black Jack.
shown = Die Karten werden aufgedeckt: { $cards }.
shown_card = { $name } { picked_card }
stay =
    { $n ->
        [one] Gleiche Karten heben sich auf: { $names } bleibt stehen.
       *[other] Gleiche Karten heben sich auf: { $names } bleiben stehen.
    }
name_rum = { $name } nennt für den Rum die { $value }.
name_black_jacks_rum = { $name } nennt für Black Jacks Rum die { $value }.
took = { $name } nimmt { rogue }.
took_for = Black Jack nimmt { rogue } für { $name }.
took_for_harbour = Black Jack bringt { rogue } in den Hafen.
moved = { $name } zieht zu Spelunke { $to }.
met = { $name } zieht zu Spelunke { $to }, wo { $met } steht.
steal = { $name } stiehlt { $victim } { rogue }.
steal_harbour = { $name } nimmt { rogue } aus dem Hafen.
pushed = Der Kapitän von { $name } wird zu Spelunke { $to } weitergeschoben.
displace = { $name } versetzt Black Jack zu Spelunke { $to }.
turn_black_jack =
    { $card ->
        [rum] Black Jacks Karte ist der Rum.
       *[other] Black Jacks Karte ist die { $card }.
    }
black_jack = Black Jack zieht zu Spelunke { $to }.
black_jack_past = Black Jack zieht an { $names } vorbei zu Spelunke { $to }.
surrender = { $name } verliert { rogue } an den Hafen.
spared = Black Jack lässt { $name } in Ruhe.
round_begins = Runde { $n } beginnt.
round_auction = Runde { $n } beginnt; { $name } eröffnet die Versteigerung.
ended = Die achte Runde ist vorbei, und mit ihr die Partie.

## Was gegen die Regeln gespielt wurde und gilt

spot =
    { $spot ->
        [harbour] der Hafen
        [tavern] Spelunke { $tavern }
       *[crew] { $name }
    }
from_spot =
    { $spot ->
        [harbour] aus dem Hafen
        [tavern] von Spelunke { $tavern }
       *[crew] von { $name }
    }
to_spot =
    { $spot ->
        [harbour] in den Hafen
        [tavern] an Spelunke { $tavern }
       *[crew] zu { $name }
    }
adjusted_rogue = { rogue } kommt { $origin } { $to }.
adjusted_piece =
    { $piece ->
        [black_jack] Black Jack steht vor Spelunke { $to }, nicht { $origin }.
       *[captain] Der Kapitän von { $name } steht vor Spelunke { $to }, nicht { $origin }.
    }
adjusted_used = Von { $name } gilt als gespielt: { card }.
adjusted_unused = Von { $name } gilt als nicht gespielt: { card }.
adjusted_turn = { $name } ist an der Reihe.

## Was anders liegen kann

piece =
    { $piece ->
        [black_jack] Black Jack
       *[captain] { $name }
    }
adjust_turn = Ändere, wer am Zug ist
adjust_rogue = Lege einen Halunken um
adjust_piece = Versetze einen Kapitän oder Black Jack
adjust_used = Eine Bewegungskarte gilt als gespielt
adjust_unused = Eine Bewegungskarte gilt als nicht gespielt
question_turn = Wer ist am Zug?
question_whence = Von wo?
question_piece = Wessen Figur?
question_whose_card = Wessen Karte?
question_spot = Wohin?

## Was man wählen kann

verb_place_captain = Stelle den Kapitän auf
verb_place_black_jack = Stelle Black Jack auf
verb_bid = Biete einen Halunken
verb_pass = Passe
verb_choose = Wähle eine Bewegungskarte
verb_name_rum = Nenne einen Wert für den Rum
verb_steal = Stiehl einen Halunken
verb_displace = Versetze Black Jack
verb_surrender = Gib einen Halunken ab
verb_reveal =
    { $n ->
        [one] Decke den Halunken auf
       *[other] Decke die Halunken auf
    }
verb_turn_black_jack = Decke Black Jacks Karte auf
question_tavern = Vor welche Spelunke?
question_rogue = Welcher Halunke?
question_from = Bei wem?
question_card = Welche Karte?
question_black_jack = Welche Karte für Black Jack?
question_value = Wie viele Felder?
question_direction = In welche Richtung?
question_reveal = Welcher Halunke liegt an Spelunke { $tavern }?
at_tavern = Spelunke { $tavern }
from_harbour = im Hafen
way_clockwise = im Uhrzeigersinn
way_counterclockwise = gegen den Uhrzeigersinn

## Phasen

phase_set_up = Die Vorbereitung
phase_auction = Die Versteigerung von Black Jack
phase_choose = Die Wahl der Bewegungskarten
phase_move = Die Bewegung

## Optionen

option_mode = Variante
option_mode_standard = Mit Black Jack
option_mode_two_players = Zu zweit
option_mode_introductory = Einführungsspiel
option_dealing_table = Eure eigenen Karten: Jede aufgedeckte Karte wird aufgezeichnet.
option_dealing_server = Ohne Karten: Der Server mischt sie und deckt sie auf.

## Statistik

figure_rogues_collected = Gesammelte Halunken
figure_thefts = Diebstähle
figure_thefts_suffered = Erlittene Diebstähle
figure_harbour_rogues = Halunken aus dem Hafen
figure_rogues_surrendered = Abgegebene Halunken
figure_cards_cancelled = Aufgehobene Karten
figure_pushes_suffered = Weitergeschoben
figure_bids = Gebote
figure_auctions_won = Gewonnene Versteigerungen
figure_value_paid = Für Black Jack gezahlter Wert
