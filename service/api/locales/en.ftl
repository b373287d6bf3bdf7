# Words in answers of the API.

## Who is meant

the_table = The table
you = you
somebody = Commentator

## Records

record_highest_score = Highest score
record_lowest_score = Lowest score
record_highest_winning_score = Highest winning score
record_lowest_winning_score = Lowest winning score
record_biggest_margin = Biggest margin of a winner
record_smallest_margin = Smallest margin of a winner
record_most_steps = Match with most steps
record_fewest_steps = Match with fewest steps
record_longest = Longest match
record_shortest = Shortest match
record_most_of_figure = { $figure }: the most in one match
