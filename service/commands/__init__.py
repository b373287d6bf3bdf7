"""What writes: each command decides and stores, or refuses."""
