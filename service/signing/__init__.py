"""What the service signs of its games, so that nobody can change them afterwards unseen."""
