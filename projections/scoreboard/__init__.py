"""How every match stands: its facts, its seats and the standings at each step."""
