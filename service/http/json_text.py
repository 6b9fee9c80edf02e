"""Parses JSON texts, with a limit on their nesting."""

import re
from typing import Any, Final

import msgspec

from domain.refusals import Misuse
from replay.text_input import UnreadableText, decode_changed_json
from service.problems import Problem

DEPTH_MAX: Final = 32
# It also matches an unterminated string, and never backtracks, so it takes linear time.
_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_ALL_SQUARE: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))


def read_json(text: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return the value of a JSON text. Raises `request.malformed` for invalid JSON, and Misuse for too deep nesting.

    Raises msgspec.ValidationError for a value that the decoder's type does not accept.
    """
    if _is_too_deep(text):
        raise Misuse(f"the body is nested more than {DEPTH_MAX} deep", place="body")
    try:
        try:
            return decoder.decode(text)
        except msgspec.ValidationError:
            raise
        except (msgspec.DecodeError, UnicodeDecodeError):
            return decode_changed_json(text, decoder)  # another program may have changed the text
    except UnreadableText as error:
        raise Problem("request.malformed", f"the body is not JSON: {error.says}") from error
    except RecursionError as error:
        raise Misuse("the body is nested too deep", place="body") from error


def _is_too_deep(text: bytes) -> bool:
    """Return whether a JSON text is nested too deep. The result for invalid JSON may be either."""
    if text.count(b"[") + text.count(b"{") <= DEPTH_MAX:
        return False  # the usual case
    brackets = _STRING.sub(b"", text).translate(_ALL_SQUARE, _NO_BRACKETS)
    if b"[" * (DEPTH_MAX + 1) in brackets:
        return True
    for _ in range(DEPTH_MAX):
        brackets = brackets.replace(b"[]", b"")  # the innermost pairs, one level of them
    return b"[]" in brackets
