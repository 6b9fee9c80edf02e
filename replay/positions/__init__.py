"""A position: a table written down, as every answer writes it."""
