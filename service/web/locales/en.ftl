# The words of the pages.

## All pages

about = Tabletop games, recorded and replayed
date_pattern = d MMMM y
weekday_pattern = EEE d MMMM y
short_date_pattern = d MMM y
skip = Skip to content
site = Site
home = Home
recent_matches = Recent matches
no_player_matches = No matches to show.
newest = Newest matches
older = Older matches
no_leaders = Nobody has finished a match yet.
player = Player
status_playing = in play
status_finished = finished
status_abandoned = abandoned
without_winner = no winner
simulation = sample
simulation_help = Played by a program, to have something to look at.
match_sealed = sealed
program = by a program
matches = Matches
finished_matches = Finished matches
matches_in_play = Matches in play
wins = Wins
mean_score = Mean score
best_score = Best score
rating = Rating
statistics = Statistics
step = Step
steps = Steps
of = of
set_up = The set-up
first = First step
previous = Back
next = Forward
last = Last step
previous_part = Phase before
next_part = Next phase
go = Go
round = Round
board = The table
moves = Moves
standings = Standings
rank = Rank
rank_short = Rank
ranked = rank { $n }
score = Score
secret = secret
winner = winner
comments = Comments on this step
no_comments = No comments yet
sign_in_to_comment = Sign in to comment
comment_on = Write a comment
comment = Comment
comment_help = It may have Markdown: *so* and **so**.
audience = Visible to
audience_public = everybody
audience_shared = whoever is signed in
audience_private = only me
send = Send
token = Access token
gone = On moves that were taken back
viewer = View
viewer_public = what everybody sees
viewer_recorder = everything revealed
turn_board = Turn the board
show = Show
variation = Variation
variations = Variations
leaves = Branches off from the match at step { $step }. Author: { $author }.
leaves_variation = Branches off from another variation at step { $step }. Author: { $author }.
not_played = This wasn’t played.
begins_here = From here on it differs from the match.
obstacle = It doesn’t go on:
back_to_match = Back to the match
back_to_variation = Back to the variation that it leaves
to_the_newest = The match has gone on: to the newest step
loading_failed = The step couldn’t be loaded.
sign_in = Sign in
sign_out = Sign out
token_help = Whoever records gives out access tokens. The owner’s is in the file owner-token in the service’s data folder.
token_wrong = This access token isn’t valid: it is unknown, has expired, or was revoked.
fault = That didn’t work
fault_help = Try again in a moment.
fault_400 = This request isn’t valid
fault_400_help = Something in the address or the form isn’t valid.
fault_403 = That isn’t allowed
fault_403_help = It takes an access token with more rights. Do you have another one?
fault_404 = There is nothing here
fault_404_help = The address is wrong, or you have to sign in to see what is here.
fault_404_signed_in_help = The address is wrong, or you may not see what is here.
fault_405 = That can’t be done here
fault_405_help = This address doesn’t accept it.
fault_422 = That can’t be saved
fault_422_help = Go back: what you have written is still there.
fault_429 = Too many attempts
fault_429_help = Wait a minute, and check the access token.
fault_too_many_notes = Too many notes in a short time
fault_too_many_notes_help = Wait a minute, then send it again.
fault_game_missing = This game isn’t installed here
fault_game_missing_help = The match is of the game “{ $game }”, which isn’t installed here any more, or isn’t allowed. Its record is whole: it is listed with its result, and is back as soon as the game is.
fault_500 = Something went wrong on our side
fault_500_help = The error was logged.

## Signing in and joining

signed_in_as = Signed in as
already_signed_in = You are signed in as { $name }. Another access token takes its place.
role_owner = Owner
role_arbiter = Arbiter
role_recorder = Recorder
role_annotator = Commentator
role_reader = Reader
role_second_recorder = Second record
role_seat = Player
role_other = Signed in
join = Join with a code
code = Code
code_help = Six characters, shown by whoever records. Upper or lower case, with or without the space.
code_wrong = This code isn’t valid, or not any more. Ask for a new one.
have_code = I have an invitation code
invite = Invite somebody
invite_help = You’ll get a code and an address. Whoever scans the code, or types it at that address, joins with their own phone or computer.
invite_as = Role
invite_recorder = Recorder: opens matches, records and corrects them
invite_annotator = Commentator: reads everything and comments
invite_reader = Reader: reads everything
show_code = Show a code
show_codes = Show the codes
new_codes_help = Codes shown for these seats before will stop being valid. Phones that have joined stay connected.
type_at = or type at
qr_of = QR code to join
phones = Phones for the seats
phones_help = Each player scans the code of their own seat; their phone then shows what they see, and records their actions.
phones_help_ended = Each player scans the code of their own seat; that phone then shows what this player saw. The match has ended: nothing is played any more.
good_for = Valid for 12 hours.
plain_http = This page came over plain HTTP: others in the same network could read it. At home that may do.

## Opening and removing a match

new_match = New match
titles_before = Played before
as_last_time = Take the last sheet of this title
which_game = Which game?
another_game = Another game
who_plays = Who plays, in the order of the seats
place_number = Seat
nobody = nobody
more_people = More people
last_table = Same players as last time
who_plays_most = Frequent players
or_somebody_new = or somebody new
starts = starts
start_is_nobody = Nobody sits at the seat that starts: choose who starts.
find_people = Find a person
find_people_help = Whoever is found can then be chosen at every seat.
find = Find
as_table_needs = Usual for this many players
for_players = { $seats } players
played_on = Date
where = Place
who_may_see = Who may see it
visibility_public = everybody
visibility_unlisted = whoever has the address
visibility_private = whoever is signed in
open_match = Begin
too_few_people = Too few players for this game.
too_many_people = Too many players for this game.
same_person_twice = The same person has two seats.
is_it_this_one = Somebody has this name: is it this one?
yes_it_is = Yes:
matches_played =
    { $n ->
        [one] { $n } match
       *[other] { $n } matches
    }
finished_played =
    { $n ->
        [one] { $n } finished match
       *[other] { $n } finished matches
    }
won_matches_each =
    { $n ->
        [one] { $n } win each
       *[other] { $n } wins each
    }
won_matches =
    { $n ->
        [one] { $n } win
       *[other] { $n } wins
    }
last_on = last on { $day }
played_once_on = on { $day }
known_since = here since { $day }
id_ends = id …{ $id }
own_id_ends = The id of this { $name } ends in { $id }.
somebody_else_called = No, somebody else with the name
remove_match = Remove this match
remove_help = It will be gone for everybody, with its comments, and count nowhere. This can’t be undone.
sure = Yes, remove it: it was recorded by mistake, or nobody wants it
remove = Remove it for good

## Recording

record = Record
recording = Recording
to_replay = Look at the match
record_waits = The table is waiting for { $names }.
record_ended = The match is over.
record_concluded = The match was ended by agreement after step { $step }.
record_broken_off = The match was broken off after step { $step }.
record_won =
    { $n ->
        [one] { $names } wins with { $score } point.
       *[other] { $names } wins with { $score } points.
    }
record_won_together =
    { $n ->
        [one] { $names } win together with { $score } point.
       *[other] { $names } win together with { $score } points.
    }
record_won_unscored = { $names } wins.
record_won_together_unscored = { $names } win together.
record_server = The service deals.
record_who = Who?
record_choose = Choose
what_happens_next = What happens next?
record_confirm = Confirm
record_at_once = Record without asking again
record_curtain = Pass the phone around for secret choices
record_give = Give the phone to { $name }.
record_i_am = I am { $name }
record_chosen = Already chosen: { $names }.
record_back = Back
record_erase = Erase the last character
record_done = Done
record_skip = Don’t say
record_left = { $n } left
record_undo = Undo the last action
record_undone = Undone.
record_fix = Fix
record_fixing = Fixing step { $step }: { $told }
record_fix_stands =
    { $n ->
        [one] The later step stays valid.
       *[other] All { $n } later steps stay valid.
    }
record_fix_alone = No steps come after it.
record_fix_breaks = Step { $step } would then be impossible ({ $clause }): { $told } { $n ->
        [one] { $n } later step stays valid.
       *[other] { $n } later steps stay valid.
    }
record_fix_change = Change it
record_fix_prefix = Change it, and keep what stays valid
record_fix_leave = Leave it as it is
record_fixed = Changed.
record_sending = Sending …
record_saved = Recorded.
record_waiting = No connection. What you confirmed is saved on this device and sent as soon as the server answers.
record_refused = Refused: { $told }
record_no_choice = This isn’t possible any more; choose again.
record_no_choice_but_one = This isn’t possible any more.
record_overtaken = Somebody else has recorded in the meantime; this is the current table.
record_again = Try it again
record_drop = Discard it
record_not_sent = Not recorded
record_signed_out = You are no longer signed in.
record_gone = This match is no longer there.
record_end = End or remove
record_remove = Remove
record_conclude = End by agreement
record_abandon = Break off
record_reopen = Reopen
record_reason = Reason
record_log = What happened
record_nothing = Nothing yet.
record_tray = Chosen: { $items }
record_none = nothing
record_last_seen = No connection. This is the table as it was last seen here.
record_other_version = The server has a newer version of this page. What you confirmed is kept.
record_reload = Reload the page

## The rules of a game

rules = Rules
rules_of = Rules: { $title }
rules_contents = Contents
rules_language = These rules haven’t been translated yet, so they are in English.
rules_readings = What is underlined like this is a reading: how the software plays where the printed rules are unclear.

## Navigation, lists, games, people and statistics

games = Games
people = People
series = Series
api_reference = API reference (in English)
you_are_here = You are here
language = Language
theme = Theme
theme_light = Light
theme_dark = Dark
theme_auto = Same as the device
all_matches = All matches
who_leads = Who leads
next_steps = Next steps
step_record = Record a match
step_people = Who plays here
step_statistics = Statistics: scores, starting seats, lengths
step_series = Series: several matches, one total
step_join = Join with a code
no_matches_yet = No match has been recorded yet.
no_matches_found = No matches fit these filters.
no_finished_found = No finished match fits these filters.
all_that_fit = All matches that fit them
pages = Pages
without_filters = Show all matches
filters = Filters
filter = Show
clear = Clear filters
remove_filter = Remove this filter
any = any
filter_game = Game
person = Person
filter_player = Person
filter_series = Series
filter_with = Together with
filter_place = Place
filter_played_from = From
filter_played_to = To
filter_status = State
filter_tag = Tag
filter_seats = Number of players
next_page = Next page
first_page = First page
seats_of_game = Players
credits = Designer and publisher
credits_titled = For
edition = Edition of the rules
rules_clauses = Rules, clause by clause
picture_of = A table of
leaderboard = Leaderboard
whole_leaderboard = The whole leaderboard, by wins, rating or best score
records = Records
most_in_one_match = The most in one match
record_title = Record
value = Value
held_by = Held by
look_at_match = Look at the match
whole_table = everybody
no_statistics = Statistics appear once a match has been finished.
more_statistics = Statistics with filters
matches_of_game = Matches of this game
record_this_game = Record a match of this game
mean_duration = Mean duration
mean_steps = Mean number of steps
mean_winning_score = Mean winning score
draws = Draws
and_others =
    { $n ->
        [one] and { $n } other
       *[other] and { $n } others
    }
first_of_equals = Of several that are equal, the first is named, by date.
share_of = { $share } ({ $won } of { $n })
equal_points = equal points
shared_wins = Shared wins
table_of = The numbers as a table
chart_scores = Scores
chart_own_scores = Own scores
chart_turns = Who wins from which seat
chart_minutes = Minutes at the table
chart_steps = Length in steps
chart_time = Matches over time
chart_games = Matches by game
note_won = Highlighted: those that won.
note_matches_won = Highlighted: those that were won.
note_games_won = In brackets: those that were won.
minutes = Minutes
column_scores = Score { $range }: { $n } ({ $won } won)
column_own_matches = { $when }: { $n } ({ $won } won)
how_often = How often
win_share = Share of wins
starting_place = Seat
turn_first = Starts
turn_place = Seat
when = When
boards = Boards of your boxes
boards_help = Boards and cards differ from box to box. One that is saved here can be chosen when a match is opened.
no_boards = No boards are saved yet; matches are played on the default one.
add_board = Add a board
board_name = Name
board_json = What is printed on it
board_json_help = Change what differs from the default board, which is filled in. What is left out is as on the default board.
board_json_keys = What each key means:
keep_board = Save this board
boards_sign_in = Whoever may record can add one.
sorted_by = Sorted by
sort_wins = Wins
sort_rating = Rating
sort_best = Best score
leaderboard_note = People who are equal share a rank. A shared win counts as a win; the rating takes all matches into account.
as_json = The same from the API, as JSON
find_person = Find somebody by name
nobody_found = Nobody has that name.
nobody_yet = Nobody has played yet.
everybody = Show everybody
people_public = Shown are people in public matches; sign in to see everybody.
tie_break_won = won the tie-break
tie_break_shared = shared the win after the tie-break

## People, two people, series and statistics

streaks = Wins in a row
streak_current = At the moment
streak_longest = Longest streak
last_of_streak = The last of them
against_whom = Against whom
versus_title = { $name } against { $other }
own_wins = Won
their_wins = They won
ratings = Ratings
chart_rating = { $game }: rating over time
estimate = Estimate
uncertainty = Uncertainty
note_rating = The line is the estimate, the band its uncertainty; leaderboards rank by the estimate minus three times the uncertainty.
all_games = All games
wins_of = { $name }’s wins
better_scores = { $name } scored more
equal_scores = Equal scores
mean_difference = { $name } − { $other } on average
note_versus = Scores are compared where both are known. A match that somebody else won, or nobody, counts as a win for neither.
never_met = They haven’t finished a match together yet.
back_to_person = Back to { $name }
other_way_round = The other way round
change_person = Change this person
rename_person = Rename
rename_title = Rename { $name }
rename_help = Every match shows the new name.
rename_anyway = Rename, it’s somebody else
name_is_taken = Somebody has this name. Is it the same person?
merge_person = Merge with somebody
merge_title = Merge { $name } with whom?
merge_choose = Choose a name; you will see what changes before it is done. The matches of { $name } then count for the person whom you choose, and that name stays.
merge_into = Merge with { $name }
merge_help =
    { $n ->
        [one] The one match of { $name } counts for { $other }, and shows that name. This can be undone on the page of { $other }.
       *[other] The { $n } matches of { $name } count for { $other }, and show that name. This can be undone on the page of { $other }.
    }
merge_sure = They are one person
undo_merge = Undo a merge
undo_merge_help = Whoever was merged becomes a person of their own again, by their former name, with these matches and with everybody who had been merged with them before.
undo_merge_sure = They are two people
mean_margin = Mean lead of the winner
average_per_player = On average, per player
statistics_of = Statistics of { $name }
list_them = Show the list
as_csv = The same as CSV, one line per seat
statistics_hint = Choose a game for scores and starting seats, a person for wins.
average_per_match = On average, per match
series_help = Several matches of one game by the same people, whose points are added up.
series_people = As many as the game takes: the number stands beside its name. Leave the other fields as they are.
no_series = There is no series yet.
new_series = New series
create_series = Create the series
totals = Totals
total = Total
totals_note = Only points count, whoever won the matches. People with the same total share the rank, and the win. A dash: the match goes on, its score is secret, or there are no points.
match_number = Match { $n }
no_series_matches = No match counts in it yet.
add_match = Add a match
match_of_these = A match of these people
no_candidates = There is no other match that could be added.
remove_series = Remove the series
remove_series_help = The matches stay; only their total goes.
remove_series_sure = Yes, remove it: it isn’t needed any more
back_to_series = Back to the series
how_many_matches = How many matches
finished_count =
    { $n ->
        [one] One finished match.
       *[other] { $n } finished matches.
    }

## Identifying unknown cards

identify = Identify unknown cards
identify_help = At this step the record doesn’t know all cards. What is identified holds from here on; only its owner and the recorder see it.
identify_nothing = No unknown cards
identify_none = At this step the record knows every card that somebody holds.
identify_nearest = Step { $step } has unknown cards
identify_whose = Whose cards do you want to identify?
identify_known = The record knew that already.
adjust = Adjust the table
adjust_help = Was something done that the rules don’t allow, and it stood? Put the table as it was; the match goes on from there by the rules.
adjust_asked = Was it played so all the same?
adjust_otherwise = Or was it something else?
adjust_none = Here the table can’t be adjusted. Take back the last action, or fix the wrong one under “What happened”.
adjust_record_page = To the recording
adjust_reason = What happened
adjust_against = Played against { $clause }.
adjust_record = Record it so
adjust_and_go_on = Record it so, and then what was refused
game_missing = The game isn’t installed
irregular = Not by the rules
irregular_steps = Not by the rules: { $steps }
# The replay
open_moves = Moves
close = Close
rounds = Rounds
play = Play
pause = Pause
speed = Speed
speed_slow = slow
speed_normal = normal
speed_fast = fast
keys_help = Keys
key_names = ← →|Page Up, Page Down|Home, End|p|?
key_step = one step back or forward
key_part = one phase back or forward
key_ends = first or last step
key_play = play or pause
key_help = this list
key_letters = Keys of one character: p and ?
swipe = On a touch screen, swipe over the board.
chart = Score after each step
chart_all = Show the whole match
chart_secret = In this view the scores are secret.
chart_table = As a table
as_now = If scored now.
about_match = About this match
not_sent = It wasn’t sent. What you have written is still here.
tie_now = With equal scores, the rank goes by { $by }.
no_ranks = Nobody has won, so there are no ranks.
no_ranks_broken_off = The game was broken off: nobody has won, and there are no ranks.
no_ranks_lost = All have lost together: there are no ranks.
no_ranks_told = Points don’t decide in this match, and nobody was named as its winner: there are no ranks.
scored_at_end = This game has no score before its end.
tie_shared = { $names } share rank { $rank }: nothing breaks the tie.
tie_broken =
    { $n ->
        [one] Tie at { $score } point, broken by { $by }.
       *[other] Tie at { $score } points, broken by { $by }.
    }
change = Change
change_marks = Change the marks on the board
save = Save
delete = Delete
add_sign = Add a sign
sign = Sign
add_mark = Mark the board
mark_help = Tap a place on the board, and for an arrow a second one, or choose here.
mark_place = Place
mark_to = Arrow to
mark_no_arrow = no arrow
colour = Colour
colour_green = green
colour_red = red
colour_blue = blue
colour_yellow = yellow
vary = Try another line from here
variation_title = Title
cut_last = Take back the last move
share = Share
share_link = Link to this step
copy = Copy
copied = Copied
share_qr = QR code of the link
share_picture = Picture
share_download = Download the picture (SVG)
share_wide = for a wide screen
share_tall = in one column
share_embed = Embed in a web page
share_embed_help = This code shows the match at this step as everybody may see it.
open_in_partita = Open in Partita
share_private = Not everybody may see this match: a link works only for who may, and in other pages nothing is shown.
share_bgstats = BG Stats
share_bgstats_link = Hand this match to BG Stats
share_bgstats_help = The app shows the play and asks before it keeps it. The link has the names of all who took part in it. Moves, corrections, notes and variations stay here.
second_record = Second record
second_record_help = Somebody else can record the same match with their own phone, and neither sees what the other writes. When both have ended, the two are compared, and each difference is decided.
second_record_dealt = In this match the service deals the cards: there is no table that somebody else could record.
second_record_itself = This is no match of its own: it is a second record, or a variation.
compare_records = Compare both records
comparison = Comparison
this_record = This record
other_record = Other record
nothing_there = nothing
alike_actions = { $n ->
    [0] No action is the same in both.
    [one] One action is the same in both.
   *[other] { $n } actions are the same in both.
}
differences = Differences
difference_replaced = Not the same
difference_omitted = Only in this record
difference_inserted = Only in the other record
difference_exchanged = In the other order
no_differences = There is no difference.
more_differences =
    { $n ->
        [one] One more difference is shown once these are decided.
       *[other] { $n } more differences are shown once these are decided.
    }
this_is_right = This record is right
second_is_right = The second record is right
other_is_right = The other record is right
side_refused = After this correction, a later action would no longer be possible:
thinking_time = Thinking time
thinking_total = In all
thinking_mean = Per move
thinking_longest = Longest move
thinking_help = By the times that were told; breaks count, too.

## Results

result = Result
result_provisional = Not yet confirmed
result_disputed = Disputed
result_sealed = Sealed
result_is =
    Result: { $status ->
        [provisional] not yet confirmed
        [disputed] disputed
       *[sealed] sealed
    }
result_help_provisional = Once every seat has confirmed it, it is sealed, and only an arbiter can change it. A correction voids what was confirmed before.
result_help_disputed = It isn’t sealed until the dispute is withdrawn, or an arbiter has decided it.
result_help_sealed = Only an arbiter can change this match, and gives a reason.
sealed_by_confirmations = confirmed by all
sealed_by_time = undisputed in time
sealed_by_arbiter = by an arbiter
result_says = Who has confirmed it
result_confirmed = confirmed
result_imported = by an imported record
result_open = not confirmed yet
result_disputes = disputed at step { $step }
result_reason = { $name }’s reason: “{ $reason }”
result_confirm = Confirm the result
result_dispute = Dispute the result
result_withdraw = Withdraw the dispute
result_pin_of = PIN of { $name }
result_needs_pin = Set a PIN for { $name } to confirm on this device
result_wrong_step = Step that is recorded wrongly
result_comment = What is wrong there
result_decision = Decision, with the reason
result_decide = Decide the dispute
result_seal_reason = Why it is sealed without all confirmations
result_seal = Seal the result
result_change = Change this match
result_wrong_pin = This PIN isn’t right.
result_overtaken = The result has changed in the meantime. This is how it is now.
ruling = Why this sealed match is changed
changes = Changes by arbiters
change_open = The match goes on after this change.
change_status = State
change_reason = Why it was ended
change_seats = Seats
change_actions = Actions
change_identifications = Cards identified
change_standings = Scores
change_played_on = Date
change_place = Place
change_note = Note
change_tags = Tags
change_visibility = Visible to
change_counted = Counts
change_undo = Undo by seats
change_ordinal = Order on its date
undo_guarded = the last action
undo_free = everything
yes = yes
no = no
set_pin = Set a PIN
pin_title = PIN of { $name }
pin_help = Four digits by which this person confirms results on the recorder’s phone. Let the person type them. Nobody can read them again.
pin_old = PIN until now
pin_new = New PIN, four digits
pin_change = Change the PIN
pin_is_four_digits = A PIN has four digits.
consent = Agree to research
consent_title = { $name } and research
consent_help = Matches can be given to researchers as a data set, under the licence CC BY 4.0. A match is only in it if everybody in it has agreed.
consent_hidden = The data set has no names, places, notes or exact dates; each person gets a code that can’t be traced back without a secret key. What was given away can’t be called back; a withdrawal holds for every later data set.
consent_given = { $name } agrees.
consent_missing = { $name } hasn’t agreed.
consent_agree = Record that { $name } agrees
consent_withdraw = Record that { $name } withdraws it
filter_sealed = Sealed result
filter_irregular = Against the rules
series_regular = Only matches that were played by the rules throughout count
series_seal_needed = Only matches whose result is sealed count
series_seals_after = Hours after which an undisputed result seals by itself (empty: never)
series_seals_by_itself = Undisputed results seal by themselves after { $n } h.
series_matches =
    { $all ->
        [one] { $n } of { $all }{ "\u00A0" }match recorded
       *[other] { $n } of { $all }{ "\u00A0" }matches recorded
    }
series_results = What the series requires of results
series_arbiters = Who arbitrates its matches (none ticked: every arbiter)
series_arbiters_named = Arbiters named by it: { $n }.

## Subjects

subjects = What was played
find_subject = Find a game or title
no_subject_found = Nothing of that name was played.
all_subjects = Show everything that was played
subjects_public = This is what was played in public matches; sign in to see everything.
subjects_help = A score sheet takes any game: sheets of one title count together, and are found here.
recorded_by = Recorded with
last_played = Last played
untitled_matches = Finished, without a title
untitled_of = { $game }, without a title
merged_titles = Other titles that count here
change_subject = Change this title
rename_subject = Rename
rename_subject_help = Lists and pages show the new name; the sheets stay as they were written.
merge_subject = Merge with another title
merge_subject_title = Which title is the same game as { $name }?
merge_subject_choose = Choose a title; you will see what changes before it is done. The matches of { $name } then count for the title that you choose, and the name of that title stays.
merge_subject_help =
    { $n ->
        [one] The one match of { $name } counts for { $other }, in statistics, leaderboards and ratings. This can be undone on the page of { $other }.
       *[other] The { $n } matches of { $name } count for { $other }, in statistics, leaderboards and ratings. This can be undone on the page of { $other }.
    }
merge_subject_sure = They are one game
undo_subject_merge_help = The title counts by itself again, with these matches and with whatever had been merged into it before.
undo_subject_merge_sure = They are two games
filter_subject = Title
all_titles = All { $n } games and titles

## Imports

imports = Imports
import_one = Import
import_link = Import a file from another program
import_file = File
import_choose_file = Choose a file
import_help = An export of BG Stats (JSON), plays of BoardGameGeek (XML), games of chess (PGN) or a table (CSV), up to { $n } MB. You will see what would happen before anything is imported.
import_source = Where it comes from (optional)
import_source_help = A name of your own, such as “club table”. Give the same name next time, and matches that are here already are recognised.
import_look = See what will happen
imports_before = Imports so far
imports_none = Nothing was imported yet.
import_date = Begun
import_matches = Imported
import_fault_409 = This file can’t be taken just now.
import_fault_413 = This file is too large.
import_fault_422 = Nothing of this file can be imported.
import_fault_503 = There is no room for another file just now.
import_state_planning = is being read
import_state_planned = ready to be imported
import_state_asking = asks who is who
import_state_unreadable = can’t be read
import_state_running = is being imported
import_state_stopped = stopped
import_state_done = imported
import_state_taking_back = is being taken back
import_state_taken_back = taken back
import_unreadable = The file can’t be read any further
import_line = line{ "\u00A0" }{ $n }
import_line_and_column = line{ "\u00A0" }{ $n }, column{ "\u00A0" }{ $column }
import_progress = How far it is
import_look_again = Look again
import_stop = Stop
import_done = What was imported
import_done_new = imported
import_done_changed = corrected
import_done_known = were here already
import_done_removed = removed here before
import_done_refused = refused
import_another = Import another file
import_plan = What will happen
import_dates = Played between { $first } and { $last }
import_fate_new = new
import_fate_changed = to be corrected
import_fate_known = here already
import_fate_removed = removed here
import_fate_refused = refused
import_why_refused = Why refused
import_more =
    { $n ->
        [one] and one more
       *[other] and { $n } more
    }
import_sealed =
    { $n ->
        [one] One match stays, since its result is sealed.
       *[other] { $n } matches stay, since their results are sealed.
    }
import_unreadable_scores =
    { $n ->
        [one] One score isn’t a number; it is kept as written and doesn’t count.
       *[other] { $n } scores aren’t numbers; they are kept as written and don’t count.
    }
import_broken = Only their beginning can be read; what follows becomes a comment
import_losses = Not imported:
import_loss_pictures = pictures
import_loss_ratings = ratings
import_loss_score_sheets = score sheets that can’t be read
import_loss_challenges = challenges
import_loss_groups = groups
import_loss_headers = headers of games for which there is no room
import_loss_comments = comments for which there is no room
import_loss_characters = games with characters that can’t stand in texts
import_loss_escaped_lines = escaped lines
import_unsure =
    { $n ->
        [one] Who is it?
       *[other] Who are they?
    }
import_unsure_help =
    { $n ->
        [one] One name belongs to several people. Say who it is; it is remembered for the next time.
       *[other] { $n } names belong to several people. Say who they are; it is remembered for the next time.
    }
import_choose = Please choose
import_nameless = somebody whose name was erased
import_somebody_new = somebody new
import_answer =
    { $n ->
        [one] Save who it is
       *[other] Save who they are
    }
import_save_people = Save these people
import_first_answer =
    { $n ->
        [one] The import can be started as soon as you have said who it is.
       *[other] The import can be started as soon as you have said who they are.
    }
import_run = Import
import_go_on = Go on importing
import_people = People
import_in_file = In the file
import_here = Here
import_again = Something wrong?
import_which_columns = Say which column is which
import_columns_help = Write the head of each column as it stands in the first row of the file. What is left empty is guessed.
import_columns_choose = Choose the column of the file for each of these. What isn’t chosen is guessed.
import_column_guessed = Guess
import_column_date = Date
import_column_title = Title
import_column_players = Players
import_column_scores = Scores
import_column_winners = Winners
import_column_place = Place
import_column_minutes = Minutes
import_column_note = Note
import_column_id = ID
import_replan = Read the file again
import_discard_help = The file isn’t needed?
import_discard = Remove the file
import_take_back = Take it back
import_take_back_help =
    { $n ->
        [one] The match that it made is removed, together with people known only from it. This can’t be undone, but the file can be imported again.
       *[other] All { $n } matches that it made are removed, together with people known only from them. This can’t be undone, but the file can be imported again.
    }
import_take_back_sure = This import is to be taken back
import_take_back_do = Take it back for good
