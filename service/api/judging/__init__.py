"""Operations for arbiters and organisers: audits, positions, rulebooks, disputes, corrections."""
