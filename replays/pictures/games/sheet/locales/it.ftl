# Disegni: il foglio segnapunti

sheet = Il foglio
untitled = Un gioco senza titolo
sheet_round = { $title }, turno { $n }
sum = Somma
column_told = { $name }: in tutto { $sum }.
cell_told = { $name }, { $row }: { $value }.
not_counted = { $row } (non conta)
no_number = Dove una voce non è un numero, non c’è somma.
