"""Stores disputes and the calls for arbiters, and carries out the rulings."""
