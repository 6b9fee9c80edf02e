"""The commands of `haricot tournament`."""
