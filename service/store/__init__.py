"""The event store, and the metadata store beside it."""
