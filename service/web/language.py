"""The texts of the pages in the reader's language."""

import unicodedata
from functools import cache
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlencode

from flask import g, request
from jinja2 import Environment
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from domain.edition_data.family import LANGUAGES
from service.web.fluent import Argument, Pattern, filled, messages_of, parsed

SOURCES: Final = {
    language: messages_of(files("service.web").joinpath(f"locales/{language}.ftl").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
"""Every message of every language, as in its file."""

OWN_NAMES: Final = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""The name of each language in itself."""

COOKIE: Final = "lang"


@cache
def _pattern_of(language: str, key: str) -> Pattern:
    return parsed(SOURCES[language][key])


def translate(language: str, key: str, **arguments: Argument) -> str:
    """Return a message in a language. Raises KeyError if there is no such message, or an argument is missing."""
    isolated_arguments = {
        name: isolated(value) if isinstance(value, str) else value for name, value in arguments.items()
    }
    return filled(_pattern_of(language, key), language, isolated_arguments)


def has_message(key: str) -> bool:
    """Return whether there is such a message, since an edition may have names that no page knows."""
    return key in SOURCES["en"]


def isolated(text: str) -> str:
    """Return a text of any direction, marked so that it does not affect the sentence around it."""
    is_right_to_left = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"\u2068{text}\u2069" if is_right_to_left else text


def chosen() -> str | None:
    """Return the language of the address, if it is supported."""
    tag = request.args.get("lang")
    return tag if tag in LANGUAGES else None


def language() -> str:
    """Return the language of a page: that of the address, else of an earlier choice, else of the browser."""
    if "language" not in g:
        remembered = request.cookies.get(COOKIE)
        wanted = [tag.partition("-")[0] for tag, quality in request.accept_languages if quality > 0]
        g.language = chosen() or next((one for one in (remembered, *wanted) if one in LANGUAGES), "en")
    return str(g.language)


def within_page(key: str, **arguments: object) -> Markup:
    """Return a message in the page's language as HTML. Arguments are escaped unless they are markup."""
    shown: dict[str, Any] = {
        name: value if isinstance(value, int) else str(escape(value)) for name, value in arguments.items()
    }
    return Markup(translate(language(), key, **shown))  # no message contains HTML; a test checks this


def localized_url(path: str, **query: object) -> str:
    """Return the address of another page, in the language of this one."""
    path, mark, fragment = path.partition("#")
    pairs = {name: value for name, value in {**query, "lang": chosen()}.items() if value not in (None, "")}
    return (f"{path}{'&' if '?' in path else '?'}{urlencode(pairs, safe=':')}" if pairs else path) + mark + fragment


def in_language(one: str) -> str:
    """Return the query of this page in another language."""
    pairs = [(name, value) for name, value in request.args.items(multi=True) if name != "lang"]
    return f"?{urlencode([*pairs, ('lang', one)])}"


def words_of(*sections: str) -> Markup:
    """Return the data of js/i18n.js as Fluent in JSON: messages whose keys begin with one of these words.

    A section is the first word of keys, such as `tournament`, or the first two, such as `new-clock`.
    """
    beginnings = tuple(f"{section}-" for section in sections)
    fluent = "".join(
        f"    .{key.partition('.')[2]} = {source}\n" if "." in key else f"{key} = {source}\n"
        for key, source in SOURCES[language()].items()
        if f"{key}-".startswith(beginnings)
    )
    return Markup('<script type="application/json" id="words">{}</script>').format(htmlsafe_json_dumps(fluent))


def speak(templates: Environment) -> None:
    """Give templates the functions `_`, `lang`, `to`, `words_of`, `language_names`, `in_language`."""
    templates.globals.update(
        _=within_page,
        lang=language,
        to=localized_url,
        words_of=words_of,
        language_names=OWN_NAMES,
        in_language=in_language,
    )
