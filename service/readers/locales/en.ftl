# Why a file, or a play in it, can’t be imported

## What a file is

packed = It is a { $format } file; only unpacked text is read.
empty_file = It is empty.
web_page = It is a web page.
no_text = It isn’t text.
holds_records = It holds records of Partita, if anything, and these are imported as they are.
item_too_long = Something in it is longer than { $most } bytes.
number_too_long = It has “{ $digits }…”, which is too long.
too_deep = It is nested more than { $most } levels deep.
too_many_entries = It has more than { $most } entries.
too_many_people = It has more than { $most } people.
our_fault = A fault of the service, which was logged.

## JSON and XML

not_json = It isn’t JSON.
not_json_around = It isn’t JSON: something is wrong around “{ $around }”.
no_json_object = It isn’t a JSON object.
no_plays = It isn’t an export of BG Stats: there are no plays in it.
not_xml =
    It isn’t XML: line { $line }, column { $column }, { $code ->
        [3] where it ends too early.
        [4] where a character can’t stand.
        [7] where another element ends than has begun.
        [8] where an element has an attribute twice.
        [9] where something stands behind its end.
        [11] where an entity stands that isn’t declared.
       *[other] where it goes on otherwise.
    }
declares_entities = It declares entities or a document type, which plays have no use for.
not_decodable = Its text can’t be decoded.
no_page_of_plays = It isn’t a page of plays of BoardGameGeek.

## Tables

other_encoding = It isn’t text in { $encoding }; `encoding` can name another one.
line_too_long = A line is longer than { $most } characters.
not_csv = It isn’t CSV.
same_columns = Two columns are called “{ $column }”.
no_such_column = There is no column “{ $column }”.
column_not_found = No `{ $field }` column was found; the columns are { $columns }.
unclear_dates = Day and month can’t be told apart in its dates: say which comes first, by `dates`.

## Games in PGN

open_comment = A comment begins here that nothing closes.
open_variation = A variation isn’t closed.
closes_nothing = A parenthesis closes nothing.
variation_of_nothing = A variation stands before the first move.
null_move = A null move is none that the rules know; only in a variation it is kept, as text.
not_movetext = “{ $written }” is neither a move nor anything else that stands between moves.
too_many_moves = It has more than { $most } moves.
other_variant = The variant “{ $variant }” isn’t known here.
not_a_position = “{ $fen }” isn’t a position in Forsyth-Edwards notation.

## Plays

no_id = It has no id.
same_id = Another play of the file has the same id.
no_game = It doesn’t say what was played.
unknown_game = It refers to the game { $number }, which isn’t in the file.
unknown_player = It refers to the player { $number }, who isn’t in the file.
no_players = Nobody has played it.
no_name = “{ $name }” can’t be the name of a player.
not_a_date = “{ $written }” isn’t a date.
no_such_day = There is no day { $year }-{ $month }-{ $day }.
too_early = Dates begin with { $first } here.
to_come = That is still to come.
too_many_plays = It stands for { $quantity } plays; { $most } are the most.
winner_without_seat = “{ $name }” has won and hasn’t played.
other_number = In “{ $column }” there isn’t one for each player: { $parts } instead of { $people }.
no_field = It has no field “{ $field }”.
other_form = Here belongs “{ $form }”, not “{ $found }”.
no_such_form = It doesn’t have the form of a play: “{ $message }”.

## What fits on a sheet

too_many_rows = It has more than { $most } rows.
too_many_expansions = It has more than { $most } expansions.
too_many_minutes = It took more than { $most } minutes.
score_too_long = A score has more than { $most } characters.
does_not_fit = It doesn’t fit on a score sheet: { $place }, “{ $message }”.
what_text =
    { $what ->
        [play_id] The id of the play
        [player_id] The id of a player
        [title] The name of the game
        [facts] Place, note or tags
       *[line] “{ $text }”
    }
text_too_long = { what_text }: { $length } characters; { $most } are the most.
text_bad_character = { what_text }: the character { $character } can’t stand here.
text_blank = { what_text }: nothing can be seen in it.
