"""Which matches count in statistics, and what is known of them."""
