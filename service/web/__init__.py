"""The pages that people look at: lobby, replay, join, rulebook, adjudicate, with words for every problem."""
