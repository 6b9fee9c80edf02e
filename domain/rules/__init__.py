"""The sections of the rulebooks, one in each file."""
