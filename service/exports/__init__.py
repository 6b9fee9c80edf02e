"""Many games at once, as tables or as their files: for other servers what the public sees, for the operator all."""
