"""The routes, and beside them their schemas."""
