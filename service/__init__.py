"""What talks to the world: the event store, the bots, the command line."""
