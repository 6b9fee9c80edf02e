"""Lines of a stream, from pieces of any size."""


class Lines:
    r"""Takes bytes in pieces, and returns each line when it is complete.

    Only `\n` ends a line: JSON may hold U+2028, at which `str.splitlines` splits. A last line without an end was
    interrupted, and is never returned.
    """

    def __init__(self) -> None:
        self._rest = b""

    def add(self, piece: bytes) -> list[bytes]:
        """Return the lines that this piece ends, without their ends."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return lines
