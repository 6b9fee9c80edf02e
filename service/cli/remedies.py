"""The book of remedies on the command line."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from domain.refusals import Misuse
from service.cli.options import PATH, Function, RenamedOption
from service.cli.output import say_json

if TYPE_CHECKING:
    from domain.remedies import Article, Book


def book_option(command: Function) -> Function:
    """Give a command its parameter `book`: from --remedies, from the setting, else the default one."""

    @click.option(
        "--remedies",
        "chosen",
        cls=RenamedOption,
        formerly=["--book"],
        type=PATH,
        show_default="HARICOT_BOOK, or `tournament`",
        help="Your own book of remedies: a TOML file like `tournament`.",
    )
    @wraps(command)
    def by_the_book(*args: Any, chosen: Path | None, **given: Any) -> Any:
        from service.remedies import book_at  # noqa: PLC0415  # it loads every edition, and --help needs none
        from service.settings import SETTINGS, values_of  # noqa: PLC0415  # nor of this

        if chosen is not None:
            return command(*args, book=book_at(str(chosen)), **given)
        values, wrong = values_of(setting for setting in SETTINGS if setting.name == "BOOK")
        if wrong:
            raise Misuse(f"HARICOT_BOOK: {wrong['BOOK']}")
        return command(*args, book=book_at(values["BOOK"]), **given)

    return cast("Function", by_the_book)


def tell_book(book: "Book", name: str | None, lang: str, as_json: bool) -> None:
    """Print a book of remedies, or one entry. Raises Misuse if it has no such entry."""
    if name is None:
        entries: tuple[Article, ...] = book.entries
    elif (one := book.entry(name)) is None:
        raise Misuse(f"{book.key} has no entry {name!r}; `haricot rules {book.key}` lists them")
    else:
        entries = (one,)
    tell: Callable[[Article], None] = _in_json(book, lang) if as_json else _in_words(book, lang)
    for entry in entries:
        tell(entry)


def _in_json(book: "Book", lang: str) -> "Callable[[Article], None]":
    def tell(entry: "Article") -> None:
        section = book.entries.index(entry) + 1
        says = book.whole(entry, lang)
        say_json({"id": entry.id, "section": section, "says": says, "source": book.source, "ambiguity": []})

    return tell


def _in_words(book: "Book", lang: str) -> "Callable[[Article], None]":
    return lambda entry: click.echo(f"{entry.id}  {book.whole(entry, lang)}")
