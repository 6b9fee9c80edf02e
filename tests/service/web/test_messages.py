"""The messages of the pages: complete in three languages, used, and punctuated by the rules of each language."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

import service.web
from domain.disputes.refusals import CODES
from domain.edition_data.family import LANGUAGES
from domain.remedies import TOURNAMENT
from service.web.fluent import NoFluent, filled, messages_of, parsed, variables
from service.web.language import SOURCES, has_message, isolated, translate
from service.web.pages import pages
from tests.long_tests import mostly_long

WEB = Path(service.web.__file__).parent
PLACES = [
    *sorted((WEB / "templates").rglob("*.html")),
    *sorted((WEB / "static" / "js").rglob("*.js")),
    *sorted(WEB.glob("*.py")),
]
CALLED = re.compile(r"""(?:\b(?:say|canSay)|(?<![\w.])_)\(\s*(["'`])([a-z][\w.-]*)(\1|\$\{)\s*(~?)""")
"""A use of a message by its key or by a prefix of its key."""
PREFIX = re.compile(r"""[`"']([a-z]\w*-[\w-]*)\$?\{""")
LITERAL = re.compile(r"""["'`]([a-z][\w.-]*)""")


# Checkers: each yields faults.


def differing_messages(ours: Mapping[str, str], theirs: Mapping[str, str]) -> Iterator[str]:
    """Yield keys that one language lacks or that have other arguments there."""
    yield from sorted(ours.keys() ^ theirs.keys())
    for key in ours.keys() & theirs.keys():
        if set(variables(parsed(ours[key]))) != set(variables(parsed(theirs[key]))):
            yield f"{key}: other arguments"


def undefined_messages(text: str, keys: set[str]) -> Iterator[str]:
    """Yield keys that a template or script uses and that are not defined."""
    for _, key, end, joined in CALLED.findall(text):
        found = any(one.startswith(key) for one in keys) if end == "${" or joined else key in keys
        if not found:
            yield key


def unused_messages(texts: list[str], keys: set[str]) -> Iterator[str]:
    """Yield keys that are never used."""
    whole = {key for text in texts for key in LITERAL.findall(text)}
    begun = {key for text in texts for key in PREFIX.findall(text)}
    begun |= {key for text in texts for _, key, end, joined in CALLED.findall(text) if end == "${" or joined}
    for key in sorted(keys):
        if key not in whole and not any(key.startswith(beginning) for beginning in begun):
            yield key


WRONG_PUNCTUATION = {
    "en": re.compile(r"""["'<>&]| (?=[;:!?])"""),
    "fr": re.compile(r"""["'<>&]|(?<!\u202f)[;!?](?!\w)|(?<!\u00a0):(?=\s|$)|«(?!\u00a0)|(?<!\u00a0)»"""),
    "de": re.compile(r"""["'<>&”]| (?=[;:!?])"""),
}


def punctuation_faults(language: str, source: str) -> Iterator[str]:
    """Yield punctuation that the language does not use or spaces otherwise, and characters of HTML."""
    bare = re.sub(r"\{ \$\w+( ->|\s\})", "x", source)
    if found := WRONG_PUNCTUATION[language].search(bare):
        yield source[max(0, found.start() - 20) : found.end() + 10]
    if language == "de" and bare.count("„") != bare.count("“"):
        yield source


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_the_same_messages_and_arguments(language):
    assert [] == list(differing_messages(SOURCES["en"], SOURCES[language]))


def test_control_a_missing_message_or_another_argument_is_detected():
    assert ["b", "a: other arguments"] == list(differing_messages({"a": "{ $n } beans", "b": "x"}, {"a": "beans"}))


def test_each_message_is_defined_and_used():
    keys, texts = set(SOURCES["en"]), [path.read_text("utf-8") for path in PLACES]
    assert [] == [f"{path.name}: {key}" for path in PLACES for key in undefined_messages(path.read_text("utf-8"), keys)]
    assert [] == list(unused_messages(texts, keys))


@pytest.mark.parametrize("code", CODES)
def test_each_refusal_of_a_dispute_is_translated(code):
    assert has_message(f"trouble-{code.replace('.', '-')}")


def test_control_an_undefined_or_unused_message_is_detected():
    text = """{{ _("base-gone") }} say('base-site', {n}) say(`fork-${kind}`) {{ _("error-" ~ kind) }} listen('it')"""
    assert ["base-gone", "fork-"] == list(undefined_messages(text, {"base-site", "error-absent"}))
    assert ["base-idle"] == list(unused_messages([text], {"base-site", "error-absent", "base-idle"}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_punctuation_follows_the_language(language):
    assert [] == [part for source in SOURCES[language].values() for part in punctuation_faults(language, source)]


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("en", "Bo's beans"),
        ("en", "A & B"),
        ("fr", "L'abbaye"),
        ("fr", "Qui\u00a0?"),
        ("fr", "Voici :"),
        ("fr", "« ici »"),
        ("de", 'die "Bohne"'),
        ("de", "die „Bohne”"),
    ],
)
def test_control_wrong_punctuation_is_detected(language, wrong):
    assert list(punctuation_faults(language, wrong))


def test_control_right_punctuation_is_accepted():
    rights = {
        "en": "Bo\u2019s: “yes”!",
        "fr": "L\u2019abbaye\u00a0: «\u00a0oui\u00a0»\u202f!",
        "de": "Die „Bohne“: ja!",
    }
    assert [] == [part for language, right in rights.items() for part in punctuation_faults(language, right)]


CHOICE = """a = { $n ->
        [0] none
        [one] { $n } bean of { $who }
       *[other] { $n } beans of { $who }
    }, here
    .hint = { $kind ->
        [bot] a bot
       *[person] somebody
    }
"""


@pytest.mark.parametrize(
    ("language", "n", "text"),
    [
        ("en", 0, "none, here"),
        ("en", 1, "1 bean of Bo, here"),
        ("en", 1234, "1,234 beans of Bo, here"),
        ("de", 1234, "1.234 beans of Bo, here"),
        ("fr", 1234, "1\u202f234 beans of Bo, here"),
        ("fr", 12, "12 beans of Bo, here"),
    ],
)
def test_a_message_is_formatted_by_number_and_language(language, n, text):
    assert text == filled(parsed(messages_of(CHOICE)["a"]), language, {"n": n, "who": "Bo"})


def test_unsupported_fluent_syntax_is_refused():
    assert "somebody" == filled(parsed(messages_of(CHOICE)["a.hint"]), "en", {"kind": "human"})
    for source in ("{ $n", "{ NUMBER($n) }", "{ $n ->\n    [one] x\n    }", "x }", "one\n    two"):
        with pytest.raises(NoFluent):
            parsed(source)
    for file in ("a = x\na = y\n", "what\n"):
        with pytest.raises(NoFluent):
            messages_of(file)


@pytest.mark.parametrize("language", mostly_long(LANGUAGES))
def test_messages_match_the_reference_library_of_fluent(language):
    bundles = pytest.importorskip("fluent.runtime", reason="fluent.runtime comes with the tests' requirements")
    bundle = bundles.FluentBundle([language], use_isolating=False)
    text = (WEB / "locales" / f"{language}.ftl").read_text("utf-8") + CHOICE
    bundle.add_resource(bundles.FluentResource(text))
    for key, source in messages_of(text).items():
        id_, _, attribute = key.partition(".")
        message, pattern = bundle.get_message(id_), parsed(source)
        theirs = message.attributes[attribute] if attribute else message.value
        for number in (0, 1, 2, 12345):
            arguments = dict.fromkeys(variables(pattern), number)
            assert (filled(pattern, language, arguments), []) == bundle.format_pattern(theirs, arguments)


def test_a_right_to_left_name_is_isolated():
    assert ("Bo", "\u2068דנה\u2069") == (isolated("Bo"), isolated("דנה"))
    with pytest.raises(KeyError):
        translate("en", "base-none")


@pytest.fixture
def client():
    """Return a client of pages without games."""
    app = Flask("words", static_folder=None)
    app.register_blueprint(pages(SimpleNamespace(book=TOURNAMENT), None, dict, dict))
    return app.test_client()


@pytest.mark.parametrize(
    ("query", "kept", "preferred", "language"),
    [
        ("", None, "", "en"),
        ("", None, "ja", "en"),
        ("", None, "fr-CA,de;q=0.5", "fr"),
        ("", "de", "fr", "de"),
        ("", "nonsense", "fr", "fr"),
        ("?lang=de", "fr", "fr", "de"),
        ("?lang=xx", None, "fr", "fr"),
    ],
)
def test_the_language_comes_from_address_cookie_and_browser(client, query, kept, preferred, language):
    if kept is not None:
        client.set_cookie("lang", kept)
    answer = client.get(f"/rules{query}", headers={"Accept-Language": preferred})
    assert f'<html lang="{language}">' in answer.text
    assert language == answer.headers["Content-Language"]
    assert {"accept-language", "cookie"} <= set(answer.vary.as_set())
    again = client.get(
        f"/rules{query}", headers={"Accept-Language": preferred, "If-None-Match": answer.headers["ETag"]}
    )
    other = client.get("/rules?lang=" + ("en" if language == "fr" else "fr"))
    assert (304, False) == (again.status_code, other.headers["ETag"] == answer.headers["ETag"])


def test_a_language_link_keeps_the_address(client):
    text = client.get("/rules?version=2&lang=fr&x=%22%3E").text
    assert 'href="?version=2&amp;x=%22%3E&amp;lang=de"' in text
    assert 'href="/adjudicate?lang=fr"' in text
    assert 'href="/adjudicate"' in client.get("/rules", headers={"Accept-Language": "fr"}).text
