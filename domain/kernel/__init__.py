"""What every game shares: the interface of a game, seats, chance, viewers, cards and errors."""
