# Halunken und Spelunken

## Carte

colour =
    { $colour ->
        [red] rosso
        [violet] viola
        [green] verde
       *[yellow] giallo
    }
rogue =
    { $worth ->
        [1] l’{ $worth } { colour }
        [8] l’{ $worth } { colour }
        [11] l’{ $worth } { colour }
       *[other] il { $worth } { colour }
    }
rogue_short = { $worth } { colour }
card =
    { $card ->
        [rum] Rum
       *[other] { $card }
    }
picked_card =
    { $card ->
        [rum] il Rum
       *[other] la carta { $card }
    }
the_card =
    { $card ->
        [rum] il Rum
        [1] l’{ $card }
        [8] l’{ $card }
        [11] l’{ $card }
       *[other] il { $card }
    }

## Che cosa succede

place_captain = { $name } mette il capitano davanti alla taverna { $tavern }.
drawn = { $name } prende { rogue } come primo furfante.
revealed =
    { $n ->
        [one] Si scopre: { $cards }.
       *[other] Si scoprono: { $cards }.
    }
revealed_at = { rogue } alla taverna { $tavern }
place_black_jack = { $name } mette Black Jack davanti alla taverna { $tavern }.
bid = { $name } offre { rogue }.
pass = { $name } passa.
auto_pass = { $name } non ha furfanti da offrire.
paid = { $name } paga { rogue } al porto e controlla Black Jack.
unbribed = Nessuno ha corrotto Black Jack.
choose = { $name } sceglie { picked_card }.
choose_two = { $name } sceglie { picked_card }, e { $black_jack } per Black Jack.
choose_hidden = { $name } ha scelto una carta.
choose_two_hidden = { $name } ha scelto una carta, e una per Black Jack.
shown = Si scoprono le carte: { $cards }.
shown_card = { $name } { the_card }
stay =
    { $n ->
        [one] Le carte uguali si annullano: { $names } non si muove.
       *[other] Le carte uguali si annullano: { $names } non si muovono.
    }
name_rum = { $name } dichiara { $value } per il Rum.
name_black_jacks_rum = { $name } dichiara { $value } per il Rum di Black Jack.
took = { $name } prende { rogue }.
took_for = Black Jack prende { rogue } per { $name }.
took_for_harbour = Black Jack porta { rogue } al porto.
moved = { $name } va alla taverna { $to }.
met = { $name } va alla taverna { $to }, dove c’è { $met }.
to_victim =
    { INITIAL($victim) ->
        [a] ad
       *[other] a
    } { $victim }
steal = { $name } ruba { rogue } { to_victim }.
steal_harbour = { $name } prende { rogue } dal porto.
pushed = Il capitano di { $name } viene spinto alla taverna { $to }.
displace = { $name } sposta Black Jack alla taverna { $to }.
turn_black_jack = La carta di Black Jack è { the_card }.
black_jack = Black Jack va alla taverna { $to }.
black_jack_past = Black Jack va alla taverna { $to } e scavalca { $names }.
surrender = { $name } perde { rogue }, che va al porto.
spared = Black Jack lascia in pace { $name }.
round_begins = Comincia il turno { $n }.
round_auction = Comincia il turno { $n }; { $name } apre l’asta.
ended = L’ottavo turno è finito, e con esso la partita.

## Che cosa si è giocato contro le regole, e vale

spot =
    { $spot ->
        [harbour] il porto
        [tavern] taverna { $tavern }
       *[crew] { $name }
    }
from_spot =
    { $spot ->
        [harbour] dal porto
        [tavern] dalla taverna { $tavern }
       *[crew] da { $name }
    }
to_name =
    { INITIAL($name) ->
        [a] ad
       *[other] a
    } { $name }
to_spot =
    { $spot ->
        [harbour] al porto
        [tavern] alla taverna { $tavern }
       *[crew] { to_name }
    }
adjusted_rogue = { rogue } va { $origin } { $to }.
adjusted_piece =
    { $piece ->
        [black_jack] Black Jack sta davanti alla taverna { $to }, non alla { $origin }.
       *[captain] Il capitano di { $name } sta davanti alla taverna { $to }, non alla { $origin }.
    }
adjusted_used = Una carta di { $name } vale come giocata: { card }.
adjusted_unused = Una carta di { $name } vale come non giocata: { card }.
adjusted_turn = Tocca { to_name }.

## Che cosa può stare altrove

piece =
    { $piece ->
        [black_jack] Black Jack
       *[captain] { $name }
    }
adjust_turn = Cambia a chi tocca
adjust_rogue = Sposta un furfante
adjust_piece = Sposta un capitano o Black Jack
adjust_used = Segna come giocata una carta movimento
adjust_unused = Segna come non giocata una carta movimento
question_turn = A chi tocca?
question_whence = Da dove?
question_piece = Di chi è la pedina?
question_whose_card = Di chi è la carta?
question_spot = Dove?

## Che cosa si può scegliere

verb_place_captain = Piazza il capitano
verb_place_black_jack = Piazza Black Jack
verb_bid = Offri un furfante
verb_pass = Passa
verb_choose = Scegli una carta movimento
verb_name_rum = Dichiara un valore per il Rum
verb_steal = Ruba un furfante
verb_displace = Sposta Black Jack
verb_surrender = Cedi un furfante
verb_reveal =
    { $n ->
        [one] Scopri il furfante
       *[other] Scopri i furfanti
    }
verb_turn_black_jack = Scopri la carta di Black Jack
question_tavern = Davanti a quale taverna?
question_rogue = Quale furfante?
question_from = A chi?
question_card = Quale carta?
question_black_jack = Quale carta per Black Jack?
question_value = Quanti spazi?
question_direction = In quale direzione?
question_reveal = Quale furfante c’è alla taverna { $tavern }?
at_tavern = taverna { $tavern }
from_harbour = al porto
way_clockwise = in senso orario
way_counterclockwise = in senso antiorario

## Fasi

phase_set_up = La preparazione
phase_auction = L’asta per Black Jack
phase_choose = La scelta delle carte movimento
phase_move = Il movimento

## Opzioni

option_mode = Variante
option_mode_standard = Con Black Jack
option_mode_two_players = In due
option_mode_introductory = Introduttiva
option_dealing_table = Le vostre carte: si registra ogni carta che viene scoperta.
option_dealing_server = Senza carte: il servizio le mescola e le scopre.

## Statistiche

figure_rogues_collected = Furfanti raccolti
figure_thefts = Furti
figure_thefts_suffered = Furti subiti
figure_harbour_rogues = Furfanti dal porto
figure_rogues_surrendered = Furfanti ceduti
figure_cards_cancelled = Carte annullate
figure_pushes_suffered = Spinte subite
figure_bids = Offerte
figure_auctions_won = Aste vinte
figure_value_paid = Valore pagato per Black Jack
