"""Operations on games as a whole: create, list, fork, name persons, tokens."""
