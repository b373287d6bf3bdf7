# What people read otherwise than programs do. The key is the English sentence, with _ between its words.

that_belongs_to_the_phase_wanted_but_the_table_is_in_now = That can’t be done now: the table is in another phase.
