"""What can go wrong over HTTP, as problem details (RFC 9457)."""
