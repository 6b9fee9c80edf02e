"""What the pages say, in the language of whoever looks."""

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
"""Every message of every language as it stands in its file."""

OWN_NAMES: Final = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""What each language calls itself."""

COOKIE: Final = "lang"


@cache
def _pattern_of(language: str, key: str) -> Pattern:
    return parsed(SOURCES[language][key])


def said(language: str, key: str, **arguments: Argument) -> str:
    """Return a message in a language; KeyError when there is no such message, or an argument is missing."""
    kept = {name: isolated(value) if isinstance(value, str) else value for name, value in arguments.items()}
    return filled(_pattern_of(language, key), language, kept)


def can_say(key: str) -> bool:
    """Return whether there is such a message: for what an edition may name and no page knows yet."""
    return key in SOURCES["en"]


def isolated(text: str) -> str:
    """Return a text that may run from right to left, so marked that it leaves the sentence around it as it is."""
    turned = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"\u2068{text}\u2069" if turned else text


def chosen() -> str | None:
    """Return the language that the address asks for, if it is one of ours."""
    asked = request.args.get("lang")
    return asked if asked in LANGUAGES else None


def language() -> str:
    """Return the language of a page: the address says so, else an earlier choice, else what the browser prefers."""
    if "language" not in g:
        kept = request.cookies.get(COOKIE)
        wanted = [tag.partition("-")[0] for tag, quality in request.accept_languages if quality > 0]
        g.language = chosen() or next((one for one in (kept, *wanted) if one in LANGUAGES), "en")
    return str(g.language)


def within_page(key: str, **arguments: object) -> Markup:
    """A message in the page's language, for its HTML: arguments are escaped unless they are markup themselves."""
    shown: dict[str, Any] = {
        name: value if isinstance(value, int) else str(escape(value)) for name, value in arguments.items()
    }
    return Markup(said(language(), key, **shown))  # no message holds a sign of HTML; a test sees to it


def localized_url(path: str, **query: object) -> str:
    """Return the address of another page of ours, in the language that this one was asked for."""
    path, mark, fragment = path.partition("#")
    pairs = {name: value for name, value in {**query, "lang": chosen()}.items() if value not in (None, "")}
    return (f"{path}{'&' if '?' in path else '?'}{urlencode(pairs, safe=':')}" if pairs else path) + mark + fragment


def in_language(one: str) -> str:
    """Return the query under which this very page is there in another language."""
    pairs = [(name, value) for name, value in request.args.items(multi=True) if name != "lang"]
    return f"?{urlencode([*pairs, ('lang', one)])}"


def words_of(*sections: str) -> Markup:
    """Return what js/i18n.js reads: the messages whose keys begin with one of these words, as Fluent within JSON."""
    fluent = "".join(
        f"    .{key.partition('.')[2]} = {source}\n" if "." in key else f"{key} = {source}\n"
        for key, source in SOURCES[language()].items()
        if key.partition("-")[0] in sections
    )
    return Markup('<script type="application/json" id="words">{}</script>').format(htmlsafe_json_dumps(fluent))


def speak(templates: Environment) -> None:
    """Lend templates these words: `_`, `lang`, `to`, `words_of`, `language_names`, `in_language`."""
    templates.globals.update(
        _=within_page,
        lang=language,
        to=localized_url,
        words_of=words_of,
        language_names=OWN_NAMES,
        in_language=in_language,
    )
