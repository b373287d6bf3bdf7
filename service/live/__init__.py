"""What follows the log while it grows."""
