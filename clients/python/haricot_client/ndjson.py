"""Lines of a stream, however it was cut on its way."""


class Lines:
    r"""Takes bytes in pieces, and gives lines as soon as they are whole.

    `\n` ends a line and nothing else does: JSON may hold U+2028, at which `str.splitlines` cuts. A last line without an
    end was cut short, and never comes.
    """

    def __init__(self) -> None:
        self._rest = b""

    def add(self, piece: bytes) -> list[bytes]:
        """Return the lines that this piece ends, without their ends."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return lines
