"""What reads rows and logs."""
