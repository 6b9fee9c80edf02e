"""Reads text that other programs have changed, or refuses it and names the cause."""

import codecs
import re
import tomllib
import unicodedata
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from domain.refusals import Misuse

Shape = TypeVar("Shape")
_ANY: Final = msgspec.json.Decoder()
BYTE_ORDER_MARK: Final = "\ufeff"
_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "UTF-8"),
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
"""Byte order marks with their encodings; a longer mark comes before those that it begins with."""
_NOT_TEXT: Final = (
    (b"\x1f\x8b", "it is compressed with gzip: unpack it first"),
    (b"PK\x03\x04", "it is a ZIP archive, as office documents are: unpack it, or save it as plain text"),
    (b"%PDF", "it is a PDF: save it as plain text"),
    (b"{\\rtf", "it is rich text (RTF): save it as plain text"),
)
_WEB_PAGE: Final = re.compile(rb"\s*<(!doctype\s+html|html)", re.IGNORECASE)
_QUOTED_PRINTABLE: Final = re.compile(rb"=\n|=3D|=[C-F][0-9A-F]=[89AB][0-9A-F]")
_MAIL_QUOTE: Final = re.compile(rb"> ?\S")
_HTML_QUOTE: Final = b"&quot;"
_LINE_ENDS: Final = re.compile("\r\n?|[\u0085\u2028\u2029]")
_UNUSUAL_BLANK: Final = re.compile(r"[^\S\n ]")
_FORMATTED_JSON: Final = re.compile(rb'\{(\s|"\w+": )')
_TOKENS: Final = re.compile(rb'("(?:[^"\\]|\\.)*")|[ \t\n]+', re.DOTALL)
_AT_LINE: Final = re.compile(r"at line (\d+)")
_AT_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_NUL_SHARE: Final = 4
"""A text is UTF-16 or UTF-32 if one in this many bytes is NUL."""
_BEGINNING_BYTES: Final = 4096

_TYPOGRAPHIC: Final = {
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
    "\u2026": "...",
    "\u2192": "->",
    "\u2212": "-",
}
"""Characters that word processors insert, with the typed characters that they replace."""


class UnreadableText(Misuse):
    """Text that a program has changed so that it cannot be read; `says` names the cause and the remedy."""


class StrangeCharacter(NamedTuple):
    """A character that a program has put in place of another; `meant` is the other one, empty for none."""

    at: int
    character: str
    meant: str

    @property
    def says(self) -> str:
        """A sentence that names the character and tells what to do."""
        code = f"U+{ord(self.character):04X} ({unicodedata.name(self.character, 'no name').lower()})"
        if not self.meant:
            return f"{code} stands there and cannot be seen: remove it"
        shown = "" if self.character.isspace() else f"{self.character} is "
        return f"{shown}{code}: type {'a plain blank' if self.meant == ' ' else self.meant} instead"


def plain_bytes(data: bytes) -> bytes:
    """Return a text as UTF-8 without byte order mark and with plain line ends; other bytes stay in it as they are.

    UTF-16 and UTF-32 are read where a byte order mark declares them. UnreadableText for files that are no text.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            data = data[len(mark) :] if encoding == "UTF-8" else _decode(data, encoding).encode()
            break
    begins = data[:_BEGINNING_BYTES]
    for kind, says in _NOT_TEXT:
        if begins.startswith(kind):
            raise UnreadableText(says)
    if begins.count(0) * _NUL_SHARE >= max(len(begins), 1):
        raise UnreadableText("it is UTF-16 or UTF-32 without a byte order mark, or no text at all: save it as UTF-8")
    if _WEB_PAGE.match(begins):
        raise UnreadableText("it is a web page (HTML), not the file that the page offers: save that one")
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def plain_text(data: bytes) -> str:
    """Return the text of these bytes, as `plain_bytes` does; UnreadableText also for bytes that are not UTF-8."""
    text = _decode(plain_bytes(data), "UTF-8")
    if says := mail_damage(text.encode()):
        raise UnreadableText(says)
    return plain_lines(text)


def decode_json(data: bytes) -> Any:
    """Return the value in a JSON text; UnreadableText with place and cause for any other, also one nested too deep."""
    try:
        return _ANY.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return decode_changed_json(data, _ANY)
    except (RecursionError, msgspec.ValidationError) as error:  # the latter for numbers that no program can hold
        raise UnreadableText(str(error)) from error


def decode_changed_json(data: bytes, decoder: msgspec.json.Decoder[Shape]) -> Shape:
    """Return the value in a JSON text that a program has changed; UnreadableText with place and cause for any other.

    JSON that does not fit the decoder raises msgspec.ValidationError.
    """
    plain = plain_text(data).encode()
    try:
        return decoder.decode(plain)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError as error:
        raise UnreadableText(mail_damage(plain, 1) or _json_fault(plain, error)) from error


def read_toml(data: bytes) -> dict[str, Any]:
    """Return the content of a TOML text; UnreadableText with place and cause for any other."""
    text = plain_text(data)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = text.split("\n")[int(found[1]) - 1] if found is not None else ""
        strange = strange_character(line)
        why = "" if strange is None else f"; {strange.says}"
        raise UnreadableText(f"{error}{why}") from error


def strip_json_blanks(data: bytes) -> bytes:
    """Return a JSON text without line ends around it, and without the blanks of a program that formatted it."""
    data = data.strip(b"\n")
    return _TOKENS.sub(lambda found: found[1] or b"", data) if _FORMATTED_JSON.match(data) else data


def plain_lines(text: str) -> str:
    """Return a text without byte order mark, with plain line ends."""
    return _LINE_ENDS.sub("\n", text.removeprefix(BYTE_ORDER_MARK))


def plain_blanks(text: str) -> str:
    """Return a text with a plain blank for each character that looks like one; every other stays in its place."""
    return _UNUSUAL_BLANK.sub(" ", text)


def mail_damage(data: bytes, least: int = 2) -> str:
    """Return a sentence on what a mail program did to a text; empty if fewer than `least` traces of it are found."""
    begins = data[:_BEGINNING_BYTES]
    if len(_QUOTED_PRINTABLE.findall(begins)) >= least:
        return "it is quoted-printable, as mail programs write it: save the attachment itself"
    if _MAIL_QUOTE.match(begins) and all(line[:1] == b">" for line in begins.rstrip(b"\n").split(b"\n")):
        return "each line begins with >, as mail programs quote: remove these, or save the attachment itself"
    if begins.count(_HTML_QUOTE) > 1:
        return "its quotation marks are written as &quot;, as web pages do: save the file itself"
    return ""


def strange_character(text: str, begin: int = 0, end: int | None = None) -> StrangeCharacter | None:
    """Return the first character between two places that a program has probably put there; None for none."""
    for at, character in enumerate(text[begin:end], begin):
        if character.isascii():
            continue
        if (meant := _intended_character(character)) is not None:
            return StrangeCharacter(at, character, meant)
    return None


def _intended_character(character: str) -> str | None:
    """Return what a character probably stands for; None where it is itself."""
    if character in _TYPOGRAPHIC:
        return _TYPOGRAPHIC[character]
    category = unicodedata.category(character)
    if category == "Pd":
        return "-"
    if category == "Zs":
        return " "
    if category in ("Cf", "Cc", "Zl", "Zp"):
        return ""
    folded = unicodedata.normalize("NFKC", character)
    return folded if folded != character and folded.isascii() else None


def place_in(text: str, at: int) -> str:
    """Return the line and column of a place in a text, both counted from 1, as words."""
    before = text[:at]
    return f"line {before.count(chr(10)) + 1}, column {at - before.rfind(chr(10))}"


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "UTF-8":
            raise UnreadableText(f"it begins as {encoding} and is none: save it as UTF-8") from error
        before = data[: error.start].decode()
        raise UnreadableText(
            f"it is not UTF-8: byte 0x{data[error.start]:02x} at {place_in(before, len(before))} is of another "
            "encoding, such as Latin-1 or Windows-1252. Save it as UTF-8"
        ) from error


def _json_fault(data: bytes, error: Exception) -> str:
    """Return the fault of a text that is no JSON, with the character of another program where it ends."""
    says = str(error)
    found = _AT_BYTE.search(says)
    if found is None:
        return says
    text = data.decode("utf-8", "replace")
    at = len(data[: int(found[1])].decode("utf-8", "ignore"))
    strange = strange_character(text, at, at + 1) or strange_character(text, max(at - 1, 0), at)
    strange = strange or (strange_character(text) if at == 0 else None)
    where = place_in(text, at if strange is None else strange.at)
    return f"{says[: found.start()]}({where})" if strange is None else f"{where}: {strange.says}"
