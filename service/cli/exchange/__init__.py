"""Commands that import and export."""
