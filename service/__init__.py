"""The service: HTTP API, event store, bots, command line."""
