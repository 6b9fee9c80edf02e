"""The pages that people look at: lobby, replay, join, rulebook, adjudicate, and the words for every problem."""
