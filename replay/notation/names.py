"""The names of cards, places and seats: codes, and names in every language."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from domain.cards import FACE_DOWN, Card
from domain.edition_data.edition import EditionData
from domain.edition_data.family import FAMILY, LANGUAGES
from domain.editions import EDITIONS
from domain.refusals import Misuse

UNKNOWN_CARD: Final = "??"
"""The notation of an unseen card."""
SEATS: Final = ascii_uppercase[:16]
"""The letters of the seats, the first one A."""


class Unreadable(Misuse):
    """A word without meaning here; `at` is where it begins in the text, counted from 0.

    `meant` returns the suggestions at the end of the message. It is called only when the message is needed, since most
    often another form can read the word.
    """

    def __init__(self, says: str, at: int = 0, meant: Callable[[], str] = str) -> None:
        self._says = says
        self._meant = meant
        super().__init__(says)
        self.at = at

    @property
    def says(self) -> str:
        """The whole sentence."""
        self._says, self._meant = self._says + self._meant(), str
        return self._says

    @says.setter
    def says(self, says: str) -> None:
        self._says = says

    def __str__(self) -> str:
        return self.says


class Names:
    """The names of an edition's cards and places: reads any language, writes codes in `language`."""

    def __init__(self, data: EditionData, language: str = "en") -> None:
        self._codes = {FACE_DOWN: UNKNOWN_CARD}
        for variety in data.varieties:
            self._codes[variety.id] = data.code(variety.id, language)
        self._cards = {UNKNOWN_CARD: FACE_DOWN}
        for card, name in _card_names(data):
            self._cards.setdefault(normalise_name(name), card)
        self._places = _place_words(data)

    @property
    def example_card(self) -> str:
        """The code of a card for examples."""
        return self._codes.get("red") or [*self._codes.values()][-1]

    @property
    def example_place(self) -> str:
        """The id of a place for examples, or a stand-in where the edition has no board."""
        return "farm-2"

    @property
    def other_place(self) -> str:
        """The id of another place, for examples with two."""
        return "village-1"

    def code(self, card: Card) -> str:
        """Return the notation of a card; a card that the edition does not have stays as it is."""
        return self._codes.get(card, card)

    def card(self, written: str) -> Card:
        """Return the variety of this code or name in any language; Unreadable, perhaps with what was meant."""
        word = written.strip('"')
        found = self._cards.get(UNKNOWN_CARD if word == UNKNOWN_CARD else normalise_name(word))
        if found is None:
            raise Unreadable(
                f"no card {word!r} in this game",
                meant=lambda: did_you_mean(normalise_name(word), self._cards, self._said),
            )
        return found

    def _said(self, name: str) -> str:
        return self.code(self._cards[name])

    def place(self, written: str) -> str:
        """Return the id of a place on the board, such as "iron-mine-1", named in any language."""
        words = [normalise_name(word) for word in re.split(r"[\s_-]+", written.strip('"')) if word]
        found: list[str] = []
        while words:
            lengths = (length for length in range(len(words), 0, -1) if tuple(words[:length]) in self._places)
            length = next(lengths, 1)
            found.append(self._places.get(tuple(words[:length]), words[0]))
            del words[:length]
        return "-".join(found)


@lru_cache(maxsize=64)
def names_of(edition: str, language: str = "en") -> Names:
    """Return the words of the edition of this key."""
    return Names(EDITIONS[edition].data, language)


def normalise_name(name: str) -> str:
    """Return a name without case, accents and punctuation."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if sign.isalnum())


def did_you_mean(word: str, known: Iterable[str] | Mapping[str, object], said: object = None) -> str:
    """Return the end of a sentence that asks whether one of the `known` words was meant; empty when none is similar."""
    alike = get_close_matches(word, [*known], n=3, cutoff=0.6 if len(word) > 2 else 0.5)
    meant = dict.fromkeys(said(name) if callable(said) else name for name in alike)
    return f"; did you mean {' or '.join(meant)}?" if meant else ""


def _card_names(data: EditionData) -> Iterator[tuple[Card, str]]:
    """Yield every code and name of each card; the first one wins."""
    for variety in data.varieties:
        yield variety.id, variety.id
        yield from ((variety.id, data.code(variety.id, language)) for language in LANGUAGES)
    for language in LANGUAGES:
        for beans in (data.bean_names(language), FAMILY.beans[language]):
            named = [(variety.id, beans[variety.id]) for variety in data.varieties if variety.id in beans]
            yield from ((card, word) for card, name in named for word in (name.name, name.many, name.short))


def _place_words(data: EditionData) -> dict[tuple[str, ...], str]:
    """Return the parts of the names of places, in words without punctuation, with the part of the id each means."""
    found: dict[tuple[str, ...], str] = {}
    for language in LANGUAGES:
        for key, phrase in data.texts("words", language).items():
            if ":" not in key and "." not in key:
                words = tuple(normalise_name(word) for word in re.split(r"[\s-]+", phrase))
                found.setdefault(words, key.replace("_", "-"))
                found.setdefault(tuple(key.split("_")), key.replace("_", "-"))
    return found
