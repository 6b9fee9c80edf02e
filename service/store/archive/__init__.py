"""A whole store in one file, whichever database it comes from or goes to."""
