"""The service: HTTP, wiring, the event store, access and the command line."""
