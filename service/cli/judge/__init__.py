"""Commands that audit, verify and adjudicate."""
