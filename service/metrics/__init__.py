"""What the service tells Prometheus of itself, over all its processes."""
