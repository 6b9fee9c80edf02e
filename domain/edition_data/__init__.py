"""The data of the editions: what all of them share, what each TOML file gives, how a file is read and checked."""
