"""The event store: the eventsourcing library with our mapper, and our recorder's extra rows."""
