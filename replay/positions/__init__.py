"""Positions: a table as JSON, in the one form that all answers use."""
