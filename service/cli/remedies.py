"""The option and the output of the book of remedies."""

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from domain.refusals import Misuse
from service.cli.options import PATH, Function, RenamedOption
from service.cli.output import print_json

if TYPE_CHECKING:
    from domain.remedies import Article, Book


def book_option(command: Function) -> Function:
    """Give a command the parameter `book`: the book of --remedies, else of the setting, else the default one."""

    @click.option(
        "--remedies",
        "book_path",
        cls=RenamedOption,
        former_names=["--book"],
        type=PATH,
        show_default="HARICOT_BOOK, or `tournament`",
        help="Your own book of remedies: a TOML file like `tournament`.",
    )
    @wraps(command)
    def with_book(*args: Any, book_path: Path | None, **options: Any) -> Any:
        from service.remedies import book_at  # noqa: PLC0415  # importing it loads every edition, and --help needs none
        from service.settings import SETTINGS, values_of  # noqa: PLC0415  # as above

        if book_path is not None:
            return command(*args, book=book_at(str(book_path)), **options)
        values, faults = values_of(setting for setting in SETTINGS if setting.name == "BOOK")
        if faults:
            raise Misuse(f"HARICOT_BOOK: {faults['BOOK']}")
        return command(*args, book=book_at(values["BOOK"]), **options)

    return cast("Function", with_book)


def print_book(book: "Book", name: str | None, lang: str, as_json: bool) -> None:
    """Print a book of remedies, or one entry. Raises Misuse if it has no such entry."""
    if name is None:
        entries: tuple[Article, ...] = book.entries
    elif (article := book.entry(name)) is None:
        raise Misuse(f"{book.key} has no entry {name!r}; `haricot rules {book.key}` lists them")
    else:
        entries = (article,)
    for entry in entries:
        text = book.whole(entry, lang)
        if as_json:
            section = book.entries.index(entry) + 1
            print_json({"id": entry.id, "section": section, "says": text, "source": book.source, "ambiguity": []})
        else:
            click.echo(f"{entry.id}  {text}")
