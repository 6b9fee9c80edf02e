"""What is kept beside the log: one file for each kind of entry, with its table."""
