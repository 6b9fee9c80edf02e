"""Operations of tournaments: make, read, act, follow."""
