"""The words of the pages: the same in three languages, each used, each set as its language sets them."""

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
from service.web.language import SOURCES, can_say, isolated, said
from service.web.pages import pages

WEB = Path(service.web.__file__).parent
PLACES = [
    *sorted((WEB / "templates").rglob("*.html")),
    *sorted((WEB / "static" / "js").rglob("*.js")),
    *sorted(WEB.glob("*.py")),
]
CALLED = re.compile(r"""(?:\b(?:say|canSay)|(?<![\w.])_)\(\s*(["'`])([a-z][\w.-]*)(\1|\$\{)\s*(~?)""")
"""A message asked for by its whole key, or by what its key begins with."""
BEGUN = re.compile(r"""[`"']([a-z]\w*-[\w-]*)\$?\{""")
LITERAL = re.compile(r"""["'`]([a-z][\w.-]*)""")


# Checkers: each yields what offends.


def apart(ours: Mapping[str, str], theirs: Mapping[str, str]) -> Iterator[str]:
    """Keys that one language lacks, or that take other arguments there."""
    yield from sorted(ours.keys() ^ theirs.keys())
    for key in ours.keys() & theirs.keys():
        if set(variables(parsed(ours[key]))) != set(variables(parsed(theirs[key]))):
            yield f"{key}: other arguments"


def unknown(text: str, keys: set[str]) -> Iterator[str]:
    """What a template or a script asks for, and what is not there."""
    for _, key, end, joined in CALLED.findall(text):
        found = any(one.startswith(key) for one in keys) if end == "${" or joined else key in keys
        if not found:
            yield key


def unused(texts: list[str], keys: set[str]) -> Iterator[str]:
    """Keys that nothing asks for."""
    whole = {key for text in texts for key in LITERAL.findall(text)}
    begun = {key for text in texts for key in BEGUN.findall(text)}
    begun |= {key for text in texts for _, key, end, joined in CALLED.findall(text) if end == "${" or joined}
    for key in sorted(keys):
        if key not in whole and not any(key.startswith(beginning) for beginning in begun):
            yield key


BADLY_SET = {
    "en": re.compile(r"""["'<>&]| (?=[;:!?])"""),
    "fr": re.compile(r"""["'<>&]|(?<!\u202f)[;!?](?!\w)|(?<!\u00a0):(?=\s|$)|«(?!\u00a0)|(?<!\u00a0)»"""),
    "de": re.compile(r"""["'<>&”]| (?=[;:!?])"""),
}


def badly_set(language: str, source: str) -> Iterator[str]:
    """Signs that the language does not use or sets otherwise, and those of HTML."""
    bare = re.sub(r"\{ \$\w+( ->|\s\})", "x", source)
    if found := BADLY_SET[language].search(bare):
        yield source[max(0, found.start() - 20) : found.end() + 10]
    if language == "de" and bare.count("„") != bare.count("“"):
        yield source


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages_with_the_same_arguments(language):
    assert [] == list(apart(SOURCES["en"], SOURCES[language]))


def test_a_message_that_a_language_lacks_or_fills_otherwise_is_seen():
    assert ["b", "a: other arguments"] == list(apart({"a": "{ $n } beans", "b": "x"}, {"a": "beans"}))


def test_every_message_asked_for_is_there_and_every_one_there_is_asked_for():
    keys, texts = set(SOURCES["en"]), [path.read_text("utf-8") for path in PLACES]
    assert [] == [f"{path.name}: {key}" for path in PLACES for key in unknown(path.read_text("utf-8"), keys)]
    assert [] == list(unused(texts, keys))


@pytest.mark.parametrize("code", CODES)
def test_what_is_refused_in_a_dispute_is_told_in_the_language_of_the_page(code):
    assert can_say(f"trouble-{code.replace('.', '-')}")


def test_a_message_that_is_not_there_or_that_nobody_needs_is_seen():
    text = """{{ _("base-gone") }} say('base-site', {n}) say(`fork-${kind}`) {{ _("error-" ~ kind) }} listen('it')"""
    assert ["base-gone", "fork-"] == list(unknown(text, {"base-site", "error-absent"}))
    assert ["base-idle"] == list(unused([text], {"base-site", "error-absent", "base-idle"}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_set_as_their_language_sets_them(language):
    assert [] == [part for source in SOURCES[language].values() for part in badly_set(language, source)]


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
def test_a_wrong_sign_is_seen(language, wrong):
    assert list(badly_set(language, wrong))


def test_right_signs_are_let_be():
    rights = {
        "en": "Bo\u2019s: “yes”!",
        "fr": "L\u2019abbaye\u00a0: «\u00a0oui\u00a0»\u202f!",
        "de": "Die „Bohne“: ja!",
    }
    assert [] == [part for language, right in rights.items() for part in badly_set(language, right)]


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
def test_a_message_is_filled_by_number_and_language(language, n, text):
    assert text == filled(parsed(messages_of(CHOICE)["a"]), language, {"n": n, "who": "Bo"})


def test_what_is_not_of_this_part_of_fluent_is_refused():
    assert "somebody" == filled(parsed(messages_of(CHOICE)["a.hint"]), "en", {"kind": "human"})
    for source in ("{ $n", "{ NUMBER($n) }", "{ $n ->\n    [one] x\n    }", "x }", "one\n    two"):
        with pytest.raises(NoFluent):
            parsed(source)
    for file in ("a = x\na = y\n", "what\n"):
        with pytest.raises(NoFluent):
            messages_of(file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fluents_own_library_says_the_same(language):
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


def test_a_name_from_right_to_left_stays_among_its_own():
    assert ("Bo", "\u2068דנה\u2069") == (isolated("Bo"), isolated("דנה"))
    with pytest.raises(KeyError):
        said("en", "base-none")


@pytest.fixture
def visitor():
    """Somebody at pages without games."""
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
def test_the_language_is_the_addresss_then_the_chosen_then_the_browsers(visitor, query, kept, preferred, language):
    if kept is not None:
        visitor.set_cookie("lang", kept)
    answer = visitor.get(f"/rules{query}", headers={"Accept-Language": preferred})
    assert f'<html lang="{language}">' in answer.text
    assert language == answer.headers["Content-Language"]
    assert {"accept-language", "cookie"} <= set(answer.vary.as_set())
    again = visitor.get(
        f"/rules{query}", headers={"Accept-Language": preferred, "If-None-Match": answer.headers["ETag"]}
    )
    other = visitor.get("/rules?lang=" + ("en" if language == "fr" else "fr"))
    assert (304, False) == (again.status_code, other.headers["ETag"] == answer.headers["ETag"])


def test_another_language_keeps_the_address_and_a_chosen_one_goes_along(visitor):
    text = visitor.get("/rules?version=2&lang=fr&x=%22%3E").text
    assert 'href="?version=2&amp;x=%22%3E&amp;lang=de"' in text
    assert 'href="/adjudicate?lang=fr"' in text
    assert 'href="/adjudicate"' in visitor.get("/rules", headers={"Accept-Language": "fr"}).text
