# Pictures: the score sheet

sheet = The sheet
untitled = A game without a title
sheet_round = { $title }, round { $n }
sum = Sum
column_told = { $name }: { $sum } in all.
cell_told = { $name }, { $row }: { $value }.
not_counted = { $row } (not counted)
no_number = Where an entry is no number, there is no sum.
