"""Stores tournaments, handles their commands, and simulates them."""
