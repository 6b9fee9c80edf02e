"""Vendored files match their releases, and our scripts and styles follow the rules of the project."""

import hashlib
import json
import re
import tomllib
from pathlib import Path

import pytest

import service.web

WEB = Path(service.web.__file__).parent
VENDOR = WEB / "static" / "vendor"
VENDORED = tomllib.loads((VENDOR / "VENDORED.toml").read_text("utf-8"))["files"]
SCRIPTS = sorted((WEB / "static" / "js").rglob("*.js"))


@pytest.mark.parametrize("entry", VENDORED, ids=lambda entry: entry["file"])
def test_a_vendored_file_has_the_bytes_of_its_release(entry):
    content, added = (VENDOR / entry["file"]).read_bytes(), entry.get("added", "").encode()
    assert content.endswith(added)
    assert hashlib.sha256(content.removesuffix(added)).hexdigest() == entry["sha256"]
    assert (VENDOR / entry["licence_file"]).stat().st_size > 0
    assert all(entry[name] for name in ("name", "version", "licence", "origin"))


def test_each_vendored_file_is_listed():
    there = {path.relative_to(VENDOR).as_posix() for path in VENDOR.rglob("*") if path.is_file()}
    ours = {"VENDORED.toml", "importmap.json", *(name for name in there if name.startswith("licences/"))}
    assert there - ours == {entry["file"] for entry in VENDORED}


def test_each_bare_import_is_a_vendored_file():
    vendored = {f"./{entry['file']}": entry["name"] for entry in VENDORED}
    for name, file in json.loads((VENDOR / "importmap.json").read_text("utf-8"))["imports"].items():
        assert name in (vendored[file], f"{vendored[file]}/{Path(file).stem}")


def test_each_script_begins_with_its_purpose():
    assert SCRIPTS
    opening = re.compile(r"(?:// @ts-check\n)?// .+\.\n")
    assert [] == [path.name for path in SCRIPTS if not opening.match(path.read_text("utf-8"))]


def test_sources_load_nothing_from_other_origins_and_have_no_todo():
    sheets, templates = sorted((WEB / "static" / "css").glob("*.css")), sorted((WEB / "templates").glob("*.html"))
    assert sheets
    assert templates
    banned = re.compile(r"https?://|//cdn|@import|innerHTML|\beval\(|\b(?:TOD[O]|FIXM[E])\b")
    found = {path.name: banned.findall(path.read_text("utf-8")) for path in (*SCRIPTS, *sheets, *templates)}
    assert {} == {name: said for name, said in found.items() if said}


def test_imports_of_scripts_exist():
    lost = {
        path.name
        for path in SCRIPTS
        for name in re.findall(r'from "(\..*?)"', path.read_text("utf-8"))
        if not (path.parent / name).exists()
    }
    assert lost == set()


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb or #rgb, as WCAG 2.2 defines it."""
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


TOKENS_ON = [
    *((text, ground) for text in ("ink", "muted", "accent") for ground in ("paper", "surface", "sunk")),
    *((text, ground) for text in ("felt-ink", "felt-muted", "felt-focus") for ground in ("felt", "felt-deep")),
    *(("accent", "accent-soft"), ("ink", "accent-soft"), ("muted", "accent-soft"), ("gold-text", "surface")),
    *(("ink", "good-soft"), ("muted", "good-soft"), ("accent", "good-soft"), ("ink", "bad-soft"), ("bad", "surface")),
    *(("bad", "bad-soft"), ("good", "good-soft"), ("accent-ink", "accent"), ("gold-ink", "gold"), ("card-ink", "card")),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TOKENS_ON)
def test_text_has_enough_contrast(text, ground, scheme):
    light, dark = (WEB / "static" / "css" / "tokens.css").read_text("utf-8").split(":root {")[1:]
    css = light if scheme == "light" else light + dark
    colours = dict(re.findall(r"--([\w-]+): (#\w+);", css))
    assert contrast(colours[text], colours[ground]) >= 4.5


def test_card_names_have_enough_contrast():
    css = (WEB / "static" / "css" / "cards.css").read_text("utf-8")
    grounds = re.findall(r"\.v-\w+ \{ background: (#\w+)", css)
    assert len(grounds) >= 12
    assert all(contrast("#2b2118", ground) >= 7 for ground in grounds)


def test_tiles_and_seat_colours_have_enough_contrast():
    css = (WEB / "static" / "css" / "board.css").read_text("utf-8")
    grounds = re.findall(r"\.t-\w+ \{ --ground: (#\w+)", css)
    seats = re.findall(r"--seat-\d: (#\w+)", (WEB / "static" / "css" / "tokens.css").read_text("utf-8"))
    assert len(grounds) >= 12
    assert len(set(seats)) == 7
    assert all(contrast("#2b2118", ground) >= 7 for ground in grounds)
    assert all(contrast("#ffffff", seat) >= 4.5 for seat in seats)
