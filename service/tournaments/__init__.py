"""Stores, runs and simulates tournaments."""
