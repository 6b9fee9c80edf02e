"""The book of remedies that a service goes by, with what it says beside a verdict."""

from pathlib import Path
from typing import Final

from marshmallow import ValidationError

from domain.findings import Finding
from domain.refusals import Misuse
from domain.remedies import TOURNAMENT, Article, Book, read_book
from domain.values import Value
from replay.text_input import UnreadableText, read_toml

ADDRESS: Final = "/rules/{book}#{entry}"


class Remedy(Value):
    """What the book of remedies says of something irregular: its entry, in words, with its address."""

    id: str
    says: str
    url: str


def remedy_for_refusal(book: Book, mechanism: str, lang: str) -> Remedy:
    """Return what is done where a command was carried out that this mechanism refuses."""
    return _remedy(book, book.for_refusal(mechanism), lang)


def remedy_for_finding(book: Book, says: Finding | str, lang: str) -> Remedy:
    """Return what is done where an audit found this."""
    return _remedy(book, book.for_finding(says), lang)


def _remedy(book: Book, entry: Article, lang: str) -> Remedy:
    return Remedy(id=entry.id, says=book.brief(entry, lang), url=ADDRESS.format(book=book.key, entry=entry.id))


def book_at(path: str) -> Book:
    """The book in this TOML file, the one of this Haricot for no path; Misuse when there is none, or a faulty one."""
    if not path:
        return TOURNAMENT
    try:
        read = read_toml(Path(path).read_bytes())
    except (OSError, UnreadableText) as error:
        raise Misuse(f"{path} is no book of remedies: {error}") from error
    return read_book(read, path)


def is_book(path: str) -> None:
    """Check a setting: ValidationError when there is no such book."""
    try:
        book_at(path)
    except Misuse as error:
        raise ValidationError(error.says) from error
