# Was allen Spielen gemeinsam ist.

## Aufzählungen

list_and = { $most } und { $last }
list_or = { $most } oder { $last }

## Eine Aktion eines Spiels, das keine eigenen Sätze hat

chance = Der Zufall
plain_plays = { $who } spielt { $what }.
plain_brings = { $who } bringt { $what }.
plain_noted = Vermerkt: { $what }.
plain_yes = ja
plain_no = nein
plain_nothing = nichts

## Was gegen die Regeln geschah und gilt

adjusted = So wurde gespielt ({ $reason }): { $changes }
adjusted_hidden = So wurde gespielt: { $changes }

## Phasen

phase_play = Die Partie
phase_end = Das Ende

## Optionen einer Partie

option_dealing = Woher die Karten kommen
