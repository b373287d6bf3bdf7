# Dschunke

## Che cosa c’è nella scatola

good =
    { $good ->
        [spices] spezie
        [vegetables] verdure
        [fish] pesce
        [rice] riso
       *[mixed] mazzo misto
    }
the_good =
    { $good ->
        [spices] le spezie
        [vegetables] le verdure
        [fish] il pesce
       *[rice] il riso
    }
of_good =
    { $good ->
        [spices] delle spezie
        [vegetables] delle verdure
        [fish] del pesce
       *[rice] del riso
    }
goods = { $n }× { good }
from_mixed = { $n } dal mazzo misto
junk =
    { $junk ->
        [grey] grigia
        [orange] arancione
        [violet] viola
        [brown] marrone
       *[white] bianca
    }
other_junk =
    { $other ->
        [grey] grigia
        [orange] arancione
        [violet] viola
        [brown] marrone
       *[white] bianca
    }
worker =
    { $worker ->
        [green] il mercante verde
        [yellow] il mercante giallo
        [violet] il mercante viola
        [assistant-3-4] l’assistente della riga 3/4
       *[assistant-4] l’assistente della riga 4
    }
pile =
    { $pile ->
        [square] quadrato
        [circle] cerchio
        [triangle] triangolo
       *[star] stella
    }
of_pile =
    { $pile ->
        [square] del quadrato
        [circle] del cerchio
        [triangle] del triangolo
       *[star] della stella
    }
special_card =
    { $card ->
        [extra_supply] una carta risorsa in più
        [wins_ties] vince i pareggi
        [two_goods] due risorse a scelta
        [load] carica una barra
        [draw] pesca risorse
        [move] sposta una barra
        [sale] vendita sulla giunca { junk }
        [eight] 8 yen per la giunca { junk }
        [twelve] 12 yen per le giunche { junk } e { other_junk }
       *[hidden] una carta speciale
    }

## Che cosa succede

shuffles = Le carte speciali vengono mescolate in quattro mazzi.
deals = Si distribuiscono le mani iniziali.
gets = { $name } riceve { $goods }.
shows_merchants = Si scoprono i mercanti: { $places }.
stands_on = { worker } sulla giunca { junk }
market_card = La carta mercato: { $amounts }.
pays_yen = { $n } yen per { the_good }
pays_special = una carta speciale per { the_good }
looks_mixed =
    { $n ->
        [one] { $name } guarda { $n } carta del mazzo misto.
       *[other] { $name } guarda { $n } carte del mazzo misto.
    }
draws_mixed = { $name } ha pescato dal mazzo misto: { $goods }.
places_bar = { $name } mette una barra di { $owner } sulla giunca { junk }.
swaps = { $name } ripone { $give } e pesca { $take }.
passes = { $name } non scambia risorse.
looks = { $name } esamina il mazzo { of_pile }.
takes = { $name } prende dal mazzo { of_pile }: { $card }.
uses = { $name } usa { worker } sulla giunca { junk }
plays = { $name } gioca l’azione aggiuntiva «{ $card }»
plays_on = { $name } gioca l’azione aggiuntiva «{ $card }» sulla giunca { junk }
and_loads =
    { $n ->
        [1] { $action } e carica una barra.
       *[other] { $action } e carica { $n } barre.
    }
and_earns = { $action } e incassa { $n } yen.
and_draws = { $action } e pesca { $goods }.
and_moves = { $action } e sposta una barra dalla giunca { junk } alla giunca { other_junk }.
and_nothing = { $action } e non ottiene nulla.
plays_nothing = { $name } non gioca azioni aggiuntive.
supplies = { $name } si rifornisce: { $goods }.
supplies_nothing = { $name } non si rifornisce.
offers = { $name } ha pronta un’offerta.
offers_own = { $name } ha pronta un’offerta: { $goods }.
offers_nothing = { $name } ha pronta un’offerta: niente.
takes_yen = { $name } prende 3 yen invece di una carta speciale.
shows_specials = { $name } mostra le ultime carte speciali: { $cards }.
earns = { $name } incassa { $n } yen.
moves_on = { worker } passa sulla giunca { junk }.
to_name =
    { INITIAL($name) ->
        [a] ad
       *[other] a
    } { $name }
bar_returned = Una barra non ha più posto e torna { to_name }.
ran_out = Il mazzo { of_good } è finito.
new_mixed = Il mazzo misto è finito; se ne mescola uno nuovo.
forfeits = { $name } non può usare nessuno e perde l’azione.
revealed = Le offerte: { $offers }.
offered = { $name }: { $goods }
offered_nothing = { $name }: niente
sells = { $name } vende { the_good } per { $n } yen.
shares = { $names } si dividono la vendita { of_good }: { $n } yen ciascuno.
sells_for_special = { $name } vende { the_good } per una carta speciale.
tied = Pareggio per { the_good }: { $names } non ricevono la carta speciale.
event_specials = Evento: ognuno prende una carta speciale.
event_yen = Evento: si scoprono gli yen. { $money }.
has_yen = { $name } ha { $n } yen
round_ends = Il turno finisce; il nuovo primo giocatore è { $name }.
last_round_ends = L’ultimo turno finisce.
game_ends = La partita è finita. Bonus: { $bonuses }.
bonus_of = { $name }: { $cards } yen per le carte speciali e { $junks } per le giunche

## Che cosa si è giocato contro le regole, e vale

goods_cards =
    { $n ->
        [one] una carta risorsa
       *[other] { $n } carte risorsa
    }
place =
    { $place ->
        [junk] la giunca { junk }
        [pile] il mazzo { of_pile }
        [piles] le giunche
        [mixed] il mazzo misto
        [bank] la banca
        [stock] le barre non caricate
        [played] le carte giocate
       *[player] { $name }
    }
from_place =
    { $place ->
        [junk] dalla giunca { junk }
        [pile] dal mazzo { of_pile }
        [piles] dalle giunche
        [mixed] dal mazzo misto
        [bank] dalla banca
        [stock] dalle barre non caricate
        [played] dalle carte giocate
       *[player] da { $name }
    }
to_place =
    { $place ->
        [junk] alla giunca { junk }
        [pile] al mazzo { of_pile }
        [piles] alle giunche
        [mixed] al mazzo misto
        [bank] alla banca
        [stock] alle barre non caricate
        [played] alle carte giocate
       *[player] { to_name }
    }
put_yen = { $n } yen vanno { $origin } { $to }.
put_goods = Delle risorse vanno { $origin } { $to }: { $goods }.
put_bars =
    { $n ->
        [one] Una barra di { $name } va { $origin } { $to }.
       *[other] { $n } barre di { $name } vanno { $origin } { $to }.
    }
put_used = { worker } vale come usato.
put_unused = { worker } vale come non usato.
put_merchant = { worker } sta sulla giunca { junk }, non su quella { other_junk }.
put_special = Una carta speciale va { $origin } { $to }: { $card }.
put_turn = Tocca { to_name }.
put_done = { $name } ha concluso le sue azioni.

## Che cosa può stare altrove

adjust_turn = Cambia a chi tocca
adjust_done = { $name } ha concluso le sue azioni
adjust_goods = Sposta risorse
adjust_unknown_goods = Sposta risorse che nessuno ha mostrato
adjust_yen = Sposta yen
adjust_bars = Sposta barre
adjust_special = Sposta una carta speciale
adjust_used = Segna come usato un mercante o un assistente
adjust_unused = Segna come non usato un mercante o un assistente
adjust_merchant = Sposta un mercante
question_turn = A chi tocca?
question_whose_bars = Di chi sono le barre?
question_worker = Quale?
question_which_goods = Quali risorse?
question_whence = Da dove?
question_whither = Dove?
question_number = Quante?

## Che cosa si può scegliere

verb_place_bar = Piazza una barra
verb_swap = Scambia risorse
verb_pass = Non scambiare
verb_take_special = Prendi una carta speciale
verb_look = Esamina un mazzo
verb_done = Nessuna azione aggiuntiva
verb_supply = Rifornisciti
verb_supply_nothing = Avanti, niente da pescare
verb_offer = Offri risorse
verb_take_yen = Prendi 3 yen al suo posto
verb_show_specials = Mostra le carte speciali
verb_deal = Distribuisci le mani iniziali
verb_show_merchants = Scopri i mercanti
verb_turn_market = Scopri la carta mercato
with_worker =
    { $worker ->
        [green] con il mercante verde
        [yellow] con il mercante giallo
        [violet] con il mercante viola
        [assistant-3-4] con l’assistente della riga 3/4
       *[assistant-4] con l’assistente della riga 4
    }
use_load = Carica { with_worker }
use_sell = Vendi { with_worker }
use_draw = Pesca { with_worker }
group_use = Azione propria
group_play_special = Azione aggiuntiva
question_junk = Su quale giunca?
question_bar = La barra di chi?
question_give = Quali risorse si ripongono?
question_take = Quali risorse si pescano?
question_pile = Da quale mazzo?
question_card = Quale carta?
question_goods = Quali risorse si pescano?
question_offer = Quali risorse si offrono?
question_from = Da quale giunca?
question_to = Su quale giunca?
question_cards = Quali carte sono?
question_hand = Che cosa riceve { $name }?
question_merchant = Dove sta { worker }?
question_market = Quale carta mercato?
question_amount = Quanto per { the_good }?
more_goods = chi ha più carte risorsa in mano

## Fasi

phase_set_up = La preparazione
phase_market = Il mercato
phase_act = Le azioni
phase_supply = Il rifornimento
phase_offer = La vendita

## Opzioni

option_setup = Prime barre sulle giunche
option_setup_standard = Nessuna, come al solito
option_setup_fixed = In posti fissi
option_setup_left_neighbour = Messe dal vicino di sinistra
option_setup_free = Messe da tutti gli altri
option_opening_hands = Prime carte in mano
option_opening_hands_chosen = Scelte, mescolate e distribuite
option_opening_hands_by_kind = Lo stesso numero di ogni risorsa
option_wandering_merchants = Mercanti
option_wandering_merchants_false = Restano dove sono
option_wandering_merchants_true = Si spostano, come in due
option_dealing_secret = Le vostre carte, mani segrete: una carta si registra quando viene mostrata.
option_dealing_open = Le vostre carte, prime mani registrate: le inserisce chi registra.
option_dealing_server = Senza carte: il servizio mescola e distribuisce, e ognuno usa il proprio telefono.

## Statistiche

figure_yen_from_goods = Yen dalle risorse
figure_yen_from_crates = Yen dalle casse
figure_yen_for_prizes = Yen al posto di carte
figure_yen_from_cards = Yen dalle carte speciali
figure_yen_from_junks = Yen dalle giunche
figure_kinds_offered = Tipi di risorse offerti
figure_offers_won = Offerte vinte
figure_bluffs = Bluff
figure_special_cards = Carte speciali prese
figure_crates_loaded = Casse caricate
figure_goods_drawn = Risorse pescate

## Identifying unknown cards

question_unknown =
    { $n ->
        [one] Qual era la carta ignota di { $name }?
       *[other] Quali c’erano fra le { $n } carte ignote di { $name }?
    }
unknown_goods = { $name }: carte risorsa
unknown_specials = { $name }: carte speciali
