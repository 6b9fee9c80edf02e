"""Bodies that machines write: JSON that is read directly into its type, commands above all."""

from typing import Any, Final

import msgspec

from service.http.json_text import read_json
from service.http.validation_errors import Fault, faults, misshapen

_ANY: Final = msgspec.json.Decoder()


class JsonBody:
    """A body of one type, which msgspec reads. The API description has its schema."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape
        self._decoder = msgspec.json.Decoder(shape)

    def read(self, text: bytes) -> Any:
        """Return the value of a JSON text.

        Raises Misuse with all its faults, or `request.malformed` for invalid JSON.
        """
        try:
            return read_json(text, self._decoder)
        except msgspec.ValidationError as error:
            raise misshapen(_faults(text, self.shape) or [Fault("body", str(error))]) from error


def _faults(text: bytes, shape: Any) -> list[Fault]:
    """Return the faults, place by place, or none if a number is too large to be read.

    The typed decoder stops at its first fault. So only here is the text read to its end, and may turn out to be invalid
    JSON (`request.malformed`).
    """
    try:
        return faults(read_json(text, _ANY), shape)
    except msgspec.ValidationError:
        return []
