"""Operations that prove what the signed log holds."""
