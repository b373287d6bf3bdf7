# Figure: Dschunke

## Che cosa succede

now_shuffle = si mescolano le carte speciali
now_deal = si distribuiscono le mani iniziali
now_place = si piazzano le barre
now_show = si scoprono i mercanti
now_market = fase 1, mercato: si scopre la carta
now_swap = fase 1, mercato: si possono scambiare risorse
now_event = fase 1, mercato: si prendono carte speciali
now_act = fase 2, azioni
now_extra = fase 2, azioni: può seguirne una aggiuntiva
now_supply = fase 3, rifornimento
now_offer = fase 4, vendita: si offrono risorse
now_prize = fase 4, vendita: chi vince prende la carta speciale
now_show_specials = si mostrano le ultime carte speciali
now_finished = la fine

## Sul tavolo

set_up = Preparazione: { $phase }
round = Turno { $n } di { $rounds }: { $phase }
market = Mercato
market_none = La carta mercato non è ancora scoperta.
cards_left =
    { $n ->
        [one] resta { $n } carta
       *[other] restano { $n } carte
    }
sold = venduto
amount_told = { $good }: { $amount }
special = una carta speciale
special_short = carta speciale
yen = { $n } yen
market_told =
    { $n ->
        [one] Mercato: { $amounts }; resta { $n } carta mercato.
       *[other] Mercato: { $amounts }; restano { $n } carte mercato.
    }
junks = Le giunche, in senso orario dall’alto in basso e di nuovo in alto
junk_told = Giunca { junk }: { $parts }.
crates = casse visibili { $crates }
no_crates = nessuna cassa
between = da { $least } a { $most }
stands = { $worker }, che { $task }
stands_used = { $worker }, usato
layers_short =
    { $n ->
        [one] carico: { $n } strato
       *[other] carico: { $n } strati
    }
layers_few =
    { $n ->
        [one] { $n } strato
       *[other] { $n } strati
    }
first_few = primo
specials_few =
    { $n ->
        [one] { $n } speciale
       *[other] { $n } speciali
    }
used = usato
task_load = carica
amount_load =
    { $n ->
        [one] { $n } barra
       *[other] { $n } barre
    }
task_sell = vende
amount_sell = { $n } o più
task_draw = pesca
amount_draw = { $n } o più
assistants = Assistenti
assistant_told = Assistente, { $track }: { $parts }.
counts = conta i turni
track = riga { $n }
event = evento { $event }
merchants_hidden = I mercanti non sono ancora scoperti.
specials = Carte speciali
pile_place = mazzo
cargo_place = carico
merchant_place = mercante
specials_told = Carte speciali rimaste: { $piles }.
out_told = Giocate e fuori gioco: { $cards }.
out = giocate: { $n }
face_down = è coperta
nothing = niente
none = nessuna
secret =
    { $n ->
        [one] { $n } segreta
       *[other] { $n } segrete
    }
unknown_cards =
    { $n ->
        [one] { $n } ignota
       *[other] { $n } ignote
    }
first = primo giocatore
yen_secret = yen segreti
yen_told = { $n } yen all’ultimo conto
bars =
    { $n ->
        [one] { $n } barra
       *[other] { $n } barre
    }
supply = pesca { $n } a turno
to_place = da mettere
bonus = { $yen } yen, { $cards } da carte, { $junks } da giunche: { $score }
as_now = { $score } se si contasse adesso
event_S = carte speciali
event_Y = yen scoperti
special_lines = carta|speciale
yen_word = yen
seat_told = { $name }: { $yen }; risorse: { $goods }; carte speciali: { $cards }; ancora { $bars }; { $supply } di rifornimento.
yen_secret_told = yen segreti
first_told = { $name } è il primo giocatore.
offer_told = { $name } ha pronta un’offerta: { $goods }.
offer_secret = coperta
place_told = { $name } deve ancora mettere barre di { $owners }.
wins = vince
bonus_told = { $name }: { $score } con { $cards } per le carte speciali e { $junks } per le giunche.
eight =
    { $n } yen: 4 { $junk ->
        [orange] sull’{ junk }
       *[other] sulla { junk }
    }
twelve =
    { $n } yen: 5 { $junk ->
        [orange] sull’{ junk }
       *[other] sulla { junk }
    }, 2 { $other ->
        [orange] sull’{ other_junk }
       *[other] sulla { other_junk }
    }
legend = Accanto a ogni stiva: le casse visibili di ciascuno.
hidden_goods =
    { $n ->
        [one] { $n } coperta
       *[other] { $n } coperte
    }
pile_told =
    { $n ->
        [one] { $n } carta di { good }
       *[other] { $n } carte di { good }
    }
mixed_told =
    { $n ->
        [one] { $n } carta nel mazzo misto
       *[other] { $n } carte nel mazzo misto
    }
looks_at = Contiene: { $cards }.
goods_row = Risorse
cards_row = Carte
stock_row = Scorta
offer_row = Offerta
offers_few = offre { $n }
