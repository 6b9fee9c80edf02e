"""What is remembered: the record of a game, its bytes, its past tables, its forks, its audit."""
