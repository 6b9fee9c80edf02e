"""The log of events, with what is kept beside it."""
