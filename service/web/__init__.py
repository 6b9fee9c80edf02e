"""The web pages: lobby, replay, join, rulebook, adjudication, and a page for every problem."""
