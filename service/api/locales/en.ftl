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
record_biggest_margin = Biggest margin
record_smallest_margin = Smallest margin
record_most_steps = Most moves
record_fewest_steps = Fewest moves
record_longest = Longest match
record_shortest = Shortest match
