"""What machines write: JSON that is read straight into its type, commands above all."""

from typing import Any, Final

import msgspec

from service.http.json_text import read_json
from service.http.validation_errors import Fault, faults, misshapen

_ANY: Final = msgspec.json.Decoder()


class JsonBody:
    """A body of one type, which msgspec reads and the description shows as it is."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape
        self._decoder = msgspec.json.Decoder(shape)

    def read(self, text: bytes) -> Any:
        """Return the value in a JSON text; Misuse with all its faults, `request.malformed` for no JSON."""
        try:
            return read_json(text, self._decoder)
        except msgspec.ValidationError as error:
            raise misshapen(_faults(text, self.shape) or [Fault("body", str(error))]) from error


def _faults(text: bytes, shape: Any) -> list[Fault]:
    """Return what is wrong, place by place; nothing where a number is too large even to be looked at.

    The decoder of a type stops at its first fault: only here is the text read to its end, and may turn out to be no
    JSON (`request.malformed`).
    """
    try:
        return faults(read_json(text, _ANY), shape)
    except msgspec.ValidationError:
        return []
