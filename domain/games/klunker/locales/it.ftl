# Klunker

## Gioielli

jewel =
    { $jewel ->
        [tongue_piercing] piercing
        [earrings] orecchini
        [gold_teeth] denti d’oro
        [shoes] scarpe
        [tiara] diadema
        [monocle] monocolo
        [necklace] collana
        [hidden] coperta
       *[unknown] ignota
    }
one_jewel =
    { $jewel ->
        [tongue_piercing] un piercing
        [earrings] orecchini
        [gold_teeth] denti d’oro
        [shoes] scarpe
        [tiara] un diadema
        [monocle] un monocolo
        [necklace] una collana
        [hidden] una carta coperta
       *[unknown] una carta ignota
    }
many_jewels =
    { $jewel ->
        [tongue_piercing] piercing
        [earrings] orecchini
        [gold_teeth] denti d’oro
        [shoes] scarpe
        [tiara] diademi
        [monocle] monocoli
        [necklace] collane
        [hidden] carte coperte
       *[unknown] carte ignote
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

## Che cosa succede

deals = Si distribuiscono le carte.
gets = { $name } riceve { $jewels }.
gets_hidden =
    { $n ->
        [one] { $name } riceve { $n } carta.
       *[other] { $name } riceve { $n } carte.
    }
stocks = { $name } espone in vetrina: { $jewels }.
stocks_nothing = { $name } lascia la vetrina com’è.
stores = { $name } mette in cassaforte { one_jewel }.
passes = { $name } passa.
takes_own = { $name } ritira la propria vetrina.
buys = { $name } compra la vetrina di { $owner } per 1 banconota.
declines = { $name } non compra nulla.
chooses_set = { $name } sceglie che cosa vendere.
sells =
    { $n ->
        [one] { $name } vende quattro { many_jewels } per { $n } banconota.
       *[other] { $name } vende quattro { many_jewels } per { $n } banconote.
    }
has_card = { $name } ha la carta acquisto { $n }.
takes_card = { $name } non ha più carte e prende la carta acquisto { $n }.
cant_buy = { $name } non può comprare nulla.
to_name =
    { INITIAL($name) ->
        [a] ad
       *[other] a
    } { $name }
round_ends = Il turno finisce; la carta di giocatore iniziale va { to_name }.
deck_ends = Il mazzo non basta per tutte le mani: la partita è finita.

## Che cosa si può scegliere

verb_stock = Allestisci la vetrina
verb_store = Metti una carta in cassaforte
verb_pass = Passa
verb_buy = Compra una vetrina
verb_decline = Non comprare nulla
verb_sell = Vendi una serie
verb_deal = Distribuisci le carte
question_stock = Quali carte vanno in vetrina?
question_store = Quale carta va in cassaforte?
question_buy = La vetrina di chi?
question_sell = Quale serie si vende per prima?
question_hand = Che cosa riceve { $name }?
fewer_cards = chi ha meno carte in cassaforte e vetrina

## Ciò che si è fatto contro le regole, e vale

from_place =
    { $place ->
        [hand] Dalla mano di { $name }
        [showcase] Dalla vetrina di { $name }
        [safe] Dalla cassaforte di { $name }
        [bank] Dalla banca di { $name }
        [deck] Dal mazzo
       *[out_of_game] Da fuori gioco
    }
to_place =
    { $place ->
        [hand] alla mano di { $name }
        [showcase] alla vetrina di { $name }
        [safe] alla cassaforte di { $name }
        [bank] alla banca di { $name }
        [deck] al mazzo
       *[out_of_game] fuori gioco
    }
cards_moved = { $from } { $to }: { $what }.
cards_face_down =
    { $n ->
        [one] { $n } carta coperta
       *[other] { $n } carte coperte
    }
turn_changed = Tocca { to_name }.
start_card_moved = { $name } ha la carta di giocatore iniziale.
adjust_cards = Sposta carte
adjust_face_down = Sposta carte coperte, come le banconote
adjust_turn = Cambia a chi tocca
adjust_start_card = Sposta la carta di giocatore iniziale
question_from = Da dove vengono le carte?
question_to = Dove vanno?
question_cards = Quali carte?
question_how_many = Quante carte?
question_turn = A chi tocca?
question_start_card = Chi ha la carta di giocatore iniziale?

## Fasi

phase_deal = La distribuzione
phase_stock = Si allestiscono le vetrine
phase_store = Si mette in cassaforte
phase_buy = Si compra dalle vetrine

## Opzioni

option_dealing_secret = Le vostre carte, mani segrete: una carta si registra quando viene mostrata.
option_dealing_open = Le vostre carte, tutte registrate: chi registra inserisce ogni mano distribuita.
option_dealing_server = Senza carte: il servizio mescola e distribuisce, e ognuno usa il proprio telefono.

## Statistiche

figure_sets_sold = Serie vendute
figure_notes_from_sets = Banconote dalle serie
figure_showcases_bought = Vetrine comprate
figure_notes_paid = Banconote pagate per vetrine
figure_notes_received = Banconote per la propria vetrina
figure_own_showcases = Vetrine proprie ritirate
figure_showcases_taken = Vetrine prese
figure_cards_taken = Carte dalle vetrine
figure_cards_stored = Carte messe in cassaforte
figure_first_choices = Prime scelte
figure_declines = Acquisti rifiutati

## Identifying unknown cards

question_unknown =
    { $n ->
        [one] Qual era la carta ignota di { $name }?
       *[other] Quali c’erano fra le { $n } carte ignote di { $name }?
    }
