# Zeichnungen: der Punktezettel

sheet = Der Zettel
untitled = Ein Spiel ohne Titel
sheet_round = { $title }, Runde { $n }
sum = Summe
column_told = { $name }: insgesamt { $sum }.
cell_told = { $name }, { $row }: { $value }.
not_counted = { $row } (zählt nicht)
no_number = Wo ein Eintrag keine Zahl ist, gibt es keine Summe.
