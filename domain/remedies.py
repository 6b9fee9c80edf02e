"""A book of remedies: what an arbiter does about each thing that the rules do not allow."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final

import msgspec

from domain.edition_data.family import FAMILY, LANGUAGES, read_toml
from domain.editions import EDITIONS
from domain.events import Event
from domain.findings import Finding
from domain.refusals import Misuse
from domain.values import Value

IMPOSSIBLE: Final = "impossible"
"""The kind of finding without a name of its own: what cannot have happened on any table."""
TERMS: Final = ("next_turn", "first_planting", "confirmed")
"""The terms that a book may name: until when a player can make a claim."""

Words = dict[str, str]
"""A text by language."""


class ArticleText(Value, rename={"what": "is"}):
    """An entry in one language: its name, what it is, examples, what is done."""

    name: str
    what: str
    examples: tuple[str, ...]
    remedy: str


class Article(Value):
    """One kind of mistake.

    `refusals` are the mechanisms and `findings` the kinds of finding that it covers; `trade.*` covers all of a kind.
    `penalties` are the steps from the first time on. The `general` article covers all that no other does.
    """

    id: str
    term: str
    penalties: tuple[str, ...]
    en: ArticleText
    fr: ArticleText
    de: ArticleText
    refusals: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    general: bool = False


class Book(Value, dict=True, gc=True):
    """The articles of a book, with the texts around them."""

    key: str
    version: str
    source: str
    name: Words
    labels: dict[str, Words]
    terms: dict[str, Words]
    penalties: dict[str, Words]
    entries: tuple[Article, ...]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the whole book, texts included, since a ruling rests on them."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()

    @cached_property
    def _by_kind(self) -> dict[str, Article]:
        return {kind: entry for entry in self.entries for kind in (*entry.refusals, *entry.findings)}

    @cached_property
    def general(self) -> Article:
        """The article for what no other covers."""
        return next(entry for entry in self.entries if entry.general)

    def entry(self, name: str) -> Article | None:
        """Return the article with this id."""
        return next((entry for entry in self.entries if entry.id == name), None)

    def for_refusal(self, mechanism: str) -> Article:
        """Return the article for what this mechanism refuses: by its name, by its kind, else the general one."""
        return self._first((mechanism, f"{mechanism.partition('.')[0]}.*"))

    def for_finding(self, says: Finding | str) -> Article:
        """Return the article for what an audit found.

        It is looked up by the finding and its event, then by the finding; else it is the general one.
        """
        return self._first(kinds_of(says))

    def _first(self, kinds: Iterable[str]) -> Article:
        return next((self._by_kind[kind] for kind in kinds if kind in self._by_kind), self.general)

    def text(self, entry: Article, lang: str) -> ArticleText:
        """Return the text of an article in a language."""
        text: ArticleText = getattr(entry, lang)
        return text

    def whole(self, entry: Article, lang: str) -> str:
        """Return the whole text of an article."""
        text = self.text(entry, lang)
        examples = f"{self.labels['examples'][lang]}{self.labels['between'][lang].join(text.examples)}."
        term = f"{self.labels['term'][lang]}{self.terms[entry.term][lang]}."
        return f"{text.name}. {text.what} {examples} {term} {self._done(entry, lang)}"

    def brief(self, entry: Article, lang: str) -> str:
        """Return the short text shown with a verdict: the name, the remedy, the penalty."""
        return f"{self.text(entry, lang).name}. {self._done(entry, lang)}"

    def steps(self, entry: Article, lang: str) -> str:
        """Return the steps of its penalty, from the first time on."""
        return self.labels["repeated"][lang].join(self.penalties[step][lang] for step in entry.penalties)

    def _done(self, entry: Article, lang: str) -> str:
        done = f"{self.labels['remedy'][lang]}{self.text(entry, lang).remedy}"
        return f"{done} {self.labels['penalty'][lang]}{self.steps(entry, lang)}."


def kinds_of(says: Finding | str) -> Iterator[str]:
    """Yield the names of a finding in a book, the most specific first, such as `differs:field_harvested`, `differs`."""
    if isinstance(says, str):
        yield IMPOSSIBLE
        return
    event = says.facts.get("expected", says.facts.get("event"))
    about = str(event.__struct_config__.tag).partition(".")[0] if isinstance(event, Event) else says.facts.get("area")
    if isinstance(about, str):
        yield f"{says.name}:{about}"
    yield says.name


def read_book(read: dict[str, Any], name: str) -> Book:
    """Return the book that a TOML file of this `name` holds; Misuse lists all its faults."""
    try:
        book = msgspec.convert(read, Book)
    except msgspec.ValidationError as error:
        raise Misuse(f"{name} is no book of remedies: {error}") from error
    if faults := list(_faults(book)):
        raise Misuse(f"{name} is no book of remedies: {'; '.join(faults)}")
    return book


def _faults(book: Book) -> Iterator[str]:
    labels = ("examples", "between", "term", "remedy", "penalty", "repeated")
    texts = {"name": book.name, **book.labels, **book.terms, **book.penalties}
    yield from (f"the label {label} is absent" for label in labels if label not in book.labels)
    yield from (
        f"{name} has no words in {lang}" for name, said in texts.items() for lang in LANGUAGES if lang not in said
    )
    yield from (f"there is no term {term}, only {', '.join(TERMS)}" for term in book.terms if term not in TERMS)
    if book.key in EDITIONS:
        yield f"{book.key} is an edition"
    if sum(entry.general for entry in book.entries) != 1:
        yield "exactly one entry must be general"
    named = Counter(entry.id for entry in book.entries)
    answered = Counter(kind for entry in book.entries for kind in (*entry.refusals, *entry.findings))
    yield from (f"{twice} stands in it twice" for twice, count in (named + answered).items() if count > 1)
    mechanisms = {mechanism for edition in EDITIONS.values() for mechanism in edition.data.cites}
    groups = {f"{mechanism.partition('.')[0]}.*" for mechanism in mechanisms}
    known = {*FAMILY.findings["en"], "differs", IMPOSSIBLE}
    for entry in book.entries:
        if entry.term not in book.terms:
            yield f"{entry.id} names the term {entry.term}, which is absent"
        absent = [step for step in entry.penalties if step not in book.penalties]
        yield from (f"{entry.id} names the penalty {step}, which is absent" for step in absent)
        if not entry.penalties:
            yield f"{entry.id} names no penalty, not even `none`"
        unknown = [mechanism for mechanism in entry.refusals if mechanism not in mechanisms | groups]
        yield from (f"{entry.id} answers {mechanism}, which nothing refuses" for mechanism in unknown)
        unknown = [finding for finding in entry.findings if finding.partition(":")[0] not in known]
        yield from (f"{entry.id} answers {finding}, which no audit finds" for finding in unknown)


TOURNAMENT: Final = read_book(read_toml("domain", "tournament.toml"), "tournament.toml")
"""The book that comes with Haricot."""
