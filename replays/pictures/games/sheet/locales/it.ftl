# Disegni: il foglio dei punti

sheet = Il foglio
untitled = Un gioco senza titolo
sheet_round = { $title }, giro { $n }
sum = Somma
column_told = { $name }: in tutto { $sum }.
cell_told = { $name }, { $row }: { $value }.
