# Ciò che tutti i giochi hanno in comune.

## Elenchi

list_and =
    { $most } { INITIAL($last) ->
        [e] ed
       *[other] e
    } { $last }
list_or =
    { $most } { INITIAL($last) ->
        [o] od
       *[other] o
    } { $last }

## Un’azione di un gioco che non ha frasi proprie

chance = Il caso
plain_plays = { $who } gioca { $what }.
plain_brings = { $who } porta { $what }.
plain_noted = Annotato: { $what }.
plain_yes = sì
plain_no = no
plain_nothing = niente

## Ciò che si è fatto contro le regole, e vale

adjusted = Come si è giocato ({ $reason }): { $changes }
adjusted_hidden = Come si è giocato: { $changes }

## Fasi

phase_play = La partita
phase_end = La fine

## Opzioni di una partita

option_dealing = Da dove vengono le carte
