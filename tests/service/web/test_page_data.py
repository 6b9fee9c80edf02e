"""The data of the editions for scripts: in the language of the page, with the card names of the game's edition."""

from collections.abc import Iterator

import pytest
from flask import Flask

from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from service.web.page_data import script_data


@pytest.fixture(autouse=True)
def request_of_a_page() -> Iterator[None]:
    """Push an application context, which caches the assets."""
    with Flask("page").app_context():
        yield


def head(edition: str) -> dict[str, dict[str, str]]:
    return {"rules": {"edition": edition, "version": EDITIONS[edition].data.version}}


@pytest.mark.parametrize(
    ("edition", "language", "name"),
    [
        ("classic", "en", "Chili"),
        ("classic", "fr", "Feuer"),
        ("modern", "fr", "Cauchemar"),
        ("modern", "de", "Feuer"),
        (None, "fr", "Cauchemar"),
    ],
)
def test_page_data_names_cards_as_printed(edition, language, name):
    data = script_data(head(edition) if edition else None, language)
    assert data["names"]["chili"] == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_data_is_in_one_language(language):
    data = script_data(head("bohnaparte"), language)
    war = EDITIONS["bohnaparte"].data
    assert data["editions"]["bohnaparte"]["words"] == war.words[language]
    assert data["editions"]["duel"]["name"] == EDITIONS["duel"].data.name[language]
    assert data["editions"]["bohnaparte"]["phases"]["attack"] == war.phases["attack"][language]
