"""Which series there are, and which matches count in them."""
