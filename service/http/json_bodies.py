"""Request bodies that msgspec decodes directly into their type, such as commands."""

from typing import Any, Final

import msgspec

from service.http.json_text import read_json
from service.http.validation_errors import FieldError, field_errors, invalid_body

_ANY: Final = msgspec.json.Decoder()


class JsonBody:
    """A body of one type, which msgspec decodes. The API description has its schema."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape
        self._decoder = msgspec.json.Decoder(shape)

    def read(self, text: bytes) -> Any:
        """Return the value of a JSON text.

        Raises Misuse with all its errors, or `request.malformed` for invalid JSON.
        """
        try:
            return read_json(text, self._decoder)
        except msgspec.ValidationError as error:
            raise invalid_body(_field_errors(text, self.shape) or [FieldError("body", str(error))]) from error


def _field_errors(text: bytes, shape: Any) -> list[FieldError]:
    """Return the errors of a JSON text, or none if it has a number that is too large to be read.

    The typed decoder stops at its first error. So the text is read to its end only here, and may be invalid JSON
    (`request.malformed`).
    """
    try:
        return field_errors(read_json(text, _ANY), shape)
    except msgspec.ValidationError:
        return []
