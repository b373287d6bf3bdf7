# Pictures

step = step { $n }
set_up = set-up
as_public = as everybody sees it
as_seat = as { $name } sees it
as_recorder = everything revealed
last = Last action
last_told = Last action: { $described }
irregular = Not by the rules
irregular_told = Not by the rules: { $described }
marked = Changes are outlined.
turn = To act:
turn_told = To act: { $names }.
chance = Cards are awaited.
over = The match is over.
winner = Winner:
winners = Winners:
won = The match is over. { $names } wins.
won_together = The match is over. { $names } win.
points =
    { $n ->
        [one] { $n } point
       *[other] { $n } points
    }
secret = secret
table = the middle of the table
chart = score after each step
steps = steps
curve = { $name }: { $first } at step { $first_step }, { $top } at the most, at step { $top_step }, { $last } at step { $last_step }.
curve_none = { $name }: no points.
curve_secret = { $name }: secret.
gap = No line: the score is secret there.
remarks = Notes on this step
glyph_told = { $symbol } ({ $meaning }), by { $authors }.
mark_told = Mark { $label }, { $colour }, by { $authors }: { $what }.
arrow = from { $start } to { $end }
nowhere = a place not drawn here
nowhere_of = { $place }, at a place not drawn here
more_marks =
    { $n ->
        [one] { $n } more mark isn’t shown.
       *[other] { $n } more marks aren’t shown.
    }
green = green
red = red
blue = blue
yellow = yellow
chart_table = The figures stand in the table below.
