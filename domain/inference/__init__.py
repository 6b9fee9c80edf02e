"""What a viewer may know of the cards that they do not see, reckoned from what they have read alone."""
