# Figure: Halunken

## Che cosa succede

now_place_captain = si piazzano i capitani
now_draw = si guarda il primo furfante
now_open = si scoprono i primi furfanti
now_place_black_jack = si piazza Black Jack
now_between_rounds = sta per cominciare il prossimo turno
now_bidding = l’asta per Black Jack
now_auction = l’asta per Black Jack
now_choose = si scelgono le carte movimento
now_shown = le carte movimento sono scoperte
now_turn_black_jack = si scopre la carta di Black Jack
now_name_rum = si dichiara un valore per il Rum
now_move = si muovono le pedine
now_arrive = una pedina ne ha incontrata un’altra
now_overtake = Black Jack deruba chi ha scavalcato
now_steal = si ruba un furfante
now_surrender = si perde un furfante, che va al porto
now_make_room = chi era sul posto lo lascia
now_turn_up =
    { $n ->
        [one] si scopre un furfante alla taverna { $taverns }
       *[other] si scoprono furfanti alle taverne { $taverns }
    }
now_displace = si sposta Black Jack
now_finished = la fine

## Sul tavolo

set_up = Preparazione: { $phase }
round = Turno { $n } di { $rounds }: { $phase }
board = Le taverne, in senso orario, e il porto
harbour = Porto
nothing = vuoto
tavern = taverna { $n }
space = spazio della taverna { $n }
tavern_told = Taverna { $n }: { $open }; { $below }.
open_none = nessun furfante scoperto
crew = Equipaggio
cards = Carte
picked = scelta
rum_is = il Rum vale { $n }
to_move = Si muovono:
spaces = { $name } { $n }
to_move_told = Si devono ancora muovere: { $moves }.
rum_told = Il Rum vale { $n }.
harbour_told = Nel porto: { $rogues }.
seat_told = { $name }: { $score }; capitano: { $where }; equipaggio: { $crew }; carte movimento rimaste: { $cards }; giocate: { $played }.
picked_told = { $name } ha scelto una carta movimento.
picked_card_told = { $name } ha scelto la carta movimento { $card }.
doubled_told = Per { $name } il colore { $colour } vale doppio.
off_board = non ancora in gioco
none = nessuna
doubled = il { $colour } vale doppio
double = doppio
black_jack = Black Jack
controlled = lo controlla { $name }
uncontrolled = non lo controlla nessuno
opened = { $name } ha aperto l’asta
bids = { $name } offre { $rogue }
passed = fuori: { $names }
bj_told = Black Jack: { $where }; carte rimaste: { $cards }; usate: { $turned }.
bj_picked = per lui è scelta una carta
legend = I colori dei furfanti, dal più alto al più basso in caso di parità
face_down =
    { $n ->
        [one] { $n } coperto
       *[other] { $n } coperti
    }
tavern_met =
    { $pieces ->
        [one] Taverna { $n }: { $open }; { $below }; c’è { $name }.
       *[other] Taverna { $n }: { $open }; { $below }; ci sono { $name }.
    }
double_told = ×2: i furfanti di questo colore valgono doppio.
