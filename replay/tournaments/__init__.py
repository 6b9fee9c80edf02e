"""Tournament files: written, read and verified."""
