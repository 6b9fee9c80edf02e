"""The rulebooks' sections, one a file: guards ask, rules let events happen, appliers lay them on the table."""
