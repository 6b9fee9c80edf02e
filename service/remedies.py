"""The book of remedies of the service, and its entries for verdicts."""

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
    """The entry of the book of remedies for an irregularity, in words, with its address."""

    id: str
    says: str
    url: str


def remedy_for_refusal(book: Book, mechanism: str, lang: str) -> Remedy:
    """Return the remedy for a command that was carried out though this mechanism refuses it."""
    return _remedy(book, book.for_refusal(mechanism), lang)


def remedy_for_finding(book: Book, says: Finding | str, lang: str) -> Remedy:
    """Return the remedy for this finding of an audit."""
    return _remedy(book, book.for_finding(says), lang)


def _remedy(book: Book, entry: Article, lang: str) -> Remedy:
    return Remedy(id=entry.id, says=book.brief(entry, lang), url=ADDRESS.format(book=book.key, entry=entry.id))


def book_at(path: str) -> Book:
    """Return the book in this TOML file, or the default one. Raises Misuse for a missing or faulty file."""
    if not path:
        return TOURNAMENT
    try:
        read = read_toml(Path(path).read_bytes())
    except (OSError, UnreadableText) as error:
        raise Misuse(f"{path} is no book of remedies: {error}") from error
    return read_book(read, path)


def is_book(path: str) -> None:
    """Check a setting. Raises ValidationError if there is no such book."""
    try:
        book_at(path)
    except Misuse as error:
        raise ValidationError(error.says) from error
