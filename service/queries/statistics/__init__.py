"""What is asked of the statistics, and what they tell."""
