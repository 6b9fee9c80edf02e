"""Operations on games as a whole: make, list, fork, name persons and tokens."""
