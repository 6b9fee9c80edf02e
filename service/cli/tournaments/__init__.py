"""The commands below `haricot tournament`, a file each."""
