"""The HTTP interface, version 1: a room for each part of it."""
