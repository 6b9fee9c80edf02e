"""What a viewer can know of hidden cards, inferred only from the events that this viewer may read."""
