"""What a process stands on, as those who run it see it."""
