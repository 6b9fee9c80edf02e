"""Exports of many games as tables or game files: the public part for integrators, everything for the operator."""
