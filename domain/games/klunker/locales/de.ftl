# Klunker

## Schmuck

jewel =
    { $jewel ->
        [tongue_piercing] Zungenpiercing
        [earrings] Ohrringe
        [gold_teeth] Goldzähne
        [shoes] Schuhe
        [tiara] Diadem
        [monocle] Monokel
        [necklace] Halskette
        [hidden] verdeckt
       *[unknown] unbekannt
    }
one_jewel =
    { $jewel ->
        [tongue_piercing] ein Zungenpiercing
        [earrings] Ohrringe
        [gold_teeth] Goldzähne
        [shoes] Schuhe
        [tiara] ein Diadem
        [monocle] ein Monokel
        [necklace] eine Halskette
        [hidden] eine verdeckte Karte
       *[unknown] eine unbekannte Karte
    }
many_jewels =
    { $jewel ->
        [tongue_piercing] Zungenpiercings
        [earrings] Ohrringe
        [gold_teeth] Goldzähne
        [shoes] Schuhe
        [tiara] Diademe
        [monocle] Monokel
        [necklace] Halsketten
        [hidden] verdeckte Karten
       *[unknown] unbekannte Karten
    }
several_jewels =
    { $jewel ->
        [hidden] { $n } { many_jewels }
        [unknown] { $n } { many_jewels }
       *[other] { $n }× { jewel }
    }
jewels =
    { $n ->
        [1] { one_jewel }
       *[other] { several_jewels }
    }

## Was geschieht

deals = Karten werden ausgeteilt.
gets = { $name } bekommt { $jewels }.
gets_hidden =
    { $n ->
        [one] { $name } bekommt { $n } Karte.
       *[other] { $name } bekommt { $n } Karten.
    }
stocks = { $name } legt ins Schaufenster: { $jewels }.
stocks_nothing = { $name } lässt das Schaufenster, wie es ist.
stores = { $name } legt { one_jewel } in den Tresor.
passes = { $name } passt.
takes_own = { $name } nimmt das eigene Schaufenster zurück.
buys = { $name } kauft das Schaufenster von { $owner } für 1 Geldschein.
declines = { $name } kauft nichts.
chooses_set = { $name } wählt, was verkauft wird.
sells =
    { $n ->
        [one] { $name } verkauft vier { many_jewels } für { $n } Geldschein.
       *[other] { $name } verkauft vier { many_jewels } für { $n } Geldscheine.
    }
has_card = { $name } hat Kaufkarte { $n }.
takes_card = { $name } hat keine Karten mehr und nimmt Kaufkarte { $n }.
cant_buy = { $name } kann nichts kaufen.
round_ends = Die Runde endet; { $name } hat die Startspielerkarte.
deck_ends = Der Stapel reicht nicht mehr für alle Hände: Die Partie ist zu Ende.

## Was man wählen kann

verb_stock = Fülle das Schaufenster
verb_store = Lege eine Karte in den Tresor
verb_pass = Passe
verb_buy = Kaufe ein Schaufenster
verb_decline = Kaufe nichts
verb_sell = Verkaufe einen Satz
verb_deal = Teile die Karten aus
question_stock = Welche Karten kommen ins Schaufenster?
question_store = Welche Karte kommt in den Tresor?
question_buy = Wessen Schaufenster?
question_sell = Welcher Satz wird als Nächstes verkauft?
question_hand = Was bekommt { $name }?
fewer_cards = weniger Karten in Tresor und Schaufenster

## Was gegen die Regeln geschah und gilt

from_place =
    { $place ->
        [hand] Aus der Hand von { $name }
        [showcase] Aus dem Schaufenster von { $name }
        [safe] Aus dem Tresor von { $name }
        [bank] Aus der Bank von { $name }
        [deck] Vom Stapel
       *[out_of_game] Von außerhalb des Spiels
    }
to_place =
    { $place ->
        [hand] in die Hand von { $name }
        [showcase] ins Schaufenster von { $name }
        [safe] in den Tresor von { $name }
        [bank] in die Bank von { $name }
        [deck] auf den Stapel
       *[out_of_game] aus dem Spiel
    }
cards_moved = { $from } { $to }: { $what }.
cards_face_down =
    { $n ->
        [one] { $n } verdeckte Karte
       *[other] { $n } verdeckte Karten
    }
turn_changed = { $name } ist an der Reihe.
start_card_moved = { $name } hat die Startspielerkarte.
adjust_cards = Lege Karten um
adjust_face_down = Lege verdeckte Karten um, etwa Geldscheine
adjust_turn = Ändere, wer am Zug ist
adjust_start_card = Gib die Startspielerkarte weiter
question_from = Woher kommen die Karten?
question_to = Wohin kommen sie?
question_cards = Welche Karten?
question_how_many = Wie viele Karten?
question_turn = Wer ist am Zug?
question_start_card = Wer hat die Startspielerkarte?

## Phasen

phase_deal = Das Austeilen
phase_stock = Das Füllen der Schaufenster
phase_store = Das Füllen der Tresore
phase_buy = Der Kauf aus den Schaufenstern

## Optionen

option_dealing_secret = Eure eigenen Karten, Hände geheim: Eine Karte wird aufgezeichnet, wenn sie gezeigt wird.
option_dealing_open = Eure eigenen Karten, alle aufgezeichnet: Wer aufzeichnet, gibt jede ausgeteilte Hand ein.
option_dealing_server = Ohne Karten: Der Server mischt und teilt aus, und alle haben ein Telefon.

## Statistik

figure_sets_sold = Verkaufte Sätze
figure_notes_from_sets = Geldscheine aus Sätzen
figure_showcases_bought = Gekaufte Schaufenster
figure_notes_paid = Für Schaufenster bezahlte Geldscheine
figure_notes_received = Geldscheine für das eigene Schaufenster
figure_own_showcases = Eigene Schaufenster genommen
figure_showcases_taken = Genommene Schaufenster
figure_cards_taken = Karten aus Schaufenstern
figure_cards_stored = Karten in den Tresor gelegt
figure_first_choices = Als Erster gewählt
figure_declines = Verzichte auf einen Kauf

## Identifying unknown cards

question_unknown =
    { $n ->
        [one] Welche war die unbekannte Karte von { $name }?
       *[other] Welche waren unter den { $n } unbekannten Karten von { $name }?
    }
