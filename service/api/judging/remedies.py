"""The book of remedies over HTTP."""

from typing import Annotated, Any

from domain.member_types import one_of
from domain.remedies import TERMS, Article, Book
from service.api.judging.ruleset_schemas import Language
from service.api.response_schemas import Answer
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.problems import Problem
from service.remedies import ADDRESS


class BookEntry(Answer):
    """The remedy for one kind of irregularity: `says` has all of it, and the steps of the penalty by their names.

    `refusals` are the mechanisms, `findings` the findings of an audit, that it answers. The `general` one answers the
    rest.
    """

    id: str
    name: str
    says: str
    remedy: str
    term: Annotated[str, one_of(*TERMS)]
    penalties: tuple[str, ...]
    refusals: tuple[str, ...]
    findings: tuple[str, ...]
    general: bool
    url: str


class RemedyBook(Answer):
    """A book of remedies, identified by its digest."""

    book: str
    lang: Language
    title: str
    version: str
    digest: str
    source: str
    entries: list[BookEntry]


remedies = Operations()


@remedies.operation("GET", "/books/<book>", "get_remedies", ResponseSpec(RemedyBook), RequestSpec(query=LanguageQuery))
def get_remedies(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get the book of remedies that this service applies.

    Each verdict on an irregularity names its entry.
    """
    book, lang = _book(call), query["lang"]
    return answer(
        RemedyBook(
            book=book.key,
            lang=lang,
            title=book.name[lang],
            version=book.version,
            digest=book.digest,
            source=book.source,
            entries=[_entry(book, entry, lang) for entry in book.entries],
        )
    )


@remedies.operation(
    "GET", "/books/<book>/entries/<entry>", "get_remedy", ResponseSpec(BookEntry), RequestSpec(query=LanguageQuery)
)
def get_remedy(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get one entry of the book of remedies.

    It says until when something can be claimed, the remedy, and the steps of the penalty.
    """
    book = _book(call)
    entry = book.entry(call.args["entry"])
    if entry is None:
        raise Problem("not-found", f"{book.key} has no entry {call.args['entry'][:40]!r}: see /v1/books/{book.key}")
    return answer(_entry(book, entry, query["lang"]))


def _book(call: Call) -> Book:
    book = call.context.book
    if call.args["book"] != book.key:
        raise Problem("not-found", f"this service applies the book {book.key}: see /v1/books/{book.key}")
    return book


def _entry(book: Book, entry: Article, lang: str) -> BookEntry:
    text = book.text(entry, lang)
    return BookEntry(
        id=entry.id,
        name=text.name,
        says=book.whole(entry, lang),
        remedy=text.remedy,
        term=entry.term,
        penalties=entry.penalties,
        refusals=entry.refusals,
        findings=entry.findings,
        general=entry.general,
        url=ADDRESS.format(book=book.key, entry=entry.id),
    )
